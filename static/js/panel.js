/* A link with data-panel shows its page's #content in a side panel, one with data-dialog in a dialog.
   Escape closes and the focus goes back to the link; where anything fails the link is an ordinary link. */
(function () {
  "use strict";

  function word(name) {
    var words = document.getElementById("ui-words");
    return (words && words.dataset[name]) || "";
  }

  function build(kind, address) {
    var dialog = document.createElement("dialog");
    dialog.className = kind === "panel" ? "side-panel" : "dialog";
    var head = document.createElement("div");
    head.className = "overlay-head";
    if (kind === "panel") {
      var link = document.createElement("a");
      link.href = address;
      link.textContent = word("openPage");
      head.append(link);
    }
    var close = document.createElement("button");
    close.type = "button";
    close.className = "btn btn-sm btn-quiet";
    close.textContent = word("close");
    close.addEventListener("click", function () { dialog.close(); });
    head.append(close);
    var body = document.createElement("div");
    body.className = "overlay-body";
    dialog.append(head, body);
    return dialog;
  }

  function settle(content, address) {
    // Addresses inside were written for the page they came from.
    content.querySelectorAll("a[href]").forEach(function (link) { link.href = new URL(link.getAttribute("href"), address).href; });
    content.querySelectorAll("form").forEach(function (form) { form.action = new URL(form.getAttribute("action") || "", address).href; });
  }

  function show(kind, opener, page, address) {
    var source = page.getElementById("content");
    if (!source) { window.location.href = address; return; }
    settle(source, address);
    var dialog = build(kind, address);
    var body = dialog.querySelector(".overlay-body");
    var title = page.querySelector("h1");
    if (title) {
      dialog.setAttribute("aria-label", title.textContent.trim());
      if (!source.querySelector("h1, h2")) {
        var heading = document.createElement("h2");
        heading.className = "section-title";
        heading.textContent = title.textContent.trim();
        body.append(heading);
      }
    }
    Array.from(source.childNodes).forEach(function (node) { body.append(document.importNode(node, true)); });
    dialog.addEventListener("close", function () { dialog.remove(); opener.focus(); });
    dialog.addEventListener("click", function (event) { if (event.target === dialog) dialog.close(); });
    document.body.append(dialog);
    dialog.showModal();
    if (window.htmx) window.htmx.process(body);
    body.dispatchEvent(new CustomEvent("content:added", { bubbles: true }));
  }

  function open(kind, link) {
    var address = link.href;
    if (link.dataset.opening) return;
    link.dataset.opening = "yes";
    fetch(address, { headers: { "X-Overlay": kind }, credentials: "same-origin" })
      .then(function (answer) {
        // A log-in page or an error has a page of its own.
        if (!answer.ok || answer.redirected) throw new Error("not a fragment");
        return answer.text().then(function (text) {
          show(kind, link, new DOMParser().parseFromString(text, "text/html"), answer.url);
        });
      })
      .catch(function () { window.location.href = address; })
      .finally(function () { delete link.dataset.opening; });
  }

  document.addEventListener("click", function (event) {
    var link = event.target.closest("a[data-panel], a[data-dialog]");
    if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (!window.HTMLDialogElement || link.closest("dialog")) return;
    event.preventDefault();
    open(link.hasAttribute("data-panel") ? "panel" : "dialog", link);
  });
})();
