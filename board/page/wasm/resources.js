// @ts-check
// The files that the table in the page needs: the module and the scripts of the workers. They lie beside
// this script, or inside the page if it is a single file.

/** @typedef {"dolmen.wasm" | "table-worker.js" | "worker.js" | "thread-worker.js"} Name */

/** The folder of the package dolmen-engine, whose scripts these are. */
const ENGINE = "../../../npm/src/";
/** @type {Name[]} */
const OF_ENGINE = ["worker.js", "thread-worker.js"];

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

/** Returns the address of a file beside this script, or of the package. @param {Name} name */
const beside = (name) => new URL(`${OF_ENGINE.includes(name) ? ENGINE : "./"}${name}`, import.meta.url).href;

/** Returns the module: its address, or the packed one in the page. */
export function engineModule() {
  const text = inside("dolmen.wasm");
  if (text === null) return beside("dolmen.wasm");
  const packed = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")));
}
