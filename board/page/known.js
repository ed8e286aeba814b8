// @ts-check
// What is known of the shown position without a search: the moves of Dolmen's opening book.

import { button, make } from "./dom.js";
import { shown } from "./notation.js";
import { longValue } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {{ value: string, chance: number, depth: number, line: string[] }} BookLine */

/** The most moves of a line that are written. */
const KNOWN_LINE = 8;

/**
 * The section, folded; null if nothing is known, or if the engine that knows it is not here.
 * @param {Store} store
 * @param {string} notation
 * @param {(moves: string[]) => void} addLine
 */
export function knownSection(store, notation, addLine) {
  const book = store.insights.get(store.shown)?.book ?? [];
  if (book.length === 0 || !store.engines.some(({ hasLevels }) => hasLevels)) return null;
  const name = (/** @type {string} */ point) => shown(point, notation, store.setup?.height ?? 15);
  const ghosts = (/** @type {string[]} */ moves) => () => {
    store.ghosts = moves;
    store.changed();
  };
  /** @param {BookLine} known */
  const row = ({ value, chance, depth, line }) =>
    make("li", { "data-key": `known ${line[0]}`, pointerenter: ghosts(line), pointerleave: ghosts([]) },
      make("span", { class: "value" }, longValue(value, chance)),
      make("span", { class: "line-moves" }, line.slice(0, KNOWN_LINE).map((/** @type {string} */ point, /** @type {number} */ index) =>
        button(name(point), () => addLine(line.slice(0, index + 1)), { class: index ? "move" : "move first", "data-key": `known ${line[0]} ${index}`, title: `Add the line up to here; searched ${depth} moves deep` }))));
  return make("details", { "data-key": "known" },
    make("summary", {}, `What is known: ${book.length === 1 ? "1 move" : `${book.length} moves`} of the book`),
    make("ol", { class: "best" }, book.map(row)));
}
