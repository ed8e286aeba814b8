// @ts-check
// An instance of one of Dolmen's WebAssembly modules, as functions that take and return texts. `npm/host` describes
// the modules.

/** The sizes of a memory that threads share, in pages of 64 KiB, as `board/build.sh` sets them. */
const SHARED_PAGES = { initial: 1024, maximum: 8192 };
/** Bytes for the stack of a thread, as for that of the module. */
const STACK_BYTES = 16 * 1024 * 1024;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * The exports of a module: numbers go in, numbers come out.
 * @typedef {Record<string, (...numbers: number[]) => number>} Functions
 *
 * @typedef {object} Threads
 * @property {WebAssembly.Global} [__stack_pointer]
 * @property {WebAssembly.Global} [__tls_size]
 */

/**
 * Returns a memory for a module that several instances can share; `undefined` for one with a memory of its own.
 * @param {WebAssembly.Module} module
 */
export function newMemory(module) {
  const isImported = WebAssembly.Module.imports(module).some(({ kind }) => kind === "memory");
  return isImported ? new WebAssembly.Memory({ ...SHARED_PAGES, shared: true }) : undefined;
}

/** One instance of a module. */
export class Instance {
  /**
   * Starts an instance at once, which browsers allow for small modules.
   * @param {WebAssembly.Module} module
   * @param {(text: string) => void} say is called with each text of the module
   * @param {() => boolean} isStopped is polled for a request to pause the running search
   * @param {WebAssembly.Memory} [memory] that of another instance, to be a thread beside it
   */
  constructor(module, say, isStopped = () => false, memory = newMemory(module)) {
    const page = {
      now: () => performance.now(),
      is_stopped: () => Number(isStopped()),
      /** @type {(pointer: number, length: number) => void} */
      say: (pointer, length) => {
        // `slice` copies: decoders refuse bytes that another thread could change.
        say(decoder.decode(this.bytes(pointer, length).slice()));
      },
    };
    const { exports } = new WebAssembly.Instance(module, memory ? { page, env: { memory } } : { page });
    /** @type {Functions} */
    this.exports = /** @type {any} */ (exports);
    /** @type {Threads} */
    this.threads = /** @type {any} */ (exports);
    /** @type {WebAssembly.Memory} */
    this.memory = memory ?? /** @type {any} */ (exports.memory);
  }

  /** Returns a view of the memory, valid until the next call. @param {number} pointer @param {number} length */
  bytes(pointer, length) {
    return new Uint8Array(this.memory.buffer, pointer, length);
  }

  /** Returns the address of the memory for a new thread. */
  threadMemory() {
    return this.exports.thread_memory(STACK_BYTES + this.threads.__tls_size?.value);
  }

  /** Runs forever as a thread, with the memory that another instance has allocated for it. @param {number} address */
  runAsThread(address) {
    const { __wasm_init_tls: initialise, thread_run: run } = this.exports;
    const stack = this.threads.__stack_pointer;
    if (!stack || !initialise) throw new Error("the module has no threads");
    // The stack grows downwards, and the variables of the thread lie above it.
    stack.value = address + STACK_BYTES;
    initialise(address + STACK_BYTES);
    run();
  }

  /** Writes the text that the next call of the module takes. @param {string} text */
  write(text) {
    const bytes = encoder.encode(text);
    const pointer = this.exports.input(bytes.length);
    this.bytes(pointer, bytes.length).set(bytes);
  }
}
