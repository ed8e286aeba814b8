// @ts-check
// A backend without a server: the table and the engine are WebAssembly in workers of this page.

/**
 * Opens a table in this page.
 * @param {(message: any) => void} handle is called with each message of the table
 * @param {(fraction: number) => void} progress is called while the module is loaded, with 0 to 1
 */
export async function openLocalTable(handle, progress) {
  const module = await load(new URL("./dolmen.wasm", import.meta.url), progress);
  const worker = new Worker(new URL("./table-worker.js", import.meta.url), { type: "module" });
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
  worker.postMessage({ module });
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
 * @param {URL} address
 * @param {(fraction: number) => void} progress
 */
async function load(address, progress) {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`cannot load the engine: ${response.status} ${response.statusText}`);
  const length = Number(response.headers.get("content-length")) || 6e6;
  let loaded = 0;
  const counter = new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      progress(Math.min(loaded / length, 1));
      controller.enqueue(chunk);
    },
  });
  const body = response.body.pipeThrough(counter);
  // A server with a wrong type for the file must not matter.
  return WebAssembly.compileStreaming(new Response(body, { headers: { "content-type": "application/wasm" } }));
}
