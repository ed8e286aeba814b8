// @ts-check
// The service worker of the static page: keeps one version of its files, so that the page works offline.
//
// `board/build.sh` puts the release in front of this script. A version is kept whole or not at all: every file is
// compared with its hash. The pages of an old version keep its files until one of them lets the new one take over;
// then all of them load again.

/**
 * @typedef {object} Release
 * @property {string} version
 * @property {Record<string, string>} files the SHA-256 of each file by its path, in hexadecimal digits
 */
const worker = /** @type {any} */ (self);
/** @type {Release} */
const release = worker.release;
/** The folder of the page. @type {URL} */
const home = new URL(worker.registration.scope);
/** The first part of the names of this page's caches: other pages of the same server have caches too. */
const PREFIX = `dolmen ${home.pathname} `;
const OWN = `${PREFIX}${release.version}`;
const HASH = "x-content-hash";
/** With these headers a page is isolated from other origins, and its engine may use several threads. */
const ISOLATION = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp", "cross-origin-resource-policy": "same-origin" };

/** Returns the address of a file. @param {string} path */
const address = (path) => new URL(path, home).href;

/** Returns the caches of all versions. */
const versions = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

/** @param {ArrayBuffer} bytes */
async function hashOf(bytes) {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Loads a file of this version from the server. @param {string} path */
async function load(path) {
  const response = await fetch(address(path), { cache: "no-cache" });
  const bytes = await response.arrayBuffer();
  if (!response.ok || (await hashOf(bytes)) !== release.files[path]) throw new Error(`${path} is not that of version ${release.version}`);
  // A new response: one that was redirected must not answer a navigation.
  const type = response.headers.get("content-type") ?? "application/octet-stream";
  return new Response(bytes, { headers: { "content-type": type, "content-length": String(bytes.byteLength), [HASH]: release.files[path], ...ISOLATION } });
}

/** Returns a file of this version from an older one that has the same. @param {string} path */
async function inherited(path) {
  for (const name of await versions()) {
    const kept = name === OWN ? undefined : await (await caches.open(name)).match(address(path));
    if (kept?.headers.get(HASH) === release.files[path]) return kept;
  }
  return null;
}

async function keep() {
  const cache = await caches.open(OWN);
  const one = async (/** @type {string} */ path) => cache.put(address(path), (await inherited(path)) ?? (await load(path)));
  try {
    await Promise.all(Object.keys(release.files).map(one));
  } catch (error) {
    await caches.delete(OWN);
    throw error;
  }
}

async function forgetOthers() {
  for (const name of await versions()) if (name !== OWN) await caches.delete(name);
}

/** Answers with the kept file, or with the same file from the server if the browser has dropped it. @param {string} path */
async function answer(path) {
  const cache = await caches.open(OWN);
  return (await cache.match(address(path))) ?? load(path);
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forgetOthers()));
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "take over") worker.skipWaiting();
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== home.origin || !url.pathname.startsWith(home.pathname)) return;
  const path = url.pathname.slice(home.pathname.length) || "index.html";
  if (Object.hasOwn(release.files, path)) event.respondWith(answer(path));
});
