// @ts-check
// The worker of the engine in browsers.

import { server } from "./serve.js";

const turns = new MessageChannel();
/** The functions to call in the next turn of the event loop. @type {(() => void)[]} */
const waiting = [];
turns.port1.onmessage = () => waiting.shift()?.();

const handle = server(
  (message) => self.postMessage(message),
  (work) => {
    waiting.push(work);
    turns.port2.postMessage(0);
  },
);
self.onmessage = ({ data }) => handle(data);
