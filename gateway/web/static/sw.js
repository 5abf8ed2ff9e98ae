// Shows what the gateway pushes, and a page that says so when the gateway cannot be reached. No other
// page is kept: an old one would tell old facts.
const SHELL = "shell-1";
const OFFLINE = "/offline";
const KEPT = [OFFLINE, "/static/style.css", "/static/theme.js", "/static/offline.js", "/static/icon.svg"];

// Kept anew with each start of a page that asks for it: its language may be another by now.
async function keep() {
  const kept = await caches.open(SHELL);
  await kept.addAll(KEPT.map((url) => new Request(url, { cache: "reload" })));
}

self.addEventListener("install", (e) => {
  self.skipWaiting();
  e.waitUntil(keep().catch(() => {})); // without it the browser's own page says it
});
self.addEventListener("activate", (e) => e.waitUntil(self.clients.claim()));
self.addEventListener("message", (e) => {
  if (e.data === "keep") e.waitUntil(keep().catch(() => {}));
});

self.addEventListener("fetch", (e) => {
  const { pathname } = new URL(e.request.url);
  if (e.request.mode === "navigate") {
    e.respondWith(fetch(e.request).catch(async () => (await caches.match(OFFLINE)) ?? Response.error()));
  } else if (KEPT.includes(pathname)) {
    e.respondWith(fetch(e.request).catch(async () => (await caches.match(pathname)) ?? Response.error()));
  }
});

self.addEventListener("push", (e) => {
  const told = e.data?.json() ?? { title: "Feltwire", body: "Look at the floor page." };
  const { title, body, tag, url } = told;
  const options = { body, tag, renotify: Boolean(tag), requireInteraction: true, data: { url } };
  const vibrate = told.late ? [400, 90, 400, 90, 400, 90, 400] : [220, 110, 220]; // as floor.js has them
  e.waitUntil(self.registration.showNotification(title, { ...options, vibrate }));
});

self.addEventListener("notificationclick", (e) => {
  e.notification.close();
  const url = e.notification.data?.url ?? "/floor";
  e.waitUntil(
    self.clients.matchAll({ type: "window" }).then((open) => {
      const page = open.find((c) => new URL(c.url).pathname.startsWith("/floor"));
      return page ? page.focus() : self.clients.openWindow(url);
    }),
  );
});
