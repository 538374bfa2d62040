/* The grid's entries on their way: what the server answers, two values for one board, and what was seen. */
(function () {
  "use strict";
  var grid = window.Grid;
  if (!grid) return;

  var form = grid.form;
  var words = grid.words;
  var rows = grid.rows;
  var byGame = grid.byGame;
  var account = grid.account;
  var SEEN_DAYS = 7;
  // A line that takes a request and never answers is a lost line.
  var PATIENCE = 20000;

  /* ---- what was seen, for a page that comes back without a network ---- */
  var seenKey = "seen:" + words.event + ":" + words.round;
  var seen = {};
  var seenTimer = null;

  function remember(body) {
    seen[body.game] = { code: body.code, version: body.version, by: body.by, author: body.author, at: body.at };
    if (!seenTimer) seenTimer = setTimeout(writeSeen, 400);
  }

  function writeSeen() {
    seenTimer = null;
    try { localStorage.setItem(seenKey, JSON.stringify({ t: Date.now(), boards: seen })); } catch (full) { /* only a comfort */ }
  }

  function readSeen() {
    try {
      Object.keys(localStorage).filter(function (key) { return key.indexOf("seen:") === 0; }).forEach(function (key) {
        var kept = JSON.parse(localStorage.getItem(key)) || {};
        if (!(Date.now() - kept.t < SEEN_DAYS * 86400000)) localStorage.removeItem(key);
        else if (key === seenKey && kept.boards && typeof kept.boards === "object") seen = kept.boards;
      });
    } catch (broken) {
      seen = {};
    }
    rows.forEach(function (row) {
      var kept = seen[row.dataset.game];
      if (kept && typeof kept.code === "string" && kept.version > Number(row.dataset.version)) {
        stored(row, kept);
        grid.saved(row, kept);
        grid.paint(row);
      }
    });
  }

  /* ---- sending ---- */
  function token() {
    // The cookie is the newest: a log-in in another tab gave this page's own token an end.
    var found = document.cookie.match(/(?:^|;\s*)csrftoken=([^;]+)/);
    return found ? decodeURIComponent(found[1]) : form.elements.namedItem("csrfmiddlewaretoken").value;
  }

  function send(items) {
    var ended = new AbortController();
    var clock = setTimeout(function () { ended.abort(); }, PATIENCE);
    return fetch(words.entriesUrl, {
      method: "POST",
      signal: ended.signal,
      body: JSON.stringify({ account: account, entries: items }),
      redirect: "manual",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token(), Accept: "application/json" },
    }).then(function (response) {
      // A redirect means that the session has ended; an answer that is no JSON comes from something between.
      if (response.type === "opaqueredirect") return { status: 401, body: {} };
      return response.json().then(
        function (told) { return { status: response.status, body: told }; },
        function () { return { status: response.status === 200 ? 502 : response.status, body: {} }; }
      );
    }).finally(function () { clearTimeout(clock); });
  }

  function stored(row, body) {
    row.dataset.code = body.code;
    row.dataset.version = body.version;
    row.dataset.author = body.author || 0;
    row.querySelector("input[name^='stood-']").value = body.version + " " + body.code;
    if (body.mark !== undefined) grid.note(row, body.mark, body.note);
    if (body.mark === "confirmed") delete row.dataset.typed;
  }

  function changed(item, state, body) {
    var row = byGame[item.game];
    if (!row) return;
    if (body && body.game && body.version !== undefined) remember(body);
    if (item.kind === "look") grid.lookChanged(row, item, state, body);
    else resultChanged(row, item, state, body);
    grid.count();
  }

  function resultChanged(row, item, state, body) {
    if (state === "saved" || state === "answered") {
      stored(row, body);
      row.classList.remove("is-conflict");
      if (state === "answered") return;
      delete row.dataset.wanted;
      grid.closeConflict(row);
      grid.paint(row);
      grid.saved(row, body);
      grid.pollSoon();
    } else if (state === "gone") {
      // Sent by another tab; its answer is on the way through the poll.
      delete row.dataset.wanted;
      row.dataset.code = item.code;
      grid.closeConflict(row);
      grid.paint(row);
      grid.say(row, "saved", item.code === "*" ? "" : "✓");
      grid.pollSoon();
    } else if (state === "conflict") {
      conflict(row, item, body);
    } else if (state === "refused") {
      refused(row, item, body);
    } else {
      row.dataset.wanted = item.code;
      grid.paint(row);
      grid.say(row, state, state === "offline" ? words.wordOffline : words.wordSaving);
    }
  }

  function lineChanged(state) {
    grid.notice("login", state === "login");
    grid.notice("denied", state === "denied");
    grid.notice("other", state === "other");
    if (state === "online") grid.notice("kept-page", false);
    grid.count();
  }

  var queue = grid.queue = new window.GridQueue({
    prefix: "grid:" + words.event + ":" + words.round + ":",
    account: account,
    accountName: words.accountName,
    send: send,
    changed: changed,
    line: lineChanged,
  });

  /* ---- two values for one board ---- */
  function theirs(row, item, body) {
    return function () {
      queue.drop(item);
      grid.closeConflict(row);
      delete row.dataset.wanted;
      delete row.dataset.typed;
      grid.paint(row);
      grid.saved(row, body);
      grid.count();
      grid.focus(row);
    };
  }

  function conflict(row, item, body) {
    stored(row, body);
    row.dataset.wanted = item.code;
    grid.paint(row);
    grid.say(row, "conflict", words.wordConflict);
    var text = grid.fill(words.wordTwo, { b: row.dataset.board, m: grid.shown(item.code) || words.wordNone, t: grid.shown(body.code) || words.wordNone, w: [body.by, body.at].filter(Boolean).join(", ") });
    grid.ask(row, text + " " + words.wordKeep, [
      grid.button(words.wordMine, function () {
        grid.closeConflict(row);
        queue.put(item.game, item.code, Number(row.dataset.version), "result", item.reason);
        grid.focus(row);
      }),
      grid.button(words.wordTheirs, theirs(row, item, body)),
    ]);
  }

  function refused(row, item, body) {
    if (body.version !== undefined) stored(row, body);
    if (item.kind === "result") row.dataset.wanted = item.code;
    grid.paint(row);
    grid.say(row, "error", words.wordRefused);
    grid.ask(row, (body.message || words.wordRefused), [
      grid.button(words.wordAgain, function () {
        grid.closeConflict(row);
        queue.put(item.game, item.code, Number(row.dataset.version), item.kind, grid.reason());
        grid.focus(row);
      }),
      grid.button(words.wordLeave, theirs(row, item, body)),
    ]);
  }

  Object.assign(grid, { remember: remember, writeSeen: writeSeen, readSeen: readSeen, stored: stored, changed: changed, refused: refused });
})();
