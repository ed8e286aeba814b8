// @ts-check
// An engine that runs in a worker, with the manners of a process: lines in, lines out, and a stop.

import { cut, newLeash } from "./leash.js";
import { startWorker } from "./workers.js";

/** Bytes for the whole engine: phones give a page a few hundred megabytes at most. */
const MAX_MEMORY = 96 * 1024 * 1024;
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
 * @typedef {{ module: WebAssembly.Module, script: import("./workers.js").Script }} Program the module, and the script of its worker
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

/** @param {Program} program @param {Hear} hear @param {Hear} gone */
function started({ module, script }, hear, gone) {
  const worker = startWorker(script);
  worker.onmessage = ({ data }) => hear(String(data));
  worker.onerror = (event) => {
    event.preventDefault();
    gone(`the engine has ended: ${event.message || "the browser could not run it"}`);
  };
  worker.postMessage({ module });
  worker.postMessage({ line: `INFO max_memory ${MAX_MEMORY}` });
  return worker;
}

/** An engine that a stop reaches while it thinks, and that remembers what it has found. */
class LeashedEngine {
  /** @param {Program} program @param {Hear} hear @param {Hear} gone */
  constructor(program, hear, gone) {
    this.worker = started(program, hear, gone);
    this.leash = newLeash();
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
    this.worker.terminate();
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
    return started(this.program, (line) => this.heard(line), this.gone);
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
    if (/^YX(BOARD|BLOCK|BLOCKUNDO)$/i.test(line)) this.wantsMove = false;
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
