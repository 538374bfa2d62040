/* Search as you type over the register: arrows choose, Enter enters the player, Escape clears; the box keeps the focus. */
(function () {
  "use strict";
  var input = document.getElementById("entry-search");
  if (!input) return;

  function list() { return document.getElementById("entry-suggestions"); }
  function choices() { return Array.prototype.slice.call(list().querySelectorAll("li:not([aria-disabled])")); }
  function active() { return list().querySelector("li.is-active"); }

  function choose(item) {
    list().querySelectorAll("li.is-active").forEach(function (other) { other.classList.remove("is-active"); other.removeAttribute("aria-selected"); });
    if (!item) return input.removeAttribute("aria-activedescendant");
    item.classList.add("is-active");
    item.setAttribute("aria-selected", "true");
    input.setAttribute("aria-activedescendant", item.id);
    item.scrollIntoView({ block: "nearest", behavior: "instant" });
  }

  function clear() {
    input.value = "";
    list().replaceChildren();
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  document.addEventListener("htmx:afterSwap", function (event) {
    if (event.detail.target.id === "entry-suggestions" || (event.detail.elt && event.detail.elt.id === "entry-suggestions")) {
      var found = choices();
      input.setAttribute("aria-expanded", found.length ? "true" : "false");
      // Somebody of the register, or nobody: a person who is entered already must not lead to a second entry.
      var only = found.length === 1 && list().querySelectorAll("li").length > 1;
      choose(only ? null : found[0]);
    }
    var section = document.getElementById("entries");
    if (section && section.dataset.added) {
      delete section.dataset.added;
      clear();
      input.focus();
    }
  });

  input.addEventListener("keydown", function (event) {
    var found = choices();
    var place = found.indexOf(active());
    if (event.key === "ArrowDown" && found.length) choose(found[(place + 1) % found.length]);
    else if (event.key === "ArrowUp" && found.length) choose(found[(place + found.length - 1) % found.length]);
    else if (event.key === "Escape") clear();
    else if (event.key === "Enter") {
      var item = active();
      if (!item) return input.value.trim() ? event.preventDefault() : undefined;
      (item.querySelector("button") || item.querySelector("a")).click();
    } else return;
    event.preventDefault();
  });
})();
