// @ts-check
// The package in browsers.

import { createEngine as create } from "./engine.js";
import { startedBy } from "./queries.js";

export { DolmenError } from "./errors.js";
export { Board, createBoard } from "./board.js";

/** Returns a worker for an address, which may be on another server. @param {string | URL} address */
function workerAt(address) {
  const url = new URL(address, self.location?.href);
  if (url.origin === self.location?.origin || ["blob:", "data:", "file:"].includes(url.protocol)) return new Worker(url, { type: "module" });
  const script = new Blob([`import ${JSON.stringify(url.href)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(script), { type: "module" });
}

/** @param {any} worker */
function startWorker(worker) {
  if (typeof worker === "function") return startedBy(worker);
  if (worker !== undefined) return workerAt(worker);
  // Bundlers look for exactly this expression.
  return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
}

/** @type {import("./engine.js").Host} */
const host = {
  // Evaluated on demand, since bundles of plain scripts have no address of their own.
  wasm: () => new URL("./dolmen.wasm", import.meta.url),
  start(given, hear, fail) {
    /** @type {Worker} */
    const worker = startWorker(given);
    worker.onmessage = ({ data }) => hear(data);
    worker.onmessageerror = () => fail(new Error("a message cannot be read"));
    worker.onerror = (event) => {
      event.preventDefault();
      const where = typeof given === "string" || given instanceof URL ? String(given) : "";
      fail(new Error(event.message || `the browser could not load its script ${where}`.trim()));
    };
    return { post: (message) => worker.postMessage(message), end: () => worker.terminate(), keep() {} };
  },
};

/** @param {any} [options] */
export const createEngine = (options) => create(options, host);
