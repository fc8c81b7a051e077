// Keeps a published folder in the browser, so that a later visit needs no line. A version is kept whole or not at all, each file by its
// digest; the next one takes its place when no page of this one is open. `VERSION` and `FILES` stand in front of this.

const at = /** @type {any} */ (self);
const [ours, now] = [`hexlaw ${at.registration.scope} `, `hexlaw ${at.registration.scope} ${at.VERSION}`];
const on = (/** @type {string} */ what, /** @type {(event: any) => void} */ work) => at.addEventListener(what, work);

on("install", (event) => event.waitUntil(caches.open(now).then((cache) => Promise.all(Object.entries(at.FILES).map(async ([name, digest]) => {
  const law = name.startsWith("machine/of-"); // of a situation: kept if it has been fetched to be played
  const got = await fetch(name, law ? { cache: "only-if-cached", mode: "same-origin" } : { cache: "no-cache" }).catch(() => null);
  if (law && !got?.ok) return;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await /** @type {Response} */ (got).clone().arrayBuffer()));
  if (Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("") !== digest) throw new Error(`${name} is of another version`);
  return cache.put(name, /** @type {Response} */ (got));
})))));
on("activate", (event) => event.waitUntil(caches.keys().then((/** @type {string[]} */ names) => Promise.all(names.filter((name) => name.startsWith(ours) && name !== now).map((name) => caches.delete(name))))));
on("fetch", (event) => event.respondWith(caches.open(now).then(async (cache) =>
  (await cache.match(event.request.url.replace(/\/(?=$|[?#])/, "/index.html"), { ignoreSearch: true })) ?? fetch(event.request))));
