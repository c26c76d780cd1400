/**
 * The service worker of the site: it keeps all files of a version, so that the page works offline. A new
 * version is loaded beside the old one and answers from the next visit on; pages that are open keep the files
 * of theirs.
 *
 * `.ci/site` fills in the version and the files.
 */

const VERSION = "VERSION";

/** @type {string[]} */
const FILES = ["FILES"];

const scope = /** @type {any} */ (self);

/** The module of this browser, which the page names. */
const ENGINES = `ASSETS/${new URL(scope.location).searchParams.get("engines")}`;

/** The address of the site. A host may have several sites, whose caches are the same. */
const ROOT = scope.registration.scope;
const PREFIX = `queens ${ROOT} `;

/** @param {string} version */
const cacheOf = (version) => caches.open(PREFIX + version);

async function install() {
  const cache = await cacheOf(VERSION);
  // Files with the hash of the content in their address may come from the cache of the browser; the others
  // must be fresh.
  const requests = [...FILES, ENGINES]
    .map((file) => new Request(file, { cache: file.startsWith("assets/") ? "default" : "reload" }));
  await cache.addAll(requests);
  await scope.skipWaiting();
}

/** Deletes all versions except this one and the one before, whose pages may still be open. */
async function activate() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const own = await cacheOf(VERSION);
  const isPage = request.mode === "navigate"
    && [ROOT, `${ROOT}index.html`].includes(request.url.replace(/[?#].*$/s, ""));
  const found = await own.match(isPage ? "./" : request) ?? await caches.match(request);
  return found ?? fetch(request);
}

scope.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(ROOT)) return;
  event.respondWith(answer(request));
});
