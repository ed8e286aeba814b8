// @ts-check
// The table in a worker, which replaces the host of the program `board`. It owns the game, its clocks and its
// engines, and exchanges messages with the page as texts.

import { Instance } from "../../../npm/src/instance.js";
import { Program } from "../../../npm/src/program.js";
import { startWorker } from "./workers.js";

/** @type {WebAssembly.Module} */
let module;
/** The scripts of an engine's worker, and of its threads. @type {Record<"script" | "threadScript", import("./workers.js").Script>} */
let scripts;
/** @type {Instance} */
let table;
/** @type {Map<number, Program>} */
const engines = new Map();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** The messages and orders of one call. @type {string[]} */
let said = [];

/**
 * Calls the table, and carries out its answers.
 * @param {() => void} call
 */
function ask(call) {
  call();
  while (said.length > 0) {
    const texts = said;
    said = [];
    for (const text of texts) obey(text);
  }
  clearTimeout(timer);
  const deadline = table.exports.table_deadline();
  if (deadline >= 0) {
    const patience = Math.min(Math.max(deadline - performance.now(), 0), 3600e3);
    timer = setTimeout(() => ask(() => table.exports.table_tick(performance.now())), patience);
  }
}

/**
 * Carries out an order, or passes a message on.
 * @param {string} text
 */
function obey(text) {
  const order = JSON.parse(text);
  if (order.start !== undefined) start(order.start);
  else if (order.send) engines.get(order.send.engine)?.send(order.send.line);
  else if (order.kill !== undefined) end(order.kill);
  else self.postMessage(JSON.stringify(order.message));
}

/** @param {number} id */
function start(id) {
  end(id);
  const hear = (/** @type {string} */ line) => {
    table.write(line);
    ask(() => table.exports.table_line(id, performance.now()));
  };
  const gone = (/** @type {string} */ reason) => {
    end(id);
    table.write(reason);
    ask(() => table.exports.table_gone(id, performance.now()));
  };
  const worker = () => startWorker(scripts.script);
  const threadWorker = () => startWorker(scripts.threadScript);
  engines.set(id, new Program({ module, worker, threadWorker }, hear, gone));
}

/** @param {number} id */
function end(id) {
  engines.get(id)?.kill();
  engines.delete(id);
}

self.onmessage = ({ data }) => {
  if (data.module) {
    ({ module, scripts } = data);
    table = new Instance(module, (text) => said.push(text));
    ask(() => table.exports.table_open(performance.now()));
    self.postMessage(JSON.stringify({ type: "ready" }));
  } else if (table) {
    table.write(data.command);
    ask(() => table.exports.table_command(performance.now()));
  }
};
