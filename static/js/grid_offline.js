/* Asks the browser to keep this page of the grid, so that a reload without a network shows it again.
   Where the browser has no service worker everything else works as before. */
(function () {
  "use strict";
  var form = document.querySelector("form[data-grid]");
  if (!form || !("serviceWorker" in navigator) || !window.isSecureContext) return;

  function addresses() {
    var parts = Array.from(document.querySelectorAll("link[rel='stylesheet'], script[src]")).map(function (node) { return node.href || node.src; });
    var fonts = performance.getEntriesByType("resource").map(function (entry) { return entry.name; }).filter(function (name) { return /\.woff2?($|\?)/.test(name); });
    return [form.dataset.scope].concat(parts, fonts);
  }

  window.addEventListener("load", function () {
    navigator.serviceWorker.register(form.dataset.workerUrl, { scope: form.dataset.scope })
      .then(function (registration) {
        var worker = registration.active || registration.waiting || registration.installing;
        if (!worker) return;
        function ask() { if (worker.state === "activated") worker.postMessage({ keep: addresses() }); }
        worker.addEventListener("statechange", ask);
        // A page that the worker has brought itself is kept already, with all its parts.
        if (navigator.onLine && !navigator.serviceWorker.controller) ask();
        else document.documentElement.dataset.kept = "yes";
      })
      .catch(function () { /* not allowed here: the page is then simply not kept */ });
    navigator.serviceWorker.addEventListener("message", function (event) {
      if (event.data && event.data.kept) document.documentElement.dataset.kept = "yes";
    });
  });
})();
