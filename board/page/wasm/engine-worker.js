// @ts-check
// The engine in a worker of its own: lines of the Gomocup protocol in, lines out. A search runs to its end
// before the next line is read, so a stop reaches it in another way: through its leash (see leash.js).

import { isCut } from "./leash.js";
import { Instance } from "./module.js";

/** The milliseconds between two looks at the leash. */
const LOOK = 25;

/** @type {Promise<Instance> | undefined} */
let instance;
/** The leash of the running search. */
let leash = "";
let nextLook = 0;

/** Returns whether the running search is to answer at once. */
function isStopped() {
  const now = performance.now();
  if (!leash || now < nextLook) return false;
  if (isCut(leash)) return true;
  // A look takes a fraction of a millisecond, or a few on a busy machine: the search keeps most of the time.
  const end = performance.now();
  nextLook = end + Math.max(LOOK, 20 * (end - now));
  return false;
}

self.onmessage = async ({ data }) => {
  if (data.module) {
    instance = Instance.start(data.module, (text) => self.postMessage(text), isStopped, data.memory);
    const started = await instance;
    if (data.helpers) self.postMessage({ threads: Array.from({ length: data.helpers }, () => started.threadMemory()) });
    return;
  }
  const engine = await instance;
  if (!engine) return;
  leash = data.leash ?? "";
  engine.write(data.line);
  engine.exports.engine_line();
};
