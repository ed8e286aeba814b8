// @ts-check
// The engine in a worker of its own: lines of the Gomocup protocol in, lines out. A search runs to its end
// before the next line is read, so the page stops a search by ending the worker (see engine.js).

import { Instance } from "./module.js";

/** @type {Promise<Instance> | undefined} */
let instance;

self.onmessage = async ({ data }) => {
  if (data.module) {
    instance = Instance.start(data.module, (text) => self.postMessage(text));
    return;
  }
  const engine = await instance;
  if (!engine) return;
  engine.write(data.line);
  engine.exports.engine_line();
};
