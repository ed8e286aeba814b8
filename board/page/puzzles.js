// @ts-check
// The puzzles that the page ships: a text for each rule, which is loaded on demand.

import { otherSide } from "./sides.js";
import { TEXTS } from "./texts.js";

/** @typedef {"black" | "white"} Side */
/** @typedef {"fours" | "threes" | "defence"} PuzzleKind */

/**
 * @typedef {object} Puzzle
 * @property {string} id the same in every version
 * @property {string} rule
 * @property {number} width
 * @property {number} height
 * @property {PuzzleKind} kind
 * @property {number} grade from 1 to 5
 * @property {boolean} turnsOnFoul
 * @property {string} key the right first move
 * @property {{ point: string, color: Side }[]} stones
 * @property {Side} toMove
 */

/** The characters of stones, which stand for numbers; see `tournament/src/puzzles/puzzle.rs`. */
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
/** The number of empty points that one character can skip without a stone, and the number of that character. */
const SKIPPED = 31;
const ONLY_SKIP = 2 * SKIPPED;
/** The letters of kinds. @type {Record<string, PuzzleKind>} */
const KIND_LETTERS = { f: "fours", t: "threes", d: "defence" };
/** The ratings of the grades. */
const GRADE_RATINGS = [800, 1150, 1500, 1850, 2200];

/** Returns the rating of a grade. @param {number} grade */
export const gradeRating = (grade) => GRADE_RATINGS[grade - 1] ?? GRADE_RATINGS[0];

/**
 * Returns a short name of a text, the same in every version (FNV-1a).
 * @param {string} text
 */
function shortName(text) {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/**
 * Reads stones, row by row from the top: each character encodes the number of empty points before a stone, and its colour.
 * @param {string} text
 * @param {number} width
 */
function readStones(text, width) {
  /** @type {Puzzle["stones"]} */
  const stones = [];
  let at = 0;
  for (const letter of text) {
    const number = DIGITS.indexOf(letter);
    if (number === ONLY_SKIP) {
      at += SKIPPED;
      continue;
    }
    at += number >> 1;
    const point = String.fromCharCode(97 + (at % width)) + String(Math.floor(at / width) + 1);
    stones.push({ point, color: number % 2 ? "white" : "black" });
    at += 1;
  }
  return stones;
}

/**
 * Reads the text of a rule. A line that is no puzzle is left out.
 * @param {string} text
 * @returns {Puzzle[]}
 */
export function readPuzzles(text) {
  const [head = "", ...lines] = text.split("\n");
  const [, rule, width, height] = /^puzzles 1 (\w+) (\d+)x(\d+)/.exec(head) ?? [];
  if (!rule) return [];
  return lines.flatMap((line) => {
    const [, letter, grade, foul, key, packed] = /^([ftd])(\d)(x?) (\w+) ([\w-]+)$/.exec(line) ?? [];
    if (!letter) return [];
    const stones = readStones(packed, Number(width));
    const blacks = stones.filter(({ color }) => color === "black").length;
    const toMove = /** @type {Side} */ (2 * blacks === stones.length ? "black" : "white");
    return [{ id: shortName(`${rule} ${packed}`), rule, width: Number(width), height: Number(height), kind: KIND_LETTERS[letter], grade: Number(grade), turnsOnFoul: foul === "x", key, stones, toMove }];
  });
}

/** The puzzles of rules that were loaded. @type {Map<string, Promise<Puzzle[]>>} */
const loadedPuzzles = new Map();

/** Loads the puzzles of a rule, once. @param {string} rule */
export function loadPuzzles(rule) {
  const load = async () => {
    const name = `${rule}.txt`;
    const inside = document.querySelector(`script[data-resource="${name}"]`)?.textContent;
    if (inside) return readPuzzles(inside);
    const response = await fetch(`puzzles/${name}`);
    if (!response.ok) throw new Error(TEXTS.practise.notLoaded(`${response.status} ${response.statusText}`));
    return readPuzzles(await response.text());
  };
  const puzzles = loadedPuzzles.get(rule) ?? load();
  loadedPuzzles.set(rule, puzzles);
  // A load that has failed is tried again the next time.
  puzzles.catch(() => loadedPuzzles.delete(rule));
  return puzzles;
}

/**
 * Returns the stones of a puzzle after some moves. The colours alternate as in a game as far as their numbers allow.
 * @param {Puzzle} puzzle
 * @param {string[]} moves
 */
export function stonesAfter(puzzle, moves) {
  const of = (/** @type {Side} */ side) => puzzle.stones.filter(({ color }) => color === side);
  const [blacks, whites] = [of("black"), of("white")];
  const set = blacks.flatMap((stone, index) => [stone, ...(whites[index] ? [whites[index]] : [])]);
  const played = moves.map((point, index) => ({ point, color: index % 2 ? otherSide(puzzle.toMove) : puzzle.toMove }));
  return [...set, ...played];
}
