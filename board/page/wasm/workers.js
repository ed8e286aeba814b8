// @ts-check
// Starts workers, for the page and for other workers. This file does not use `import.meta`, which is an error in
// plain scripts.

/**
 * The script of a worker: the address of a module beside the page, or the text of a plain script inside it.
 * Browsers refuse modules that belong to a page from a disk.
 * @typedef {string | Blob} Script
 */

/** Starts a worker. @param {Script} script */
export function startWorker(script) {
  if (typeof script === "string") return new Worker(script, { type: "module" });
  // The address is valid only in the origin that made it, and a page from a disk and its workers have different ones.
  return new Worker(URL.createObjectURL(script));
}
