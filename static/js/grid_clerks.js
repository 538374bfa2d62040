/* What other people do: results of the other clerks, and entries that another account left on this device. */
(function () {
  "use strict";
  var grid = window.Grid;
  if (!grid) return;

  var words = grid.words;
  var byGame = grid.byGame;
  var queue = grid.queue;
  var POLL_SOON = 700;
  var etag = words.etag;
  var soon = null;

  /* ---- what the other clerks enter ---- */
  function poll() {
    if (document.hidden || navigator.onLine === false) return;
    fetch(words.stateUrl, { redirect: "manual", cache: "no-store", headers: { Accept: "application/json", "If-None-Match": etag } })
      .then(function (response) {
        if (response.type === "opaqueredirect") { queue.tell("login"); return null; }
        if (response.status !== 200 && response.status !== 304) return null;
        if (queue.state === "login" && queue.pending()) queue.again();
        else if (queue.state === "login" || (queue.state === "offline" && !queue.pending())) queue.tell("online");
        if (response.status === 304) return null;
        etag = response.headers.get("ETag") || etag;
        return response.json();
      })
      .then(function (told) {
        if (!told) return;
        told.boards.forEach(heard);
        grid.count();
      })
      .catch(function () { /* the queue tells about a lost line */ });
  }

  function heard(body) {
    var row = byGame[body.game];
    if (!row || queue.get(String(body.game)) || queue.get(String(body.game), "look") || row.classList.contains("is-conflict")) return;
    if (Number(row.dataset.version) > body.version) return;
    // A message about a board stays until something about the board is new.
    if (Number(row.dataset.version) === body.version && row.querySelector(".save-state").dataset.state === "error" && (body.mark === undefined || row.dataset.mark === body.mark)) return;
    grid.remember(body);
    grid.stored(row, body);
    delete row.dataset.wanted;
    grid.paint(row);
    grid.saved(row, body);
  }

  function pollSoon() {
    clearTimeout(soon);
    soon = setTimeout(poll, POLL_SOON);
  }

  /* ---- entries that another account left on this device ---- */
  function foreign() {
    var left = queue.foreign();
    var text = document.querySelector("[data-left-words]");
    if (!text) return;
    grid.notice("left", left.length > 0);
    if (left.length) text.textContent = grid.fill(text.dataset.words, { n: left.length, w: left[0].byName });
  }

  function settle(take) {
    queue.foreign().forEach(function (item) {
      if (!take) return queue.drop(item);
      queue.take(item);
      grid.changed(item, "saving");
    });
    foreign();
    queue.again();
  }

  document.addEventListener("click", function (event) {
    if (event.target.closest("[data-take]")) settle(true);
    else if (event.target.closest("[data-forget]")) settle(false);
  });

  Object.assign(grid, { poll: poll, pollSoon: pollSoon, foreign: foreign });
})();
