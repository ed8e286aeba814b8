// @ts-check
// A thread that helps an engine: an instance of the module with the memory of the engine. It never returns to its
// messages; the search gives it work through the memory.

import { Instance } from "./instance.js";

self.onmessage = ({ data: { module, memory, address } }) => {
  new Instance(module, () => {}, () => false, memory).runAsThread(address);
};
