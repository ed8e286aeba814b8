// @ts-check
// An instance of Dolmen's WebAssembly module, as functions that take and give texts.

/** The sizes of a memory that threads share, in pages of 64 KiB, as `board/build.sh` sets them. */
const SHARED_PAGES = { initial: 1024, maximum: 8192 };
/** Bytes for the stack of a thread, as for that of the module. */
const STACK_BYTES = 16 * 1024 * 1024;

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
 * @property {(bytes: number) => number} thread_memory
 * @property {() => void} thread_run
 * @property {WebAssembly.Global} [__stack_pointer]
 * @property {WebAssembly.Global} [__tls_size]
 * @property {(memory: number) => void} [__wasm_init_tls]
 */

/**
 * Returns a memory for a module that several instances can share; `undefined` for one with a memory of its own.
 * @param {WebAssembly.Module} module
 */
export function newMemory(module) {
  const isImported = WebAssembly.Module.imports(module).some(({ kind }) => kind === "memory");
  return isImported ? new WebAssembly.Memory({ ...SHARED_PAGES, shared: true }) : undefined;
}

/** One instance of the module. */
export class Instance {
  /** @param {Exports} exports @param {WebAssembly.Memory} memory */
  constructor(exports, memory) {
    this.exports = exports;
    this.memory = memory;
  }

  /**
   * Starts an instance.
   * @param {WebAssembly.Module} module
   * @param {(text: string) => void} say is called with each text of the module
   * @param {() => boolean} isStopped is asked from time to time whether the running search is to answer at once
   * @param {WebAssembly.Memory} [memory] that of another instance, to be a thread beside it
   */
  static async start(module, say, isStopped = () => false, memory = newMemory(module)) {
    /** @type {Instance | undefined} */
    let started;
    const page = {
      now: () => performance.now(),
      is_stopped: () => Number(isStopped()),
      /** @type {(pointer: number, length: number) => void} */
      say: (pointer, length) => {
        // Decoders refuse bytes that another thread could change: this is a copy.
        if (started) say(decoder.decode(new Uint8Array(started.memory.buffer, pointer, length).slice()));
      },
    };
    const { exports } = await WebAssembly.instantiate(module, memory ? { page, env: { memory } } : { page });
    const typed = /** @type {Exports} */ (/** @type {unknown} */ (exports));
    started = new Instance(typed, memory ?? typed.memory);
    return started;
  }

  /** Returns the address of the memory for a new thread. */
  threadMemory() {
    return this.exports.thread_memory(STACK_BYTES + this.exports.__tls_size?.value);
  }

  /** Runs as a thread for ever, with the memory that another instance has for it. @param {number} address */
  runAsThread(address) {
    const { __stack_pointer: stack, __wasm_init_tls: initialise, thread_run: run } = this.exports;
    if (!stack || !initialise) throw new Error("the module has no threads");
    // The stack grows downwards, and the variables of the thread lie above it.
    stack.value = address + STACK_BYTES;
    initialise(address + STACK_BYTES);
    run();
  }

  /**
   * Writes the text that the next call of the module takes.
   * @param {string} text
   */
  write(text) {
    const bytes = encoder.encode(text);
    const pointer = this.exports.input(bytes.length);
    new Uint8Array(this.memory.buffer, pointer, bytes.length).set(bytes);
  }
}
