/* Check-in by keyboard: type a number or some letters of a name, Enter marks the first found; arrows and Space
   work in the list. Without this file every name is a button of its own form. */
(function () {
  "use strict";
  var frame = document.querySelector("[data-check-in]");
  if (!frame) return;
  var words = frame.dataset;
  var find = frame.querySelector("[data-find]");
  var counter = frame.querySelector("[data-counter]");
  var lines = Array.from(frame.querySelectorAll(".arrivals > li"));
  var token = frame.querySelector("[name=csrfmiddlewaretoken]").value;

  function button(line) { return line.querySelector("button"); }
  function plain(text) { return text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, ""); }

  function paint(pressed, here, text) {
    pressed.setAttribute("aria-pressed", here ? "true" : "false");
    pressed.value = here ? "0" : "1";
    pressed.querySelector(".state").textContent = text || (here ? "✓ " + words.wordHere : words.wordMissing);
  }

  function mark(line) {
    var pressed = button(line);
    var here = pressed.getAttribute("aria-pressed") !== "true";
    paint(pressed, here, "…");
    fetch(words.url + line.dataset.entry + "/", { method: "POST", body: new URLSearchParams({ here: here ? "1" : "0" }), headers: { "X-CSRFToken": token }, redirect: "error" })
      .then(function (response) { if (!response.ok) throw new Error("refused"); return response.json(); })
      .then(function (told) {
        paint(pressed, here);
        counter.textContent = words.wordCounter.replace("%m", told.missing).replace("%e", told.expected);
      })
      .catch(function () { paint(pressed, !here, words.wordFailed); });
  }

  function shown() { return lines.filter(function (line) { return !line.hidden && button(line); }); }

  function filter() {
    var text = plain(find.value.trim());
    var number = /^\d+$/.test(text);
    lines.forEach(function (line) {
      var said = plain(line.dataset.words);
      line.hidden = !!text && (number ? said.split(" ")[0] !== text : said.indexOf(text) < 0);
    });
  }

  find.addEventListener("input", filter);
  find.addEventListener("keydown", function (event) {
    if (event.key === "Enter" && find.value.trim()) {
      event.preventDefault();
      var first = shown()[0];
      if (!first) return;
      mark(first);
      find.value = "";
      filter();
    } else if (event.key === "ArrowDown" && shown()[0]) {
      event.preventDefault();
      button(shown()[0]).focus();
    }
  });
  frame.addEventListener("submit", function (event) {
    event.preventDefault();
    mark(event.target.closest("li"));
  });
  frame.addEventListener("keydown", function (event) {
    var line = event.target.closest(".arrivals > li");
    if (!line || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    var all = shown();
    var next = all[all.indexOf(line) + (event.key === "ArrowDown" ? 1 : -1)];
    (next ? button(next) : find).focus();
  });
  find.focus();
})();
