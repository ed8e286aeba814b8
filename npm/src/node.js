// @ts-check
// The package in Node.js.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

import { createEngine as create } from "./engine.js";
import { startedBy } from "./queries.js";

export { DolmenError } from "./errors.js";
export { Board, createBoard } from "./board.js";

/** @type {import("./engine.js").Host} */
const host = {
  wasm: () => new URL("./dolmen.wasm", import.meta.url),
  async get(url, signal) {
    if (/^(https?|data|blob):/.test(url)) return fetch(url, { signal });
    const bytes = await readFile(url.startsWith("file:") ? fileURLToPath(url) : url, { signal });
    return new Response(new Uint8Array(bytes), { headers: { "content-length": String(bytes.byteLength) } });
  },
  start(given, hear, fail) {
    const address = /** @type {any} */ (given ?? new URL("./worker-node.js", import.meta.url));
    const isUrl = typeof address === "string" && address.startsWith("file:");
    // The flags of the process, such as --input-type, are not for the worker.
    const options = { execArgv: [] };
    /** @type {Worker} */
    const worker = typeof given === "function" ? startedBy(/** @type {() => any} */ (given)) : new Worker(isUrl ? new URL(address) : address, options);
    worker.on("message", hear);
    worker.on("error", fail);
    worker.on("exit", (code) => fail(new Error(`it has ended with code ${code}`)));
    return {
      post: (message) => worker.postMessage(message),
      end: () => void worker.terminate(),
      keep: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
    };
  },
};

/** @param {any} [options] */
export const createEngine = (options) => create(options, host);
