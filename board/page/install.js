// @ts-check
// The installed page: its files are kept by a service worker, and a new version of them takes over when the
// person wants it.

/**
 * Keeps the files of this page, if it is the static page behind a web server: `board/build.sh` gives that page a
 * manifest. The page of the program has its files from the program, and a page from a disk has them inside.
 * @param {(reload: () => void) => void} offer is called with the way to the new version when there is one
 */
export async function keepPage(offer) {
  const container = navigator.serviceWorker;
  if (!document.querySelector("link[rel=manifest]") || !container) return;
  let isReloading = false;
  const reload = () => {
    if (!isReloading) location.reload();
    isReloading = true;
  };
  // Another page of this browser has let the new version take over.
  container.addEventListener("controllerchange", reload);
  const offerWhenReady = (/** @type {ServiceWorker | null} */ next) => {
    const look = () => {
      if (next?.state === "activated" && container.controller) reload();
      if (next?.state !== "installed" || !container.controller) return;
      offer(() => next.postMessage("take over"));
    };
    next?.addEventListener("statechange", look);
    look();
  };
  try {
    const registration = await container.register("service-worker.js", { updateViaCache: "none" });
    offerWhenReady(registration.waiting);
    registration.addEventListener("updatefound", () => offerWhenReady(registration.installing));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) registration.update().catch(() => {});
    });
  } catch {
    // A browser that keeps nothing, or a server without the worker: the page works as long as there is a connection.
  }
}
