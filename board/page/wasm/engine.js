// @ts-check
// An engine that runs in a worker, with the manners of a process: lines in, lines out, and a stop.

import { cut, newLeash } from "./leash.js";
import { newMemory } from "./module.js";
import { startWorker } from "./workers.js";

/** Bytes for the whole engine: phones give a page a few hundred megabytes at most. */
const MAX_MEMORY = 96 * 1024 * 1024;
/** More threads than this gain little, and each has a stack. */
const MAX_THREADS = 8;
const STOP = /^(YX)?STOP$/i;
/** Commands after which the engine thinks. */
const THINKING = /^(DONE|BEGIN|TURN\b|YXNBEST\b|YXSEARCHDEFEND|YXBALANCE|YXSWAP2STEP)/i;
/** Commands that open a list, which ends with DONE; only after these two does DONE ask for a move. */
const LISTS = /^(BOARD|SWAP2BOARD)$/i;
/** An answer: a move, several moves, or a swap. */
const ANSWER = /^(\d+,\d+|SWAP$|ERROR|UNKNOWN)/;

/**
 * @typedef {object} Engine
 * @property {(line: string) => void} send
 * @property {() => void} kill
 *
 * @typedef {import("./workers.js").Script} Script
 * @typedef {{ module: WebAssembly.Module, script: Script, threadScript: Script }} Program the module, and the scripts of its workers
 * @typedef {(text: string) => void} Hear
 */

/**
 * Starts an engine.
 * @param {Program} program
 * @param {Hear} hear is called with each line
 * @param {Hear} gone is called with the reason when the engine has ended by itself
 * @returns {Engine}
 */
export function startEngine(program, hear, gone) {
  // The workers of a page from a disk are strangers to each other: none sees the leash of another.
  return typeof program.script === "string" ? new LeashedEngine(program, hear, gone) : new EndedEngine(program, hear, gone);
}

/** @param {Script} script @param {Hear} gone */
function started(script, gone) {
  const worker = startWorker(script);
  worker.onerror = (event) => {
    event.preventDefault();
    gone(`the engine has ended: ${event.message || "the browser could not run it"}`);
  };
  return worker;
}

/**
 * Returns the number of threads beside the main one. Only a page that is isolated from other origins may share memory
 * among workers. Where there are more than two processors, one is left to the page and the system.
 */
function helperCount() {
  const processors = self.crossOriginIsolated ? navigator.hardwareConcurrency : 1;
  return Math.min(processors > 2 ? processors - 1 : processors, MAX_THREADS) - 1;
}

/** An engine that a stop reaches while it thinks, and that remembers what it has found. */
class LeashedEngine {
  /** @param {Program} program @param {Hear} hear @param {Hear} gone */
  constructor(program, hear, gone) {
    this.leash = newLeash();
    this.worker = started(program.script, gone);
    const { module, threadScript } = program;
    const memory = newMemory(module);
    const helpers = memory ? helperCount() : 0;
    /** The threads beside the worker. @type {Worker[]} */
    this.helpers = [];
    this.worker.onmessage = ({ data }) => {
      if (!data.threads) return hear(String(data));
      this.helpers = data.threads.map((/** @type {number} */ address) => {
        const helper = started(threadScript, gone);
        helper.postMessage({ module, memory, address });
        return helper;
      });
    };
    this.worker.postMessage({ module, helpers, memory: helpers ? memory : undefined });
    this.send(`INFO max_memory ${MAX_MEMORY}`);
    this.send(`INFO thread_num ${helpers + 1}`);
  }

  /** @param {string} line */
  send(line) {
    if (!STOP.test(line)) {
      this.worker.postMessage({ line, leash: this.leash });
      return;
    }
    // The lines after a stop belong to another search.
    cut(this.leash);
    this.leash = newLeash();
  }

  kill() {
    for (const worker of [this.worker, ...this.helpers]) worker.terminate();
    cut(this.leash);
  }
}

/** An engine that is stopped by ending its worker; it forgets what it has found. */
class EndedEngine {
  /** @param {Program} program @param {Hear} hear @param {Hear} gone */
  constructor(program, hear, gone) {
    this.program = program;
    this.hear = hear;
    this.gone = gone;
    /** The lines that prepared the game: a new worker needs them again. @type {string[]} */
    this.prepared = [];
    this.isThinking = false;
    this.wantsMove = false;
    /** The first move of the best line so far, as `x,y`. */
    this.best = "";
    this.worker = this.start();
  }

  start() {
    const worker = started(this.program.script, this.gone);
    worker.onmessage = ({ data }) => this.heard(String(data));
    worker.postMessage({ module: this.program.module });
    worker.postMessage({ line: `INFO max_memory ${MAX_MEMORY}` });
    return worker;
  }

  /** @param {string} line */
  send(line) {
    if (STOP.test(line)) {
      if (this.isThinking) this.stop();
      return;
    }
    if (/^(RECT)?START\b/i.test(line)) this.prepared = [line];
    else if (/^INFO\b/i.test(line)) this.prepared.push(line);
    if (LISTS.test(line)) this.wantsMove = true;
    // An opening wants an act, which no best line tells: the table ends an engine that does not stop.
    if (/^(YX(BOARD|BLOCK|BLOCKUNDO)$|OPENING\b)/i.test(line)) this.wantsMove = false;
    if (THINKING.test(line) && (!/^DONE$/i.test(line) || this.wantsMove)) {
      this.isThinking = true;
      this.best = "";
    }
    this.worker.postMessage({ line });
  }

  /** Ends the search by ending its worker, and answers with the best move so far. */
  stop() {
    this.worker.terminate();
    this.isThinking = false;
    this.worker = this.start();
    for (const line of this.prepared) this.worker.postMessage({ line });
    // Before the first report there is no best move to send; the table handles an engine without a reply.
    if (this.best) this.hear(this.best);
  }

  /** @param {string} line */
  heard(line) {
    if (ANSWER.test(line)) this.isThinking = false;
    const first = /\bpv ([a-v])(\d+)/.exec(line);
    if (first && !/multipv ([2-9]|\d\d)/.test(line)) {
      this.best = `${first[1].charCodeAt(0) - 97},${Number(first[2]) - 1}`;
    }
    this.hear(line);
  }

  kill() {
    this.worker.terminate();
  }
}
