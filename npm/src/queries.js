// @ts-check
// The options of calls, and the parts of queries and replies, as `docs/analyse.md` of the repository describes them.

import { DolmenError, invalid, valueWords, wordsOf } from "./errors.js";
import { createBoard, pointName } from "./board.js";

/** The fields of queries that stand for options. */
export const OPTIONS_OF_FIELDS = {
  maxVisits: "nodes",
  maxTime: "time",
  maxDepth: "depth",
  maxLines: "lines",
  avoidMoves: "avoid",
  allowMoves: "only",
  solve: "method",
};

/** The names of the classes that a module may have, apart from an address. */
const MODULES = ["URL", "Response", "ArrayBuffer", "SharedArrayBuffer", "Blob", "File", "ReadableStream", "WebAssembly.Module"];

/** @typedef {[isValid: (value: any) => boolean, expected: string]} Kind */
/** @type {Kind} */
const COUNT = [Number.isFinite, "a whole number from 1"];
/** @type {Kind} */
const LIST = [Array.isArray, 'a list of points such as ["h8", "i9"]'];
/** @type {Kind} */
const CALLBACK = [(value) => typeof value === "function", "a function"];
/** @type {Kind} */
const FLAG = [(value) => typeof value === "boolean", "true or false"];

/** The types of the values of options; the engine checks the range of a number. @type {Record<string, Kind>} */
const KINDS = {
  nodes: COUNT,
  time: [Number.isFinite, "a number of seconds such as 0.5"],
  depth: COUNT,
  lines: COUNT,
  avoid: LIST,
  only: LIST,
  fresh: FLAG,
  certificate: FLAG,
  signal: [(value) => typeof value.throwIfAborted === "function", "an AbortSignal, such as that of an AbortController"],
  onInfo: CALLBACK,
  onReply: CALLBACK,
  onProgress: CALLBACK,
  wasm: [
    (value) => typeof value === "string" || ArrayBuffer.isView(value) || MODULES.includes(Object.prototype.toString.call(value).slice(8, -1)),
    "an address, bytes, a Response or a WebAssembly.Module",
  ],
  worker: [
    (value) => ["string", "function"].includes(typeof value) || Object.prototype.toString.call(value) === "[object URL]",
    "an address, or a function that returns a Worker",
  ],
};

/**
 * Returns the options of a function after checking their names and types. `null` counts as absent.
 * @param {string} name @param {any} options @param {string[]} known
 */
export function checkedOptions(name, options, known) {
  if (options === undefined) return {};
  if (typeof options !== "object" || options === null) throw new DolmenError("invalid", `invalid options of ${name}: expected an object`);
  const unknown = Object.keys(options).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw new DolmenError("invalid", `unknown option ${JSON.stringify(unknown)} of ${name}: expected ${known.join(", ")}`, { field: unknown });
  }
  const given = Object.fromEntries(known.map((key) => [key, options[key] ?? undefined]));
  for (const [key, value] of Object.entries(given)) {
    const [isValid, expected] = KINDS[key] ?? [];
    if (value !== undefined && isValid?.(value) === false) throw invalid(key, value, /** @type {string} */ (expected));
  }
  return given;
}

/** Returns the worker that a function of a user starts. @param {() => any} start */
export function startedBy(start) {
  const worker = start();
  if (typeof worker?.postMessage === "function") return worker;
  throw new DolmenError("invalid", `invalid worker: expected a function that returns a Worker, got ${valueWords(worker)} from it`, { field: "worker" });
}

/**
 * Returns a query as JSON, which cannot express numbers such as NaN.
 * @param {object} query
 * @param {Record<string, string>} [names] the options that its fields represent
 */
export function jsonOf(query, names = {}) {
  let field = "";
  /** @this {any} @param {string} key @param {any} value */
  function checked(key, value) {
    if (this === query) field = names[key] ?? key;
    if (typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))) {
      throw new DolmenError("invalid", `invalid number ${valueWords(value)} in ${field}: expected one that JSON can write`, { field });
    }
    return value;
  }
  try {
    return JSON.stringify(query, checked);
  } catch (error) {
    if (error instanceof DolmenError) throw error;
    const [reason] = wordsOf(error).split("\n");
    throw new DolmenError("invalid", `the query cannot be written as JSON: ${reason}`, { cause: error });
  }
}

/** Returns the fields of a query that describe a position, and the known facts about it. @param {any} given */
export function positionOf(given) {
  if (given === undefined) throw new DolmenError("invalid", "no position: expected a board, or what createBoard takes");
  // A bundle may contain this package twice, each with its own class Board.
  const isBoard = typeof given?.toQuery === "function";
  /** @type {import("./board.js").Board} */
  const board = isBoard ? given : createBoard(given);
  const { turn, outcome, width } = board;
  const position = { fields: board.toQuery(), turn, outcome, width };
  if (!isBoard) board.dispose();
  return position;
}

/** Returns a position like positionOf. The game must go on. @param {any} given */
export function goingOn(given) {
  const position = positionOf(given);
  if (position.outcome) throw new DolmenError("game-over", `the game has ended: ${position.outcome}`);
  return position;
}

/**
 * Returns the limits of a search, and the moves to choose from.
 * @param {any} options @param {"black" | "white"} player @param {boolean} isEndless
 */
export function limitsOf({ nodes, time, depth, lines, avoid, only }, player, isEndless) {
  const restricted = (/** @type {any} */ moves) => moves && [{ player, moves, untilDepth: 1 }];
  return {
    maxVisits: nodes,
    maxTime: time,
    maxDepth: depth,
    maxLines: lines,
    avoidMoves: restricted(avoid),
    allowMoves: restricted(only),
    ...(isEndless ? { infinite: true } : {}),
  };
}

/** Returns whether a reply is the last one about its position, or about an action. @param {any} reply */
export const isFinal = (reply) => reply.isDuringSearch === false || reply.action !== undefined;

/** @param {any} value */
const scoreOf = ({ winrate, score, plies = null }) => ({ winrate, units: score, plies });

/** Returns the result of a search, or a report. @param {any[]} replies @param {boolean} stopped */
export function analysisOf(replies, stopped) {
  const reply = replies[replies.length - 1];
  const { rootInfo: root, moveInfos } = reply;
  if (!root) throw new DolmenError("no-result", "the search was stopped before it found anything");
  const lines = moveInfos.map((/** @type {any} */ info) => ({
    rank: info.order,
    score: scoreOf(info),
    depth: info.depth,
    nodes: info.visits ?? null,
    pv: info.pv,
  }));
  const { visits: nodes, depth, selDepth: seldepth, seconds: time, origin } = root;
  return { best: moveInfos[0].move, score: scoreOf(root), pv: moveInfos[0].pv, lines, depth, seldepth, nodes, time, origin, stopped };
}

/** Returns a verdict. @param {any[]} replies */
export function solutionOf(replies) {
  const { solve } = replies[replies.length - 1];
  if (!solve) throw new DolmenError("no-result", "the solver was stopped before it found anything");
  const { verdict, line, proofSize = null, visits: nodes, seconds: time, certificate } = solve;
  const bytes = certificate === undefined ? null : Uint8Array.from(atob(certificate), (letter) => letter.charCodeAt(0));
  return { verdict, line, proofSize, nodes, time, certificate: bytes };
}

/** Returns the chance of the side to move after each of its legal moves. @param {any} reply @param {number} width */
export function valuesOf(reply, width) {
  const { moveValues } = reply;
  if (!moveValues) throw new DolmenError("no-result", "the call was stopped");
  /** @type {Map<string, number>} */
  const values = new Map();
  moveValues.forEach((/** @type {number} */ value, /** @type {number} */ index) => {
    if (value >= 0) values.set(pointName(index % width, Math.floor(index / width)), value);
  });
  return values;
}
