// @ts-check
// A backend without a server: the table and the engine are WebAssembly in workers of this page.

import { loadModule } from "../../../npm/src/load.js";
import { engineModule, script } from "./resources.js";
import { startWorker } from "./workers.js";

/**
 * Opens a table in this page.
 * @param {(message: any) => void} handle is called with each message of the table
 * @param {(fraction: number) => void} progress is called while the module is loaded, with 0 to 1
 */
export async function openLocalTable(handle, progress) {
  const module = await loadModule(engineModule(), { onProgress: progress });
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
  worker.postMessage({ module, scripts: { script: script("worker.js"), threadScript: script("thread-worker.js") } });
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
