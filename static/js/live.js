/* Keeps a table of an event being played up to date: every ten seconds, not while the tab is hidden or a panel is
   open. An unchanged table costs an empty answer; a changed one keeps scroll, sort and focus. */
(function () {
  "use strict";
  var EVERY = 10000;
  var remembered = null;

  function busy() { return document.hidden || document.querySelector("dialog[open]"); }

  function typing(part) {
    return part.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");
  }

  function ask() {
    if (busy() || !window.htmx) return;
    document.querySelectorAll("[data-live]").forEach(function (part) {
      if (!typing(part)) window.htmx.trigger(part, "live:due");
    });
  }

  function place(part) {
    var frame = part.querySelector(".table-frame");
    var sorted = part.querySelector("thead th[aria-sort]");
    var focused = part.contains(document.activeElement) ? document.activeElement : null;
    var row = focused && focused.closest("tr[id]");
    return {
      id: part.id,
      page: window.scrollY,
      left: frame ? frame.scrollLeft : 0,
      top: frame ? frame.scrollTop : 0,
      column: sorted ? sorted.cellIndex : -1,
      direction: sorted ? sorted.getAttribute("aria-sort") : "",
      row: row ? row.id : "",
      cell: row ? focused.closest("td, th").cellIndex : -1
    };
  }

  function restore(part, was) {
    var table = part.querySelector("table");
    var frame = part.querySelector(".table-frame");
    var head = table && was.column >= 0 && table.tHead.rows[0].cells[was.column];
    var button = head && head.querySelector("button");
    for (var turn = 0; button && turn < 2 && head.getAttribute("aria-sort") !== was.direction; turn += 1) button.click();
    if (frame) { frame.scrollLeft = was.left; frame.scrollTop = was.top; }
    window.scrollTo(window.scrollX, was.page);
    var row = was.row && document.getElementById(was.row);
    var link = row && row.cells[was.cell] && row.cells[was.cell].querySelector("a");
    if (link) link.focus({ preventScroll: true });
  }

  document.addEventListener("htmx:configRequest", function (event) {
    var part = event.target;
    if (part.matches("[data-live]")) event.detail.headers["If-None-Match"] = part.dataset.etag;
  });
  document.addEventListener("htmx:beforeSwap", function (event) {
    if (!event.target.matches("[data-live]")) return;
    if (event.detail.xhr.status === 304) event.detail.shouldSwap = false;
    else remembered = place(event.target);
  });
  document.addEventListener("htmx:afterSettle", function (event) {
    if (!remembered) return;
    var part = document.getElementById(remembered.id);
    if (part && (part.contains(event.target) || event.target.contains(part))) { restore(part, remembered); remembered = null; }
  });
  document.addEventListener("visibilitychange", ask);
  window.setInterval(ask, EVERY);
})();
