// @ts-check
// The engine in a worker of its own: queries in the form of `pbrain-dolmen analyse`, or text lines of the Gomocup
// protocol.
//
// The queries are answered in slices. A slice ends when a signal announces a message, or, without signals, after a
// fraction of a second; then the messages are read, and the search continues where it was. A text line of the Gomocup
// protocol is answered before the next one is read, and a signal makes the engine answer at once.

import { Instance } from "./instance.js";
import { Watch } from "./signal.js";

/** The shortest and the longest slice, in milliseconds, where no signal announces messages. */
const MIN_SLICE = 50;
const MAX_SLICE = 200;

/**
 * @typedef {object} Opening the first message
 * @property {WebAssembly.Module} module
 * @property {number} [megabytes] the size of the tables for queries
 * @property {import("./signal.js").Signal["opening"]} signal
 * @property {WebAssembly.Memory} [memory] that of the module, for helper threads
 * @property {number} [helpers] the number of helper threads
 *
 * @typedef {{ open?: Opening, query?: string, line?: string, token?: import("./signal.js").Token }} Message
 */

/**
 * Returns a function that handles the messages for a worker.
 * @param {(message: any) => void} post sends a message back
 * @param {(work: () => void) => void} later calls a function after the handlers of the messages that have arrived
 * @returns {(message: Message) => void}
 */
export function server(post, later) {
  /** @type {Instance} */
  let instance;
  /** @type {Watch} */
  let watch;
  /** Tells whether a query is being answered, as opposed to a text line. */
  let isAnalysing = false;
  let isWorking = false;
  let began = 0;
  let sliceEnd = 0;

  const isStopped = () => {
    if (!isAnalysing || watch.isAble) return watch.isRaised();
    return performance.now() >= sliceEnd;
  };
  /** Works for a slice. */
  const work = () => {
    const now = performance.now();
    sliceEnd = now + Math.min(Math.max((now - began) / 4, MIN_SLICE), MAX_SLICE);
    isAnalysing = true;
    isWorking = guarded(() => instance.exports.analyse_step()) === 1;
    isAnalysing = false;
    if (isWorking) later(work);
  };
  /** Calls the module, which is unusable after a failure. @param {() => number | void} call */
  const guarded = (call) => {
    try {
      return call();
    } catch (error) {
      post({ failed: `the engine has a defect: ${error instanceof Error ? error.message : error}` });
      return undefined;
    }
  };
  /** @param {Opening} opening */
  const open = ({ module, megabytes, signal, memory, helpers }) => {
    watch = new Watch(signal);
    instance = new Instance(module, (text) => post(isAnalysing || megabytes ? { reply: text } : { line: text }), isStopped, memory);
    if (megabytes) instance.exports.analyse_open(megabytes);
    const threads = Array.from({ length: helpers ?? 0 }, () => instance.threadMemory());
    post({ opened: { canStop: watch.isAble, threads } });
  };
  return (message) => {
    if (message.open) {
      const { open: opening } = message;
      guarded(() => open(opening));
      return;
    }
    if (!instance) return;
    watch.token = message.token ?? watch.token;
    if (message.line !== undefined) {
      instance.write(message.line);
      guarded(() => instance.exports.engine_line());
    }
    if (message.query !== undefined) {
      instance.write(message.query);
      guarded(() => instance.exports.analyse_line());
      if (!isWorking) {
        isWorking = true;
        began = performance.now();
        later(work);
      }
    }
  };
}
