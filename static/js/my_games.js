/* My games: a player says once on his page "this is me"; it stays in this browser alone. His rows are marked on all
   pages of the event, also in tables that came anew, and the head leads to his page. */
(function () {
  "use strict";
  var KEY = "my-games";
  var MOST = 50;

  function all() {
    try { return JSON.parse(window.localStorage.getItem(KEY)) || {}; } catch (ignored) { return {}; }
  }

  function store(found) {
    var events = Object.keys(found);
    while (events.length > MOST) delete found[events.shift()];
    try { window.localStorage.setItem(KEY, JSON.stringify(found)); } catch (ignored) { /* private window: nothing stays */ }
  }

  function mark() {
    var link = document.getElementById("my-games");
    if (!link) return;
    document.querySelectorAll(".is-me").forEach(function (row) { row.classList.remove("is-me"); });
    var me = all()[link.dataset.event];
    link.hidden = !me;
    if (!me) return;
    link.href = link.dataset.players + me.entry + "/";
    var rows = Array.from(document.querySelectorAll("#content a")).filter(function (other) {
      return other.getAttribute("href") === link.getAttribute("href");
    }).map(function (other) { return other.closest("tr, li"); });
    if (me.number) rows.push(document.querySelector("tr#p" + Number(me.number)));
    rows.forEach(function (row) { if (row) row.classList.add("is-me"); });
  }

  function label(button) {
    var me = all()[button.dataset.event];
    var on = Boolean(me && String(me.entry) === button.dataset.entry);
    if (on && me.number !== button.dataset.number) remember(button);
    button.setAttribute("aria-pressed", String(on));
    button.querySelector("span").textContent = on ? button.dataset.on : button.dataset.off;
    return on;
  }

  function remember(button) {
    var found = all();
    delete found[button.dataset.event];
    found[button.dataset.event] = { entry: Number(button.dataset.entry), number: button.dataset.number };
    store(found);
  }

  function toggle(button) {
    if (label(button)) {
      var found = all();
      delete found[button.dataset.event];
      store(found);
    } else remember(button);
    label(button);
    mark();
  }

  document.querySelectorAll("[data-me]").forEach(function (button) {
    label(button);
    button.addEventListener("click", function () { toggle(button); });
  });
  mark();
  document.addEventListener("htmx:afterSettle", mark);
  window.addEventListener("storage", function () { document.querySelectorAll("[data-me]").forEach(label); mark(); });
})();
