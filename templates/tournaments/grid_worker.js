/* Keeps the result grid of one round for the moment when the hall has no network. Its scope is that page alone:
   the page comes from the network whenever there is one, entries and state never pass through here. */
"use strict";
var CACHE = "grid-1";
var DAYS = 3;

self.addEventListener("install", function () { self.skipWaiting(); });

self.addEventListener("activate", function (event) {
  event.waitUntil(
    caches.keys()
      .then(function (names) { return Promise.all(names.filter(function (name) { return /^grid-/.test(name) && name !== CACHE; }).map(function (name) { return caches.delete(name); })); })
      .then(function () { return self.clients.claim(); })
  );
});

function isGrid(url) { return url.origin === location.origin && url.href.split(/[?#]/)[0] === self.registration.scope; }

function keep(key, response) {
  return caches.open(CACHE).then(function (cache) { return cache.put(key, response); });
}

function forget(key) {
  return caches.open(CACHE).then(function (cache) { return cache.delete(key); });
}

function isOld(response) {
  var day = Date.parse(response.headers.get("date") || "");
  return day && Date.now() - day > DAYS * 86400000;
}

function fromKept(key) {
  return caches.open(CACHE).then(function (cache) { return cache.match(key); }).then(function (found) {
    if (found && !isOld(found)) return found;
    return Response.error();
  });
}

/* A page that is given only to those logged in leaves the device's store as soon as the portal says so. */
function page(request) {
  var key = self.registration.scope;
  return fetch(request).then(
    function (response) {
      if (response.ok && response.type === "basic" && !response.redirected) keep(key, response.clone());
      else if (response.type === "opaqueredirect" || response.redirected || response.status === 401 || response.status === 403 || response.status === 404) forget(key);
      return response;
    },
    function () { return fromKept(key); }
  );
}

/* A file whose address tells its state never changes: what is kept is right, and the network is not asked again. */
function part(request) {
  var fixed = new URL(request.url).searchParams.has("v");
  return (fixed ? caches.open(CACHE).then(function (cache) { return cache.match(request.url); }) : Promise.resolve(null))
    .then(function (found) { return found || fromNetwork(request); });
}

function fromNetwork(request) {
  return fetch(request).then(
    function (response) {
      if (response.ok && response.type === "basic") keep(request.url, response.clone());
      return response;
    },
    function () { return fromKept(request.url); }
  );
}

self.addEventListener("fetch", function (event) {
  var request = event.request;
  var url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (isGrid(url)) event.respondWith(page(request));
  } else if (["style", "script", "font", "image"].indexOf(request.destination) >= 0) {
    event.respondWith(part(request));
  }
});

self.addEventListener("message", function (event) {
  if (!event.data || event.data.keep === undefined) return;
  event.waitUntil(
    Promise.all(event.data.keep.map(function (address) {
      var url = new URL(address, location.origin);
      if (url.origin !== location.origin) return null;
      return fetch(url.href, { credentials: "same-origin" }).then(function (response) {
        if (response.ok && !response.redirected) return keep(isGrid(url) ? self.registration.scope : url.href, response);
        return null;
      }).catch(function () { return null; });
    })).then(function () { if (event.source) event.source.postMessage({ kept: true }); })
  );
});
