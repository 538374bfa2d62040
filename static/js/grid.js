/* The result grid: keyboard first, kept at once, nothing lost and nothing overwritten; and the second look, in
   which what is typed is compared with what stands. Without its files the grid is a form with a button. */
(function () {
  "use strict";
  var grid = window.Grid;
  if (!grid) return;

  var form = grid.form;
  var words = grid.words;
  var rows = grid.rows;
  var byGame = grid.byGame;
  var looking = grid.looking;
  var queue = grid.queue;
  var WORTH = grid.worth;
  var POLL = 5000;

  /* ---- all boards, the open ones, or those to look at again ---- */
  function belongs(row, which) {
    if (which === "all" || row.classList.contains("is-conflict")) return true;
    return which === "open" ? grid.isOpen(row) : !!WORTH[row.dataset.mark];
  }

  function show(which) {
    words.show = which;
    rows.forEach(function (row) {
      var hide = !belongs(row, which);
      if (row.hidden !== hide) row.hidden = hide;
    });
    form.querySelectorAll(".segmented [data-show]").forEach(function (link) {
      var active = link.dataset.show === which;
      link.classList.toggle("is-active", active);
      if (active) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  }

  form.querySelectorAll(".segmented [data-show]").forEach(function (link) {
    link.addEventListener("click", function (event) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      show(link.dataset.show);
      grid.count();
      history.replaceState(null, "", link.href);
      grid.focus(rows.filter(grid.visible)[0]);
    });
  });

  /* ---- beginning: behind the first picture, which it would only hold up ---- */
  function begin() {
    grid.gather();
    form.classList.add("has-script");
    grid.readSeen();
    queue.own().forEach(function (item) {
      if (!byGame[item.game]) return;
      if (item.state === "waiting") grid.changed(item, "saving");
      else grid.changed(item, item.state, item.told);
    });
    if (looking) rows.forEach(grid.paint);
    show(words.show);
    grid.fit();
    grid.foreign();
    grid.count();
    grid.notice("kept-page", navigator.onLine === false);
    queue.pump();
    window.addEventListener("online", function () { queue.again(); grid.poll(); });
    window.addEventListener("focus", function () { if (queue.pending()) queue.again(); });
    window.addEventListener("pagehide", grid.writeSeen);
    // Entries outlive the page in the browser's store; whoever leaves it should know that they are not sent yet.
    window.addEventListener("beforeunload", function (event) { if (queue.pending()) event.preventDefault(); });
    setInterval(grid.poll, POLL);
    document.addEventListener("visibilitychange", grid.poll);
    var first = rows.filter(function (row) { return grid.visible(row) && (looking ? !grid.isOpen(row) && !grid.isConfirmed(row) && !grid.isOwn(row) : grid.isOpen(row)); })[0];
    var asked = /^#board-\d+$/.test(location.hash) && document.getElementById(location.hash.slice(1));
    grid.focus(asked || first || rows.filter(grid.visible)[0]);
    if (asked && document.readyState !== "complete") window.addEventListener("load", hold);
    else if (asked) hold();
  }

  /* A browser that goes by itself to the board named in the address takes the keys away from its field. */
  function hold() {
    requestAnimationFrame(function () {
      setTimeout(function () { if (document.activeElement === document.body) grid.focus(grid.current); }, 0);
    });
  }
  if (document.visibilityState === "hidden") begin();
  else requestAnimationFrame(function () { setTimeout(begin, 0); });
})();
