/* Light or dark: the reader's choice, kept in a cookie; without one the system decides. Runs before the first paint. */
(function () {
  "use strict";
  var root = document.documentElement;
  var dark = window.matchMedia("(prefers-color-scheme: dark)");
  root.classList.add("js");

  function chosen() {
    var found = document.cookie.match(/(?:^|; )theme=(light|dark)(?:;|$)/);
    return found ? found[1] : "";
  }

  function show(theme) {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    root.dataset.bsTheme = theme || (dark.matches ? "dark" : "light");
  }

  function toggle() {
    var now = chosen() || (dark.matches ? "dark" : "light");
    var next = now === "dark" ? "light" : "dark";
    var system = dark.matches ? "dark" : "light";
    // Back to what the system says: forget the choice, so that the page follows the system again.
    var kept = next === system ? "" : next;
    document.cookie = "theme=" + kept + "; path=/; SameSite=Lax; max-age=" + (kept ? 31536000 : 0);
    show(kept);
  }

  show(chosen());
  dark.addEventListener("change", function () { show(chosen()); });
  document.addEventListener("click", function (event) {
    if (event.target.closest("[data-theme-toggle]")) toggle();
  });
})();
