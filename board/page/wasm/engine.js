// @ts-check
// An engine that runs in a worker, with the manners of a process: lines in, lines out, and a stop.

import { startWorker } from "./workers.js";

/** Bytes for the whole engine: phones give a page a few hundred megabytes at most. */
const MAX_MEMORY = 96 * 1024 * 1024;
/** Commands after which the engine thinks. */
const THINKING = /^(DONE|BEGIN|TURN\b|YXNBEST\b|YXSEARCHDEFEND|YXBALANCE|YXSWAP2STEP)/i;
/** Commands that open a list, which ends with DONE; only after these two does DONE ask for a move. */
const LISTS = /^(BOARD|SWAP2BOARD)$/i;
/** An answer: a move, several moves, or a swap. */
const ANSWER = /^(\d+,\d+|SWAP$|ERROR|UNKNOWN)/;

/** An engine in a worker. */
export class WorkerEngine {
  /**
   * @param {{ module: WebAssembly.Module, script: import("./workers.js").Script }} program the module, and the script of its worker
   * @param {(line: string) => void} hear
   * @param {(reason: string) => void} gone
   */
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
    const worker = startWorker(this.program.script);
    worker.onmessage = ({ data }) => this.heard(String(data));
    worker.onerror = (event) => {
      event.preventDefault();
      this.gone(`the engine has ended: ${event.message || "the browser could not run it"}`);
    };
    worker.postMessage({ module: this.program.module });
    worker.postMessage({ line: `INFO max_memory ${MAX_MEMORY}` });
    return worker;
  }

  /** @param {string} line */
  send(line) {
    if (/^(YX)?STOP$/i.test(line)) {
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
