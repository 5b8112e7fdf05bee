// Keeps the site in the browser, so that it opens without a network once it was opened.

const CACHE = "fewest-pours-$digest"; // another one for each version of the site
const FILES = ["./", "index.html", "manifest.json", "icon.svg", "icon.png"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});

addEventListener("activate", (event) => {
  event.waitUntil(dropOthers());
});

addEventListener("fetch", (event) => {
  event.respondWith(caches.match(event.request, {ignoreSearch: true}).then((found) => found ?? fetch(event.request)));
});

async function dropOthers() {
  for (const name of await caches.keys())
    if (name.startsWith("fewest-pours-") && name !== CACHE) await caches.delete(name);
}
