/* Signs the chosen documents one after the other, each by a request of its own, and says of each what came of it.
   The passphrase is read from its field for every request and kept nowhere else; the field is emptied at the end.
   Without this file one request signs them all. */
(function () {
  "use strict";
  var frame = document.querySelector("[data-signing]");
  var form = document.getElementById("signing");
  if (!frame || !form || !form.elements.passphrase) return;
  var words = frame.dataset;
  var bar = form.querySelector("[data-progress]");
  var told = form.querySelector("[data-told]");
  var choose = form.querySelector("[data-choose]");
  var button = form.querySelector("[type=submit]");

  function boxes() { return Array.from(frame.querySelectorAll("input[name=report]:not(:disabled)")); }

  function say(box, text, tone) {
    var place = frame.querySelector('[data-result="' + box.value + '"]');
    if (!place) return;
    place.textContent = text;
    place.dataset.tone = tone;
  }

  function one(box) {
    var body = new URLSearchParams({
      passphrase: form.elements.passphrase.value, place: form.elements.place.value,
      before: box.dataset.before, role: box.dataset.role
    });
    var head = { "Accept": "application/json", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value };
    return fetch(box.dataset.url, { method: "POST", body: body, headers: head, redirect: "error" })
      .then(function (response) {
        if ((response.headers.get("Content-Type") || "").indexOf("application/json") !== 0) throw new Error("no answer");
        return response.json();
      })
      .catch(function () { return { signed: false, message: words.wordFailed, stop: true }; });
  }

  function all(chosen) {
    var signed = 0, at = 0;
    bar.hidden = false;
    bar.querySelector("progress").max = chosen.length;
    function show() {
      bar.querySelector("progress").value = at;
      told.textContent = words.wordDone.replace("%s", signed).replace("%t", chosen.length);
    }
    function next() {
      show();
      if (at === chosen.length) return finish();
      var box = chosen[at];
      say(box, "…", "");
      return one(box).then(function (answer) {
        at += 1;
        say(box, answer.message, answer.signed ? "good" : "bad");
        if (answer.signed) { signed += 1; box.checked = false; box.disabled = true; }
        if (answer.stop) {
          chosen.slice(at).forEach(function (rest) { say(rest, words.wordNotTried, ""); });
          show();
          return finish();
        }
        return next();
      });
    }
    return next();
  }

  function finish() {
    form.elements.passphrase.value = "";
    button.disabled = false;
  }

  form.addEventListener("submit", function (event) {
    event.preventDefault();
    var chosen = boxes().filter(function (box) { return box.checked; });
    if (!chosen.length) { bar.hidden = false; told.textContent = words.wordNone; return; }
    button.disabled = true;
    chosen.forEach(function (box) { say(box, words.wordWaiting, ""); });
    all(chosen);
  });

  if (choose) {
    choose.hidden = false;
    choose.addEventListener("click", function () {
      var every = boxes();
      var some = every.some(function (box) { return !box.checked; });
      every.forEach(function (box) { box.checked = some; });
    });
  }
})();
