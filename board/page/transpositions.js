// @ts-check
// Positions that occur more than once in the tree: the same stones, played in another order.

import { button, make } from "./dom.js";
import { place, shown } from "./notation.js";
import { TEXTS } from "./texts.js";
import { stoneNumbers } from "./zobrist.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {{ key: string, high: number, low: number, isBlack: boolean }} Mark a position in two numbers, and the side to move */

/** The most other ways to a position that are listed, and the most moves of each that are named. */
const MAX_WAYS = 5;
const MAX_NAMED = 6;

/** The positions of one tree, by their stones. */
class PositionIndex {
  /** @param {Map<number, any>} nodes */
  constructor(nodes) {
    this.nodes = nodes;
    this.size = 0;
    /** @type {Map<number, Mark>} */
    this.marks = new Map();
    /** @type {Map<string, number[]>} */
    this.places = new Map();
  }

  /** Adds the new nodes to the index. A node never changes its stones. @param {number} id the node to look up */
  update(id) {
    if (this.size === this.nodes.size && this.marks.has(id)) return;
    for (const known of this.nodes.keys()) if (!this.marks.has(known)) this.add(known);
    this.size = this.nodes.size;
  }

  /** @param {number} id */
  add(id) {
    const node = this.nodes.get(id);
    const before = node.parent === undefined ? { high: 0, low: 0, isBlack: true } : this.marks.get(node.parent);
    if (!before) return;
    const isBlack = node.parent === undefined ? true : !before.isBlack;
    const stone = node.point ? stoneNumbers(place(node.point), !before.isBlack) : [0, 0];
    const [high, low] = [before.high ^ stone[0], before.low ^ stone[1]];
    const key = `${high} ${low} ${isBlack}`;
    this.marks.set(id, { key, high, low, isBlack });
    const known = this.places.get(key);
    if (known) known.push(id);
    else this.places.set(key, [id]);
  }

  /** Returns the other nodes with the position of a node. @param {number} id */
  others(id) {
    this.update(id);
    const mark = this.marks.get(id);
    return (mark ? this.places.get(mark.key) ?? [] : []).filter((other) => other !== id && this.nodes.has(other));
  }
}

/** The index of the present tree. @type {PositionIndex | null} */
let positions = null;

/**
 * Returns the other nodes with the stones of a node and the same side to move. Where a five leaves dead points, the order matters.
 * @param {Store} store
 * @param {number} [id]
 */
export function transpositions(store, id = store.shown) {
  if (store.setup?.continuous) return [];
  if (positions?.nodes !== store.nodes) positions = new PositionIndex(store.nodes);
  const others = positions.others(id);
  if (others.length === 0) return others;
  const here = stonesOf(store, id);
  return others.filter((other) => stonesOf(store, other) === here);
}

/** @param {Store} store @param {number} id */
const stonesOf = (store, id) => store.stones(id).stones.map(({ point, color }) => point + color).sort().join();

/**
 * The other ways to the shown position, each a button that leads there; null if there are none.
 * @param {Store} store
 * @param {string} notation
 */
export function otherWays(store, notation) {
  const others = transpositions(store);
  if (others.length === 0) return null;
  const here = new Set(store.path().map(({ id }) => id));
  const way = (/** @type {number} */ id) => {
    const moves = store.path(id).filter((node) => !here.has(node.id));
    const names = moves.slice(-MAX_NAMED).map(({ point }) => (point ? shown(point, notation, store.setup?.height ?? 15) : TEXTS.ways.pass));
    return button(`${moves.length > MAX_NAMED ? "… " : ""}${names.join(" ")}`, () => store.show(id), { class: "small", "data-key": `way ${id}`, title: TEXTS.ways.go });
  };
  return make("div", { class: "ways", "data-key": "ways" },
    make("span", { class: "label" }, TEXTS.ways.title),
    make("div", { class: "actions" }, others.slice(0, MAX_WAYS).map(way), others.length > MAX_WAYS ? make("span", { class: "muted" }, `+${others.length - MAX_WAYS}`) : null));
}
