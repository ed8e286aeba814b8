// @ts-check
// Loads and compiles a module, from an address or from bytes.

import { DolmenError, abortReason, wordsOf } from "./errors.js";

/** The first bytes of a module. */
const MODULE_MAGIC = [0, 0x61, 0x73, 0x6d];
/** The approximate number of bytes of the module, for servers that do not send it. */
const USUAL_MODULE_LENGTH = 7.2e6;

/**
 * @typedef {URL | string | Response | ArrayBuffer | Uint8Array | WebAssembly.Module} Source
 * @typedef {(url: string, signal?: AbortSignal) => Promise<Response>} Fetch
 */

/** Fetches an address. @type {Fetch} */
const fromServer = (url, signal) => fetch(url, { signal });

/**
 * Loads a module.
 * @param {Source} source
 * @param {{ get?: Fetch, needs?: string, signal?: AbortSignal, onProgress?: (fraction: number) => void }} [options] `needs` is an export of the module
 * @returns {Promise<WebAssembly.Module>}
 */
export async function loadModule(source, { get = fromServer, needs, signal, onProgress } = {}) {
  const isAddress = typeof source === "string" || source instanceof URL;
  const name = isAddress ? String(source) : "the given bytes";
  /** @type {Error | undefined} */
  let wrong;
  try {
    if (source instanceof WebAssembly.Module) return withExport(source, needs);
    const response = isAddress ? await get(name, signal) : source instanceof Response ? source : new Response(/** @type {BlobPart} */ (source));
    if (!response.ok || !response.body) throw new Error(`the server answered ${response.status} ${response.statusText}`.trim());
    const { body, headers } = response;
    const checked = body.pipeThrough(moduleChecker(headers, onProgress, (error) => (wrong = error)));
    // A wrong content type of the server must not matter.
    const module = await WebAssembly.compileStreaming(new Response(checked, { headers: { "content-type": "application/wasm" } }));
    return withExport(module, needs);
  } catch (error) {
    if (signal?.aborted) throw abortReason(signal);
    throw new DolmenError("load", `cannot load the engine from ${name}: ${reasonOf(wrong ?? error)}`, { cause: error });
  }
}

/** Returns a module that has an export. @param {WebAssembly.Module} module @param {string} [needs] */
function withExport(module, needs) {
  if (needs !== undefined && !WebAssembly.Module.exports(module).some(({ name }) => name === needs)) {
    throw new Error("expected the module of this version of dolmen-engine, got another module");
  }
  return module;
}

/**
 * Returns the message of an error and that of its cause, which alone is precise for a failed connection.
 * @param {unknown} error
 */
function reasonOf(error) {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message || /** @type {any} */ (error.cause).code : "";
  return cause ? `${wordsOf(error)}: ${cause}` : wordsOf(error);
}

/**
 * Returns a stream that passes a module on, checks its first bytes and counts all of them.
 * @param {Headers} headers
 * @param {((fraction: number) => void) | undefined} onProgress
 * @param {(error: Error) => void} refuse receives the error, which not all platforms pass on
 */
function moduleChecker(headers, onProgress, refuse) {
  // With a content encoding, the header counts the compressed bytes.
  const isPlain = !headers.get("content-encoding");
  const length = (isPlain && Number(headers.get("content-length"))) || USUAL_MODULE_LENGTH;
  let loaded = 0;
  return new TransformStream({
    transform(chunk, controller) {
      if (loaded < MODULE_MAGIC.length && MODULE_MAGIC.some((byte, index) => index >= loaded && chunk[index - loaded] !== byte)) {
        const error = new Error(`expected a WebAssembly module, got ${headers.get("content-type")?.split(";")[0] ?? "other bytes"}`);
        refuse(error);
        throw error;
      }
      loaded += chunk.byteLength;
      onProgress?.(Math.min(loaded / length, 1));
      controller.enqueue(chunk);
    },
  });
}
