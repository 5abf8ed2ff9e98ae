// Shows what the gateway pushes; nothing is kept for offline use: an old page would tell old facts.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (e) => e.waitUntil(self.clients.claim()));

self.addEventListener("push", (e) => {
  const told = e.data?.json() ?? { title: "Feltwire", body: "Look at the floor page." };
  const { title, body, tag, url } = told;
  const options = { body, tag, renotify: Boolean(tag), requireInteraction: true, data: { url } };
  e.waitUntil(self.registration.showNotification(title, { ...options, vibrate: [200, 90, 200] }));
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
