// @ts-check
// The limits of an analysis: time, nodes, threads and memory. Without a limit, it runs until it is stopped.

import { isOfProgram } from "./backend.js";
import { choice, make } from "./dom.js";
import { TEXTS } from "./texts.js";
import { brief } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {{ ms?: number, nodes?: number, threads?: number, memory?: number }} Limits */

const MIB = 1 << 20;
const TIME_LIMITS = [1, 3, 10, 30, 60, 300, 900, 3600].map((seconds) => seconds * 1000);
const NODE_LIMITS = [1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
const THREADS = [1, 2, 4, 8, 16, 32, 64];
const MEMORY = [64, 128, 256, 512, 1024, 2048, 4096, 8192].map((mebibytes) => mebibytes * MIB);

/** Writes a time in the largest unit of which it is a whole number. @param {number} ms */
export function duration(ms) {
  if (ms % 3600_000 === 0) return TEXTS.limits.hours(ms / 3600_000);
  return ms % 60_000 === 0 ? TEXTS.limits.minutes(ms / 60_000) : TEXTS.limits.seconds(ms / 1000);
}

/** Writes an amount of memory. @param {number} bytes */
const memoryText = (bytes) => (bytes < 1024 * MIB ? TEXTS.limits.mebibytes(bytes / MIB) : TEXTS.limits.gibibytes(bytes / (1024 * MIB)));

/** Returns the limits that a person has chosen. Threads and memory can be chosen only for the engines of the program. @param {Settings} settings @returns {Limits} */
export function limitsOf({ limitMs, limitNodes, limitThreads, limitMemory }) {
  const means = isOfProgram() ? { threads: limitThreads, memory: limitMemory } : {};
  return Object.fromEntries(Object.entries({ ms: limitMs, nodes: limitNodes, ...means }).filter(([, limit]) => limit > 0));
}

/**
 * Returns the command to analyse the shown position.
 * @param {Store} store
 * @param {Settings} settings
 * @param {number} engine
 */
export const analyseCommand = (store, settings, engine) => ({ type: "analyse", at: store.shown, engine, lines: settings.lines, limits: limitsOf(settings) });

/** Writes limits. @param {Limits} limits */
export function limitsText({ ms, nodes, threads, memory }) {
  const parts = [ms ? duration(ms) : "", nodes ? TEXTS.limits.nodeCount(brief(nodes)) : "", threads ? TEXTS.limits.threadCount(threads) : "", memory ? memoryText(memory) : ""];
  const text = parts.filter(Boolean).join(", ");
  return ms || nodes ? text : text ? TEXTS.limits.noEnd(text) : TEXTS.limits.none;
}

/**
 * The folded section of the limits; its heading names those in force.
 * @param {Store} store
 * @param {Settings} settings
 * @param {(change: Partial<Settings>) => void} set
 */
export function limitSection(store, settings, set) {
  const { work } = store.status ?? {};
  const inForce = work?.type === "analysis" ? work.limits : limitsOf(settings);
  const pick = (/** @type {string} */ label, /** @type {"limitMs" | "limitNodes" | "limitThreads" | "limitMemory"} */ key, /** @type {string} */ none, /** @type {number[]} */ values, /** @type {(value: number) => string} */ text) =>
    choice(label, [["0", none], ...values.map((value) => /** @type {[string, string]} */ ([String(value), text(value)]))], String(settings[key]), (value) => set({ [key]: Number(value) }), { "data-key": key });
  const cores = navigator.hardwareConcurrency || 1;
  return make("details", { class: "limits", "data-key": "limits" },
    make("summary", { "data-key": "limits summary" }, TEXTS.limits.heading(limitsText(inForce ?? {}))),
    make("div", { class: "pair" },
      pick(TEXTS.limits.time, "limitMs", TEXTS.limits.timeNone, TIME_LIMITS, duration),
      pick(TEXTS.limits.nodes, "limitNodes", TEXTS.limits.nodesNone, NODE_LIMITS, (nodes) => nodes.toLocaleString("en")),
      isOfProgram() ? [
        pick(TEXTS.limits.threads, "limitThreads", TEXTS.limits.asUsual, THREADS.filter((threads) => threads <= cores || threads === settings.limitThreads), String),
        pick(TEXTS.limits.memory, "limitMemory", TEXTS.limits.asUsual, MEMORY, memoryText)] : null));
}
