/* A button with data-copy="#id" or data-copy-text copies and says so. */
(function () {
  "use strict";
  document.addEventListener("click", function (event) {
    var button = event.target.closest("[data-copy], [data-copy-text]");
    if (!button || !navigator.clipboard) return;
    var source = button.dataset.copy && document.querySelector(button.dataset.copy);
    var text = button.dataset.copyText || (source ? (source.value || source.textContent).trim() : "");
    navigator.clipboard.writeText(text).then(function () {
      var words = document.getElementById("ui-words");
      document.dispatchEvent(new CustomEvent("toast", { detail: { tone: "good", text: words ? words.dataset.copied : "" } }));
    });
  });
})();
