// @ts-check
// The files that the table in the page needs: the module and the scripts of the workers. They lie beside
// this script, or inside the page if it is a single file.

/** @typedef {"dolmen.wasm" | "table-worker.js" | "engine-worker.js" | "thread-worker.js"} Name */

/**
 * Returns the text that a page of a single file has for a resource.
 * @param {Name} name
 */
function inside(name) {
  return document.querySelector(`script[data-resource="${name}"]`)?.textContent ?? null;
}

/** Returns the script of a worker. @param {Name} name @returns {import("./workers.js").Script} */
export function script(name) {
  const text = inside(name);
  return text === null ? beside(name) : new Blob([text], { type: "text/javascript" });
}

/** Returns the address of a file beside this script. @param {Name} name */
const beside = (name) => new URL(`./${name}`, import.meta.url).href;

/**
 * Returns the module as a stream of bytes, and their number if it is known.
 * @param {Name} name
 */
export async function open(name) {
  const text = inside(name);
  if (text !== null) {
    const packed = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
    return { body: new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")), length: null };
  }
  const response = await fetch(beside(name));
  if (!response.ok || !response.body) throw new Error(`cannot load the engine: ${response.status} ${response.statusText}`);
  // With a content encoding the header counts the packed bytes.
  const isPlain = !response.headers.get("content-encoding");
  return { body: response.body, length: isPlain ? Number(response.headers.get("content-length")) || null : null };
}
