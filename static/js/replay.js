/* A game by the keyboard: arrows go a half move back and on, Home and End to the ends. The page is exchanged in
   place; without this file the links load it anew. */
(function () {
  "use strict";

  var KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  var asked = 0;

  function replay() { return document.querySelector("[data-replay]"); }

  function show(url, push) {
    var mine = ++asked;
    fetch(url, { headers: { "X-Requested-With": "fetch" } }).then(function (answer) {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    }).then(function (text) {
      if (mine !== asked) return; // a later key has overtaken this one
      var fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-replay]");
      if (!fresh) throw new Error("no game");
      var kept = document.activeElement && document.activeElement.getAttribute("data-replay-go");
      replay().replaceWith(fresh);
      if (push) history.replaceState(null, "", url);
      var again = kept && fresh.querySelector('[data-replay-go="' + kept + '"]');
      if (again) again.focus({ preventScroll: true });
      var current = fresh.querySelector(".moves [aria-current]");
      if (current) current.scrollIntoView({ block: "nearest", behavior: "instant" });
    }).catch(function () { window.location.assign(url); });
  }

  document.addEventListener("keydown", function (event) {
    if (!KEYS[event.key] || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea, summary")) return;
    var link = document.querySelector('[data-replay-go="' + KEYS[event.key] + '"]');
    if (!link) return;
    event.preventDefault();
    if (link.getAttribute("aria-disabled") !== "true") show(link.href, true);
  });

  document.addEventListener("click", function (event) {
    var link = event.target.closest(".moves a, [data-replay-go]");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.getAttribute("aria-disabled") !== "true") show(link.href, true);
  });
}());
