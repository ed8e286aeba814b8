// @ts-check
// Adds the moves and the defences of a proof to the tree as variations, in one step that can be undone.

import { button } from "./dom.js";
import { TEXTS } from "./texts.js";
import { toast } from "./toast.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {{ after?: number, point: string | null }} GrownMove */

/** The most moves that become variations at once. */
const MAX_GROWN = 500;

/**
 * Returns the moves of a proof, level by level, up to a number. A reply that the proof does not name is a pass.
 * @param {any} proof
 * @param {string} toMove the side to move in its position
 * @param {number} [most]
 * @returns {GrownMove[]}
 */
export function movesOfProof(proof, toMove, most = MAX_GROWN) {
  /** @type {GrownMove[]} */
  const moves = [];
  const add = (/** @type {number | undefined} */ after, /** @type {string | null} */ point) => moves.push(after === undefined ? { point } : { after, point }) - 1;
  const first = proof.side === toMove ? undefined : add(undefined, null);
  const waiting = [{ move: proof.root, after: first }];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { move, after } = next;
    if (moves.length >= most) break;
    const at = add(after, move.point);
    const replies = move.defences.map((/** @type {any} */ { point, then }) => ({ point, then }));
    if (move.otherwise) replies.push({ point: null, then: move.otherwise });
    for (const { point, then } of replies) {
      // A defence without its answer would look as if it held.
      if (moves.length + waiting.length + 2 > most) break;
      waiting.push({ move: then, after: add(at, point) });
    }
  }
  return moves;
}

/**
 * The button that removes the moves that a proof of the shown position has added; null if there are none.
 * @param {Store} store
 * @param {(command: object) => void} send
 */
export function pruneButton(store, send) {
  const nodes = [...store.grown.get(store.shown) ?? []];
  return nodes.length === 0 ? null : button(TEXTS.proof.prune(nodes.length), () => send({ type: "prune", nodes }), { class: "small", "data-key": "proof prune" });
}

/**
 * The button that adds the shown proof to the variations, or removes it again.
 * @param {Store} store
 * @param {(command: object) => void} send
 */
export function growthButton(store, send) {
  const { proof } = store;
  const grow = () => {
    send({ type: "grow", at: proof.at, moves: movesOfProof(proof, store.stones(proof.at).toMove) });
    // A refusal replaces the message.
    toast(TEXTS.proof.grown);
  };
  return pruneButton(store, send) ?? button(TEXTS.proof.grow, grow, { class: "small", "data-key": "proof grow", title: TEXTS.proof.growTitle(MAX_GROWN) });
}
