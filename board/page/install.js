// @ts-check
// The installed page: a service worker keeps its files, and a new version of them takes over when the person
// asks for it.

/**
 * Keeps the files of this page, if it is the static page behind a web server: `board/build.sh` gives that page a
 * manifest. The page of the program has its files from the program, and a page from a disk has them inside.
 * @param {(reload: () => void) => void} offer is called once there is a new version, with a function that loads it
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
    // Without storage in the browser or the worker on the server, the page works only with a connection.
  }
}
