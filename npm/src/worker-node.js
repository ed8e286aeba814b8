// @ts-check
// The worker of the engine in Node.js.

import { parentPort } from "node:worker_threads";

import { server } from "./serve.js";

const port = parentPort;
if (!port) throw new Error("this script is that of a worker: createEngine() of dolmen-engine starts it");
port.on("message", server((message) => port.postMessage(message), setImmediate));
