// @ts-check
// A thread that helps an engine: an instance of the module with the memory of the engine. It never returns to its
// messages; the search gives it work through the memory.

import { Instance } from "./module.js";

self.onmessage = async ({ data: { module, memory, address } }) => {
  const thread = await Instance.start(module, () => {}, () => false, memory);
  thread.runAsThread(address);
};
