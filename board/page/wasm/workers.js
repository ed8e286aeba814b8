// @ts-check
// Workers of the page and of other workers. This file has no address of its own (`import.meta`), which plain
// scripts must not ask for.

/**
 * The script of a worker: the address of a module beside the page, or the text of a plain script inside it.
 * Browsers refuse modules that belong to a page from a disk.
 * @typedef {string | Blob} Script
 */

/** Starts a worker. @param {Script} script */
export function startWorker(script) {
  if (typeof script === "string") return new Worker(script, { type: "module" });
  // The address holds only where it was made: a page from a disk and its workers are strangers.
  return new Worker(URL.createObjectURL(script));
}
