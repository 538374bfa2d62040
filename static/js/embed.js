/* A table in a frame of another site: tells the page around it how high it is, in pixels, and again when that changes. */
(function () {
  "use strict";
  document.documentElement.classList.add("js");
  var last = 0;

  function tell() {
    var height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === last || window.parent === window) return;
    last = height;
    window.parent.postMessage({ crosstable: height }, "*");
  }

  if (window.ResizeObserver) new ResizeObserver(tell).observe(document.body);
  window.addEventListener("load", tell);
})();
