// @ts-check
// The lines of an analysis, as thoughts of an engine and as the tree keeps them with their position.

/** @typedef {import("./store.js").Thought} Thought */
/** @typedef {import("./store.js").FoundLine} FoundLine */

/** The most moves of a line that is kept. */
const MAX_KEPT = 12;

/** Returns thoughts as a node keeps them, the best first. @param {Map<number, Thought>} thoughts @returns {FoundLine[]} */
export const foundLines = (thoughts) => [...thoughts.values()].sort((a, b) => a.rank - b.rank).flatMap(({ value, blackWins, depth, selectiveDepth, nodes, ms, line }) =>
  line.length > 0 ? [{ value, blackWins, depth, selectiveDepth, nodes, ms, line: line.slice(0, MAX_KEPT) }] : []);

/** Returns the kept lines of a node as thoughts, by rank. @param {number} at @param {FoundLine[]} lines @returns {Map<number, Thought>} */
export const keptThoughts = (at, lines) => new Map(lines.map((found, index) => [index + 1, { ...found, at, rank: index + 1, engine: 0, speed: null, text: null }]));
