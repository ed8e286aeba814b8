// @ts-check
// A proved win, step by step: the threat, all defences as points of the board, and the answer to each.

import { button, choice, make } from "./dom.js";
import { growthButton, pruneButton } from "./growth.js";
import { shown } from "./notation.js";
import { wantResult } from "./reveal.js";
import { colorName, otherSide } from "./sides.js";
import { TEXTS } from "./texts.js";
import { brief, used } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./settings.js").Settings} Settings */

/** The number of positions that a search for threats visits. */
const THREAT_NODES = 1_000_000;
/** The number of positions that a search for any moves visits at most: its limit is the time. */
const WIN_NODES = 5_000_000;
/** The times of a search for any moves in milliseconds, and their names. */
const PROOF_TIMES = ["10000", "60000", "300000", "1800000", "0"].map((ms) => /** @type {[string, string]} */ ([ms, /** @type {Record<string, string>} */ (TEXTS.proof.times)[ms]]));
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
 * Takes a stone that is placed on the board during a proof as the reply to its move, or says why it is none.
 * @param {Store} store
 * @param {string} point
 */
export function replyWith(store, point) {
  const { move, moves } = step(store);
  if (proofDefences(store).includes(point)) stepInto(store, point);
  else if (isOver(move)) store.refuse(TEXTS.proof.nothingLeft);
  else if (moves.includes(point)) store.refuse(TEXTS.proof.occupied);
  else if (move.otherwise) stepInto(store, ANY_OTHER);
  else store.refuse(move.incomplete ? TEXTS.proof.notNamed : TEXTS.proof.noDefence);
}

/** Returns whether a move of a proof ends it. @param {any} move */
const isOver = (move) => move.defences.length === 0 && !move.otherwise;

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
    make("summary", {}, make("h2", {}, TEXTS.proof.title)),
    make("div", { class: "actions" },
      prove(TEXTS.proof.fours, "vcf", toMove, TEXTS.proof.foursTitle(colorName(toMove))),
      prove(TEXTS.proof.threes, "vct", toMove, TEXTS.proof.threesTitle(colorName(toMove))),
      prove(TEXTS.proof.any, "win", toMove, TEXTS.proof.anyTitle(colorName(toMove))),
      choice(TEXTS.proof.time, PROOF_TIMES, String(settings.proofMs), (ms) => set({ proofMs: Number(ms) }), { "data-key": "proof time", "aria-label": TEXTS.proof.time, title: TEXTS.proof.timeTitle }),
      prove(TEXTS.proof.pass, "vct", other, TEXTS.proof.passTitle(colorName(other)))),
    make("div", { class: "result", "data-key": "proof result" }, store.isProving ? searching(send) : verdict(store, settings, send)));
}

/** @param {(command: object) => void} send */
function searching(send) {
  return make("div", { class: "actions" },
    make("span", { class: "muted", role: "status" }, `${TEXTS.proof.searching}${proving ? TEXTS.proof.progress(brief(proving.positions), used(proving.ms)) : ""}`),
    button(TEXTS.proof.stop, () => send({ type: "stop" }), { class: "small quiet", "data-key": "proof stop", title: TEXTS.proof.stopTitle }));
}

/**
 * @param {Store} store
 * @param {Settings} settings
 * @param {(command: object) => void} send
 */
function verdict(store, settings, send) {
  const { proof } = store;
  // The added moves stay removable, even after a reload.
  if (!proof || proof.at !== store.shown) return pruneButton(store, send);
  const kind = TEXTS.proof.kinds[proof.kind];
  const side = colorName(proof.side);
  if (proof.verdict === "noWin") return make("p", {}, TEXTS.proof.noWin(side, kind));
  if (!proof.root) return make("p", {}, TEXTS.proof.notFound(kind, brief(proof.nodes)));
  const name = (/** @type {string} */ point) => shown(point, settings.notation, store.setup?.height ?? 15);
  const { move, moves } = step(store);
  return [
    make("p", {}, make("strong", {}, TEXTS.proof.wins(side, kind)), store.proofPath.length === 0 ? TEXTS.proof.first(name(move.point)) : `: ${moves.map((point) => (point === null ? TEXTS.proof.anyOther : name(point))).join(" ")}. `,
      isOver(move) ? TEXTS.proof.over : TEXTS.proof.goesOn),
    make("div", { class: "actions" },
      proofDefences(store).map((point) => button(name(point), () => stepInto(store, point), { class: "small", "data-key": `defence ${point}` })),
      move.otherwise ? button(TEXTS.proof.other, () => stepInto(store, ANY_OTHER), { class: "small", "data-key": "defence other", title: TEXTS.proof.otherTitle }) : null,
      move.incomplete ? make("span", { class: "muted" }, TEXTS.proof.others) : null,
      store.proofPath.length > 0 ? button(TEXTS.proof.back, () => stepInto(store, null), { class: "small quiet", "data-key": "proof back" }) : null,
      growthButton(store, send),
      button(TEXTS.proof.close, () => { store.proof = null; store.changed(); }, { class: "small quiet", "data-key": "proof close" })),
  ];
}
