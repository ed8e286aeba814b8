// @ts-check
// The moves of Dolmen's opening book in the shown position, which are known without a search.

import { make } from "./dom.js";
import { lineRow } from "./linerow.js";
import { TEXTS } from "./texts.js";
import { longValue } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {{ value: string, chance: number, depth: number, line: string[] }} BookLine */

/** The most moves of a line that are written. */
const KNOWN_LINE = 8;

/**
 * The folded section; null if the book has no move here, or if the table has no engine with levels.
 * @param {Store} store
 * @param {string} notation
 * @param {(moves: string[]) => void} addLine
 */
export function knownSection(store, notation, addLine) {
  const book = store.insights.get(store.shown)?.book ?? [];
  if (book.length === 0 || !store.engines.some(({ hasLevels }) => hasLevels)) return null;
  const row = (/** @type {BookLine} */ { value, chance, depth, line }) => lineRow(store, notation, addLine, {
    key: `known ${line[0]}`, moveKey: `known ${line[0]}`, value: longValue(value, chance), line, written: KNOWN_LINE,
    isHere: true, canAdd: true, title: TEXTS.analysis.addKnown(depth),
  });
  return make("details", { "data-key": "known" },
    make("summary", {}, TEXTS.analysis.known(book.length)),
    make("ol", { class: "best" }, book.map(row)));
}
