// @ts-check
// The engine in a worker, as a program of the Gomocup protocol: text lines in, text lines out, and a stop. The board's
// page uses it.

import { newMemory } from "./instance.js";
import { Signal } from "./signal.js";

/** The memory limit of the whole engine in bytes: phones give a page a few hundred megabytes at most. */
const MAX_MEMORY = 96 * 1024 * 1024;
/** The maximum number of threads: more gain little, and each has a stack. */
const MAX_THREADS = 8;
const STOP = /^(YX)?STOP$/i;
/** Commands after which the engine thinks. */
const THINKING = /^(DONE|BEGIN|TURN\b|YXNBEST\b|YXSEARCHDEFEND|YXBALANCE|YXSWAP2STEP)/i;
/** Commands that open a list, which ends with DONE; only after these two does DONE ask for a move. */
const LISTS = /^(BOARD|SWAP2BOARD)$/i;
/** An answer: a move, several moves, or a swap. */
const ANSWER = /^(\d+,\d+|SWAP$|ERROR|UNKNOWN)/;

/**
 * @typedef {object} Parts the module, and functions that start its workers
 * @property {WebAssembly.Module} module
 * @property {() => Worker} worker
 * @property {() => Worker} [threadWorker]
 *
 * @typedef {(text: string) => void} Hear
 */

/**
 * Returns the number of threads beside the main one. Only a page that is isolated from other origins may share memory
 * among workers. Where there are more than two processors, one is left to the page and the system.
 */
function helperCount() {
  const processors = self.crossOriginIsolated ? navigator.hardwareConcurrency : 1;
  return Math.min(processors > 2 ? processors - 1 : processors, MAX_THREADS) - 1;
}

/** An engine that speaks the Gomocup protocol. */
export class Program {
  #signal = new Signal();
  #parts;
  #hear;
  #gone;
  /** The worker and the threads beside it. @type {Worker[]} */
  #workers = [];
  /** Tells whether a stop reaches the worker; known once it has opened. @type {boolean | undefined} */
  #canStop;
  #game = new Game();

  /**
   * Starts the engine.
   * @param {Parts} parts
   * @param {Hear} hear is called with each line
   * @param {Hear} gone is called with the reason when the engine has ended by itself
   */
  constructor(parts, hear, gone) {
    this.#parts = parts;
    this.#hear = hear;
    this.#gone = gone;
    this.#start();
  }

  /** Returns a worker whose failure ends the engine. @param {() => Worker} start */
  #worker(start) {
    const worker = start();
    worker.onerror = (event) => {
      event.preventDefault();
      this.#gone(`the engine has ended: ${event.message || "the browser could not run it"}`);
    };
    this.#workers.push(worker);
    return worker;
  }

  /** Starts the worker. */
  #start() {
    const { module, worker: start, threadWorker } = this.#parts;
    const memory = newMemory(module);
    const helpers = memory && threadWorker ? helperCount() : 0;
    const worker = this.#worker(start);
    worker.onmessage = ({ data }) => {
      if (data.line !== undefined) this.#heard(data.line);
      else if (data.failed) this.#gone(data.failed);
      else if (data.opened) {
        this.#canStop = data.opened.canStop;
        for (const address of data.opened.threads) {
          if (threadWorker) this.#worker(threadWorker).postMessage({ module, memory, address });
        }
      }
    };
    worker.postMessage({ open: { module, signal: this.#signal.opening, helpers, memory: helpers ? memory : undefined } });
    this.#post(`INFO max_memory ${MAX_MEMORY}`);
    this.#post(`INFO thread_num ${helpers + 1}`);
  }

  /** @param {string} line */
  #post(line) {
    this.#workers[0].postMessage({ line, token: this.#signal.token });
  }

  /** @param {string} line */
  send(line) {
    if (STOP.test(line)) this.#stop();
    else {
      this.#game.sent(line);
      this.#post(line);
    }
  }

  #stop() {
    // Lines after a stop belong to the next search.
    this.#signal.raise();
    if (this.#canStop !== false || !this.#game.isThinking) return;
    // Without a signal, the search ends with its worker, and its best move so far is the answer.
    this.#end();
    this.#start();
    const { best } = this.#game;
    for (const line of this.#game.restart()) this.#post(line);
    // Before the first report there is no best move to send; the caller handles an engine without a reply.
    if (best) this.#hear(best);
  }

  /** @param {string} line */
  #heard(line) {
    this.#game.heard(line);
    this.#hear(line);
  }

  #end() {
    for (const worker of this.#workers.splice(0)) worker.terminate();
  }

  kill() {
    this.#end();
    this.#signal.end();
  }
}

/** The state that the lines so far have set up, to be restored in a new worker. */
class Game {
  /** The lines that prepared the game. @type {string[]} */
  #prepared = [];
  isThinking = false;
  #wantsMove = false;
  /** The first move of the best line so far, as `x,y`. */
  best = "";

  /** @param {string} line */
  sent(line) {
    if (/^(RECT)?START\b/i.test(line)) this.#prepared = [line];
    else if (/^INFO\b/i.test(line)) this.#prepared.push(line);
    if (LISTS.test(line)) this.#wantsMove = true;
    // The answer to an opening is an action, which no best line contains; the caller ends an engine that does not stop.
    if (/^(YX(BOARD|BLOCK|BLOCKUNDO)$|OPENING\b)/i.test(line)) this.#wantsMove = false;
    if (THINKING.test(line) && (!/^DONE$/i.test(line) || this.#wantsMove)) {
      this.isThinking = true;
      this.best = "";
    }
  }

  /** @param {string} line */
  heard(line) {
    if (ANSWER.test(line)) this.isThinking = false;
    const first = /\bpv ([a-v])(\d+)/.exec(line);
    if (first && !/multipv ([2-9]|\d\d)/.test(line)) {
      this.best = `${first[1].charCodeAt(0) - 97},${Number(first[2]) - 1}`;
    }
  }

  /** Returns the lines that restore the game in a new worker, without starting a search. */
  restart() {
    this.isThinking = false;
    return this.#prepared;
  }
}
