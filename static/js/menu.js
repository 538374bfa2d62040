/* Menus are details elements: one open at a time, closed by Escape or a click outside. */
(function () {
  "use strict";

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
