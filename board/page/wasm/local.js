// @ts-check
// A backend without a server: the table and the engine are WebAssembly in workers of this page.

import { open, script } from "./resources.js";
import { startWorker } from "./workers.js";

/** The number of bytes of the module, about, where the server does not say it. */
const USUAL_LENGTH = 6.7e6;

/**
 * Opens a table in this page.
 * @param {(message: any) => void} handle is called with each message of the table
 * @param {(fraction: number) => void} progress is called while the module is loaded, with 0 to 1
 */
export async function openLocalTable(handle, progress) {
  const module = await load(progress);
  const worker = startWorker(script("table-worker.js"));
  /** @type {string[]} */
  const waiting = [];
  let isReady = false;
  worker.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "ready") {
      isReady = true;
      for (const command of waiting.splice(0)) worker.postMessage({ command });
    } else {
      handle(message);
    }
  };
  worker.onerror = (event) => {
    handle({ type: "notice", text: `the table has stopped: ${event.message}. Reload the page; your game is kept.` });
  };
  worker.postMessage({ module, scripts: { script: script("engine-worker.js"), threadScript: script("thread-worker.js") } });
  return {
    /** @param {object} command */
    send(command) {
      const text = JSON.stringify(command);
      if (isReady) worker.postMessage({ command: text });
      else waiting.push(text);
    },
    close() {
      worker.terminate();
    },
  };
}

/**
 * Loads and compiles the module.
 * @param {(fraction: number) => void} progress
 */
async function load(progress) {
  const { body, length } = await open("dolmen.wasm");
  let loaded = 0;
  const counter = new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      progress(Math.min(loaded / (length ?? USUAL_LENGTH), 1));
      controller.enqueue(chunk);
    },
  });
  // A server with a wrong type for the file must not matter.
  return WebAssembly.compileStreaming(new Response(body.pipeThrough(counter), { headers: { "content-type": "application/wasm" } }));
}
