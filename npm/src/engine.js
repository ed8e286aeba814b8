// @ts-check
// The engine: calls become queries for the worker, and replies become results.

import { DolmenError, abortReason, errorOf, invalid, wordsOf } from "./errors.js";
import { loadModule } from "./load.js";
import { OPTIONS_OF_FIELDS, analysisOf, checkedOptions, goingOn, isFinal, jsonOf, limitsOf, positionOf, solutionOf, valuesOf } from "./queries.js";
import { Signal } from "./signal.js";
import { Stream } from "./stream.js";

/** The session whose table all calls share. */
const SESSION = "engine";
/** The seconds between two reports. */
const REPORT_EVERY = 0.05;
/** The options of both kinds of searches. */
const SEARCH_OPTIONS = ["nodes", "time", "depth", "lines", "avoid", "only", "fresh", "signal"];
const DEFAULT_MEGABYTES = 64;
const MAX_MEGABYTES = 1024;

/**
 * A worker, the same in browsers and in Node.js.
 * @typedef {object} Thread
 * @property {(message: object) => void} post
 * @property {() => void} end
 * @property {(isBusy: boolean) => void} keep sets whether the worker keeps the process alive
 *
 * The platform: the differences between browsers and Node.js.
 * @typedef {object} Host
 * @property {() => URL} wasm returns the address of the module
 * @property {import("./load.js").Fetch} [get]
 * @property {(worker: unknown, hear: (message: any) => void, fail: (error: Error) => void) => Thread} start
 *
 * A call in flight.
 * @typedef {object} Call
 * @property {(reply: any) => void} hear
 * @property {(error: unknown) => void} fail
 * @property {number} left the number of final replies that are missing
 */

/** @param {any} options @param {Host} host */
export async function createEngine(options, host) {
  const { wasm, worker, memory = DEFAULT_MEGABYTES, signal, onProgress } = checkedOptions("createEngine", options, ["wasm", "worker", "memory", "signal", "onProgress"]);
  if (!Number.isInteger(memory) || memory < 1 || memory > MAX_MEGABYTES) {
    throw invalid("memory", memory, `a whole number of megabytes from 1 to ${MAX_MEGABYTES}`);
  }
  signal?.throwIfAborted();
  const module = await loadModule(wasm ?? host.wasm(), { get: host.get, needs: "analyse_open", signal, onProgress });
  signal?.throwIfAborted();
  const engine = new Engine(memory);
  await engine.open(module, worker, host, signal);
  return engine;
}

export class Engine {
  #signal = new Signal();
  /** @type {Map<string, Call>} */
  #calls = new Map();
  /** The calls that stop() has stopped. @type {Set<string>} */
  #stopped = new Set();
  #count = 0;
  /** @type {Thread | undefined} */
  #thread;
  /** The reason why the engine is closed. @type {Error | undefined} */
  #closed;
  #memory;
  /** @type {"signal" | "slices"} */
  #stops = "slices";

  /** @param {number} memory */
  constructor(memory) {
    this.#memory = memory;
  }

  /**
   * Starts the worker; is called by createEngine.
   * @param {WebAssembly.Module} module @param {unknown} worker @param {Host} host @param {AbortSignal} [signal]
   */
  open(module, worker, host, signal) {
    return new Promise((resolve, reject) => {
      const fail = (/** @type {Error} */ error) => {
        signal?.removeEventListener("abort", abort);
        this.#end(error);
        reject(error);
      };
      const abort = () => signal && fail(abortReason(signal));
      signal?.addEventListener("abort", abort);
      const hear = (/** @type {any} */ message) => {
        if (message.failed) fail(new DolmenError("failed", message.failed));
        else if (message.reply) this.#hear(message.reply);
        else if (message.opened) {
          signal?.removeEventListener("abort", abort);
          this.#stops = message.opened.canStop ? "signal" : "slices";
          this.#thread?.keep(this.#calls.size > 0);
          resolve(undefined);
        }
      };
      try {
        this.#thread = host.start(worker, hear, (error) => fail(new DolmenError("worker", `cannot run the engine's worker: ${wordsOf(error)}`)));
        this.#thread.post({ open: { module, megabytes: this.#memory, signal: this.#signal.opening } });
      } catch (error) {
        fail(error instanceof DolmenError ? error : new DolmenError("worker", `cannot start the engine's worker: ${wordsOf(error)}`));
      }
    });
  }

  /** Tells how a message reaches the engine while it thinks. */
  get stopsBy() {
    return this.#stops;
  }

  get pending() {
    return this.#calls.size;
  }

  /** @param {string} line */
  #hear(line) {
    const reply = JSON.parse(line);
    const call = this.#calls.get(reply.id);
    if (!call) return;
    call.hear(reply);
    if (isFinal(reply)) call.left -= 1;
    if (call.left === 0 || (reply.error !== undefined && reply.isDuringSearch === undefined)) this.#forget(reply.id);
  }

  /** @param {string} id */
  #forget(id) {
    this.#calls.delete(id);
    this.#thread?.keep(this.#calls.size > 0);
  }

  /** @param {string} query */
  #post(query) {
    this.#signal.raise();
    this.#thread?.post({ query, token: this.#signal.token });
  }

  /** Ends the worker; all calls in flight fail. @param {Error} reason */
  #end(reason) {
    if (this.#closed) return;
    this.#closed = reason;
    this.#thread?.end();
    this.#signal.end();
    for (const call of this.#calls.values()) call.fail(reason);
    this.#calls.clear();
  }

  /**
   * Sends a query, and returns its id.
   * @param {any} query @param {Call} call @param {Record<string, string>} [names] the options that fields stand for
   */
  #ask(query, call, names) {
    if (this.#closed) throw this.#closed;
    this.#count += 1;
    const id = query.id ?? `dolmen ${this.#count}`;
    if (typeof id !== "string") throw invalid("id", id, "a string");
    if (this.#calls.has(id)) throw new DolmenError("duplicate-id", `id ${JSON.stringify(id)} belongs to an open query`, { field: "id" });
    const text = jsonOf({ ...query, id }, names);
    this.#calls.set(id, call);
    this.#thread?.keep(true);
    this.#post(text);
    return id;
  }

  /** Asks the worker to stop a call, whose final reply follows soon. @param {string} id */
  #terminate(id) {
    if (this.#closed || !this.#calls.has(id)) return;
    this.#count += 1;
    this.#post(jsonOf({ id: `dolmen ${this.#count}`, action: "terminate", terminateId: id }));
  }

  /**
   * Sends a query, and returns the result that a function makes of its replies. An aborted call fails at once.
   * @template T
   * @param {any} query
   * @param {{ signal?: AbortSignal, finals?: number, onReply?: (reply: any) => void, names?: Record<string, string> }} options
   * @param {(replies: any[], isStopped: boolean) => T} result
   * @returns {import("./stream.js").Running<T>}
   */
  #call(query, { signal, finals = 1, onReply, names }, result) {
    signal?.throwIfAborted();
    let id = "";
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      this.#terminate(id);
    };
    const promise = new Promise((/** @type {(value: T) => void} */ resolve, reject) => {
      /** @type {any[]} */
      const replies = [];
      const fail = (/** @type {unknown} */ error) => {
        signal?.removeEventListener("abort", abort);
        reject(error);
      };
      const abort = () => {
        stop();
        if (signal) fail(abortReason(signal));
      };
      const hear = (/** @type {any} */ reply) => {
        if (signal?.aborted) return;
        try {
          onReply?.(reply);
          if (reply.error !== undefined) throw errorOf(reply, names);
          if (!reply.isDuringSearch) replies.push(reply);
          if (call.left > 1 || !isFinal(reply)) return;
          signal?.removeEventListener("abort", abort);
          resolve(result(replies, isStopped || this.#stopped.has(id)));
        } catch (error) {
          fail(error);
          this.#terminate(id);
        }
      };
      const call = { hear, fail, left: finals };
      id = this.#ask(query, call, names);
      signal?.addEventListener("abort", abort);
    });
    promise.finally(() => this.#stopped.delete(id)).catch(() => {});
    return { promise, stop };
  }

  /** @param {any} board @param {any} [options] */
  async analyse(board, options) {
    const given = checkedOptions("analyse", options, [...SEARCH_OPTIONS, "onInfo"]);
    return this.#analyse(board, given, given.onInfo, false).promise;
  }

  /** @param {any} board @param {any} [options] */
  analysis(board, options) {
    const given = checkedOptions("analysis", options, SEARCH_OPTIONS);
    const isEndless = [given.nodes, given.time, given.depth].every((limit) => limit === undefined);
    return new Stream((onInfo) => this.#analyse(board, given, onInfo, isEndless));
  }

  /** @param {any} board @param {any} options @param {((info: any) => void) | undefined} onInfo @param {boolean} isEndless */
  #analyse(board, options, onInfo, isEndless) {
    const position = goingOn(board);
    const query = {
      ...position.fields,
      ...limitsOf(options, position.turn, isEndless),
      ...(options.fresh ? {} : { session: SESSION }),
      ...(onInfo ? { reportDuringSearchEvery: REPORT_EVERY } : {}),
    };
    const onReply = (/** @type {any} */ reply) => {
      if (onInfo && reply.isDuringSearch) onInfo(analysisOf([reply], false));
    };
    return this.#call(query, { signal: options.signal, onReply, names: OPTIONS_OF_FIELDS }, analysisOf);
  }

  /** @param {any} board @param {any} [method] @param {any} [options] */
  async solve(board, method = "vct", options = undefined) {
    const { nodes, time, certificate, signal } = checkedOptions("solve", options, ["nodes", "time", "certificate", "signal"]);
    if (typeof method !== "string") throw invalid("method", method, "vcf, vct or win");
    const { fields } = goingOn(board);
    const query = { ...fields, solve: method, maxVisits: nodes, maxTime: time, ...(certificate ? { includeCertificate: true } : {}) };
    return this.#call(query, { signal, names: OPTIONS_OF_FIELDS }, solutionOf).promise;
  }

  /** @param {any} board @param {any} [options] */
  async values(board, options) {
    const { signal } = checkedOptions("values", options, ["signal"]);
    const { fields, outcome, width } = positionOf(board);
    if (outcome) return new Map();
    const query = { ...fields, maxVisits: 1, includeMoveValues: true };
    return this.#call(query, { signal }, ([reply]) => valuesOf(reply, width)).promise;
  }

  /** @param {any} query @param {any} [options] */
  async query(query, options) {
    const { signal, onReply } = checkedOptions("query", options, ["signal", "onReply"]);
    if (typeof query !== "object" || query === null || Array.isArray(query)) throw new DolmenError("json", "a query is an object");
    const turns = Array.isArray(query.analyzeTurns) ? query.analyzeTurns.length : 1;
    return this.#call(query, { signal, onReply, finals: Math.max(turns, 1) }, (replies) => replies).promise;
  }

  stop() {
    for (const id of this.#calls.keys()) {
      this.#stopped.add(id);
      this.#terminate(id);
    }
  }

  async clear() {
    await this.#call({ action: "clear_cache" }, {}, () => undefined).promise;
  }

  close() {
    this.#end(new DolmenError("closed", "the engine is closed"));
  }
}
