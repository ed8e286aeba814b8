// @ts-check
// A row with a line of moves, of an engine or of the book.

import { button, make } from "./dom.js";
import { shown } from "./notation.js";

/**
 * @typedef {object} LineRow
 * @property {string} key of the row
 * @property {string} moveKey the first part of the keys of its moves
 * @property {string} value
 * @property {string[]} line
 * @property {number} written the most moves that are written
 * @property {boolean} isHere whether the line begins in the shown position
 * @property {boolean} canAdd
 * @property {string} title of a move
 */

/**
 * Returns a row: pointing at a move shows the line up to it as ghosts, a press adds it to the tree.
 * @param {import("./store.js").Store} store
 * @param {string} notation
 * @param {(moves: string[]) => void} addLine
 * @param {LineRow} row
 */
export function lineRow(store, notation, addLine, { key, moveKey, value, line, written, isHere, canAdd, title }) {
  const ghosts = (/** @type {string[]} */ moves) => () => {
    store.ghosts = isHere ? moves : [];
    store.changed();
  };
  const move = (/** @type {string} */ point, /** @type {number} */ index) => {
    const moves = line.slice(0, index + 1);
    return button(shown(point, notation, store.setup?.height ?? 15), () => addLine(moves), { class: index ? "move" : "move first", disabled: !canAdd, "data-key": `${moveKey} ${index}`,
      pointerenter: ghosts(moves), focus: ghosts(moves), blur: ghosts([]), title });
  };
  return make("li", { "data-key": key, pointerenter: ghosts(line), pointerleave: ghosts([]) },
    make("span", { class: "value" }, value), make("span", { class: "line-moves" }, line.slice(0, written).map(move), line.length > written ? " …" : null));
}
