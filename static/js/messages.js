/* Toasts that the server asks for (HX-Trigger: toast), a word when a request fails, and data-confirm. */
(function () {
  "use strict";
  var SHOWN_FOR = 6000;

  function word(name) {
    var words = document.getElementById("ui-words");
    return (words && words.dataset[name]) || "";
  }

  function toast(tone, text) {
    var holder = document.querySelector(".toasts");
    if (!holder || !text) return;
    var item = document.createElement("div");
    item.className = "notice";
    item.dataset.tone = tone || "note";
    item.setAttribute("role", tone === "danger" ? "alert" : "status");
    var mark = document.createElement("span");
    mark.setAttribute("aria-hidden", "true");
    mark.textContent = tone === "good" ? "✓" : "!";
    var body = document.createElement("div");
    body.textContent = text;
    var close = document.createElement("button");
    close.type = "button";
    close.className = "close";
    close.setAttribute("aria-label", word("close"));
    close.textContent = "×";
    close.addEventListener("click", function () { item.remove(); });
    item.append(mark, body, close);
    holder.append(item);
    if (tone !== "danger") setTimeout(function () { item.remove(); }, SHOWN_FOR);
  }

  document.addEventListener("toast", function (event) { toast(event.detail.tone, event.detail.text); });
  document.addEventListener("htmx:sendError", function () { toast("danger", word("noAnswer")); });
  document.addEventListener("htmx:responseError", function (event) {
    toast("danger", event.detail.xhr.status >= 500 ? word("noAnswer") : word("refused"));
  });
  document.addEventListener("submit", function (event) {
    var asked = (event.submitter && event.submitter.dataset.confirm) || event.target.dataset.confirm;
    if (asked && !window.confirm(asked)) event.preventDefault();
  });
})();
