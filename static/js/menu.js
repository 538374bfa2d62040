/* Menus are details elements: one open at a time, closed by Escape or a click outside. A row of tabs that is wider
   than the page shows the tab one is at. */
(function () {
  "use strict";

  // In the next frame, where the lay-out is worked out anyway: asked for now, it would be worked out twice.
  requestAnimationFrame(function () {
    document.querySelectorAll(".tabs [aria-current]").forEach(function (tab) {
      var row = tab.closest("ul");
      if (row.scrollWidth > row.clientWidth) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
    });
  });

  function others(kept) {
    document.querySelectorAll("details.menu[open]").forEach(function (menu) { if (menu !== kept) menu.open = false; });
  }

  document.addEventListener("click", function (event) { others(event.target.closest("details.menu")); });
  document.addEventListener("keydown", function (event) {
    if (event.key !== "Escape") return;
    var menu = document.querySelector("details.menu[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
})();
