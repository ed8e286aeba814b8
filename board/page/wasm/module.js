// @ts-check
// An instance of Dolmen's WebAssembly module, as functions that take and give texts.

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * The exports of the module; see `board/wasm`.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} input
 * @property {() => void} engine_line
 * @property {(now: number) => void} table_open
 * @property {(now: number) => void} table_command
 * @property {(engine: number, now: number) => void} table_line
 * @property {(engine: number, now: number) => void} table_gone
 * @property {(now: number) => void} table_tick
 * @property {() => number} table_deadline
 */

/** One instance of the module. */
export class Instance {
  /** @param {Exports} exports */
  constructor(exports) {
    this.exports = exports;
  }

  /**
   * Starts an instance.
   * @param {WebAssembly.Module} module
   * @param {(text: string) => void} say is called with each text of the module
   * @param {() => boolean} isStopped is asked from time to time whether the running search is to answer at once
   */
  static async start(module, say, isStopped = () => false) {
    /** @type {Exports | undefined} */
    let exports;
    const page = {
      now: () => performance.now(),
      is_stopped: () => Number(isStopped()),
      /** @type {(pointer: number, length: number) => void} */
      say: (pointer, length) => {
        if (exports) say(decoder.decode(new Uint8Array(exports.memory.buffer, pointer, length)));
      },
    };
    const instance = await WebAssembly.instantiate(module, { page });
    exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    return new Instance(exports);
  }

  /**
   * Writes the text that the next call of the module takes.
   * @param {string} text
   */
  write(text) {
    const bytes = encoder.encode(text);
    const pointer = this.exports.input(bytes.length);
    new Uint8Array(this.exports.memory.buffer, pointer, bytes.length).set(bytes);
  }
}
