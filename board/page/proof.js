// @ts-check
// A proved win, step by step: the threat, all defences as points of the board, and the answer to each.

import { button, choice, make } from "./dom.js";
import { growthButton, pruneButton } from "./growth.js";
import { shown } from "./notation.js";
import { wantResult } from "./reveal.js";
import { colorName, otherSide } from "./sides.js";
import { brief, used } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./settings.js").Settings} Settings */

/** The number of positions that a search for threats visits. */
const THREAT_NODES = 1_000_000;
/** The number of positions that a search for any moves visits at most: its limit is the time. */
const WIN_NODES = 5_000_000;
/** The times of a search for any moves in milliseconds, and their names. */
const PROOF_TIMES = /** @type {[string, string][]} */ ([["10000", "for 10 seconds"], ["60000", "for a minute"], ["300000", "for 5 minutes"], ["1800000", "for 30 minutes"], ["0", "until stopped"]]);
/** The step into all replies that a proof does not name. */
const ANY_OTHER = "any other";

/** The progress of the running search. @type {{ at: number, positions: number, ms: number } | null} */
let proving = null;

/** Notes how far the running search is. @param {{ at: number, positions: number, ms: number }} message */
export function takeProving({ at, positions, ms }) {
  proving = { at, positions, ms };
}

/** Returns whether a won proof of the shown position is stepped through. @param {Store} store */
export function proofIsShown(store) {
  const { proof } = store;
  return store.status?.phase.type === "analysis" && proof?.at === store.shown && proof.verdict === "win" && proof.root !== null;
}

/**
 * Follows the defences that were chosen.
 * @param {Store} store
 * @returns {{ move: any, moves: (string | null)[] }} the winning move, and all moves up to it; null for a reply that the proof does not name
 */
function step(store) {
  let move = store.proof.root;
  const moves = [move.point];
  for (const point of store.proofPath) {
    const next = point === ANY_OTHER ? move.otherwise : move.defences.find((/** @type {any} */ defence) => defence.point === point)?.then;
    if (!next) break;
    move = next;
    moves.push(point === ANY_OTHER ? null : point, move.point);
  }
  return { move, moves };
}

/** Returns the moves of the proof that are on the board; null for a reply anywhere else. @param {Store} store @returns {(string | null)[]} */
export const proofGhosts = (store) => step(store).moves;

/** Returns the points of the defender that are answered. @param {Store} store @returns {string[]} */
export const proofDefences = (store) => step(store).move.defences.map((/** @type {any} */ defence) => defence.point);

/**
 * Steps into a defence; null steps back.
 * @param {Store} store
 * @param {string | null} point
 */
export function stepInto(store, point) {
  store.proofPath = point === null ? store.proofPath.slice(0, -1) : [...store.proofPath, point];
  store.changed();
}

/**
 * The commands of proofs, and the last verdict.
 * @param {Store} store
 * @param {Settings} settings
 * @param {{ send: (command: object) => void, set: (change: Partial<Settings>) => void }} commands
 */
export function proofSection(store, settings, { send, set }) {
  const { toMove } = store.stones();
  const other = otherSide(toMove);
  const prove = (/** @type {string} */ label, /** @type {string} */ kind, /** @type {string} */ side, /** @type {string} */ title) =>
    button(label, () => {
      store.proof = null;
      store.isProving = true;
      proving = null;
      const limits = kind === "win" ? { nodes: WIN_NODES, ms: settings.proofMs || null } : { nodes: THREAT_NODES };
      wantResult("proof result", true);
      send({ type: "prove", at: store.shown, kind, side, ...limits });
      store.changed();
    }, { "data-key": `prove ${kind} ${side === toMove ? "own" : "other"}`, title, disabled: store.isProving });
  const isOpen = store.isProving || store.proof?.at === store.shown || (store.grown.get(store.shown)?.size ?? 0) > 0;
  return make("details", { class: "card", "data-key": "proof", open: isOpen },
    make("summary", {}, make("h2", {}, "Prove it")),
    make("div", { class: "actions" },
      prove("By fours", "vcf", toMove, `Does ${colorName(toMove)} win by fours alone?`),
      prove("By fours and threes", "vct", toMove, `Does ${colorName(toMove)} win by fours and open threes?`),
      prove("By any moves", "win", toMove, `Does ${colorName(toMove)} win, with quiet moves too?`),
      choice("Time for any moves", PROOF_TIMES, String(settings.proofMs), (ms) => set({ proofMs: Number(ms) }), { "data-key": "proof time", "aria-label": "Time for any moves", title: "The time of a search for any moves" }),
      prove("If I pass", "vct", other, `Would ${colorName(other)} win by fours and open threes if it were to move?`)),
    make("div", { class: "result", "data-key": "proof result" }, store.isProving ? searching(send) : verdict(store, settings, send)));
}

/** @param {(command: object) => void} send */
function searching(send) {
  return make("div", { class: "actions" },
    make("span", { class: "muted", role: "status" }, `Searching for a win by force…${proving ? ` ${brief(proving.positions)} positions, ${used(proving.ms)}` : ""}`),
    button("Stop", () => send({ type: "stop" }), { class: "small quiet", "data-key": "proof stop", title: "Stop the search" }));
}

/** The kinds of wins, as sentences end. @type {Record<string, string>} */
const KINDS = { vcf: "by fours", vct: "by fours and threes", win: "by force" };

/**
 * @param {Store} store
 * @param {Settings} settings
 * @param {(command: object) => void} send
 */
function verdict(store, settings, send) {
  const { proof } = store;
  // Moves that were added stay removable, after a reload too.
  if (!proof || proof.at !== store.shown) return pruneButton(store, send);
  const kind = KINDS[proof.kind];
  const side = colorName(proof.side);
  if (proof.verdict === "noWin") return make("p", {}, `${side} has no win ${kind} here.`);
  if (!proof.root) return make("p", {}, `No win ${kind} was found within ${brief(proof.nodes)} positions. That does not prove that there is none.`);
  const name = (/** @type {string} */ point) => shown(point, settings.notation, store.setup?.height ?? 15);
  const { move, moves } = step(store);
  const isOver = move.defences.length === 0 && !move.otherwise;
  return [
    make("p", {}, make("strong", {}, `${side} wins ${kind}`), store.proofPath.length === 0 ? `, beginning with ${name(move.point)}. ` : `: ${moves.map((point) => (point === null ? "(any other)" : name(point))).join(" ")}. `,
      isOver ? "Nothing stops it any more." : "Every defence loses; choose one here or on the board to see why."),
    make("div", { class: "actions" },
      proofDefences(store).map((point) => button(name(point), () => stepInto(store, point), { class: "small", "data-key": `defence ${point}` })),
      move.otherwise ? button("Any other", () => stepInto(store, ANY_OTHER), { class: "small", "data-key": "defence other", title: "The answer to every other reply" }) : null,
      move.incomplete ? make("span", { class: "muted" }, "and others") : null,
      store.proofPath.length > 0 ? button("Back", () => stepInto(store, null), { class: "small quiet", "data-key": "proof back" }) : null,
      growthButton(store, send),
      button("Close", () => { store.proof = null; store.changed(); }, { class: "small quiet", "data-key": "proof close" })),
  ];
}
