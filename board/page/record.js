// @ts-check
// The record of a person who solves puzzles, which the browser keeps: the rating, the results, and the present puzzle.

import { ratedAfter, UNRATED } from "./glicko.js";
import { gradeRating } from "./puzzles.js";
import { keepValue, keptValue } from "./shelf.js";

/** @typedef {import("./puzzles.js").Puzzle} Puzzle */

const RECORD_KEY = "dolmen.practice";
const PLACE_KEY = "dolmen.practising";
/** The most results and puzzles that are kept. */
const MAX_LAST = 20;
const MAX_SEEN = 4000;
/** The deviation of the rating of every puzzle. */
const PUZZLE_DEVIATION = 80;
/** The puzzles nearest to a rating among which one is chosen. */
const NEAREST = 12;

/**
 * @typedef {object} PracticeRecord
 * @property {import("./glicko.js").Rated} rated
 * @property {number} solved
 * @property {number} failed
 * @property {number} streak
 * @property {number} best the longest streak
 * @property {{ id: string, rule: string, kind: string, grade: number, isRight: boolean }[]} last the newest results, the newest first
 * @property {string[]} seen the puzzles that were solved or failed, the newest last
 * @property {{ rule: string, kind: string, grade: string }} wanted the chosen puzzles; "" for the rule of the game, any kind or a fitting grade
 * @property {{ rule: string, id: string, moves: string[], phase: string, isCounted: boolean } | null} present
 */

/** @returns {PracticeRecord} */
const emptyRecord = () => ({ rated: UNRATED, solved: 0, failed: 0, streak: 0, best: 0, last: [], seen: [], wanted: { rule: "", kind: "", grade: "" }, present: null });

/** Reads the record. Values that cannot be read keep their defaults. @returns {PracticeRecord} */
export function readRecord() {
  const first = emptyRecord();
  const kept = keptValue("local", RECORD_KEY) ?? {};
  const isRated = Object.keys(UNRATED).every((key) => Number.isFinite(kept.rated?.[key]));
  const isSame = (/** @type {[string, any]} */ [key, value]) => key in first && (key === "present" || (typeof value === typeof (/** @type {any} */ (first))[key] && Array.isArray(value) === Array.isArray((/** @type {any} */ (first))[key])));
  const known = Object.fromEntries(Object.entries(kept).filter(isSame));
  return { ...first, ...known, rated: isRated ? kept.rated : first.rated, wanted: { ...first.wanted, ...kept.wanted } };
}

/** Keeps the record. @param {PracticeRecord} record */
export const keepRecord = (record) => keepValue("local", RECORD_KEY, record);

/** Keeps whether this tab practises, and whether it has paused a game for that. @param {{ hasPaused: boolean } | null} place */
export const keepPlace = (place) => keepValue("session", PLACE_KEY, place);

/** Returns the place that was kept before a reload; null if this tab did not practise. @returns {{ hasPaused: boolean } | null} */
export const keptPlace = () => keptValue("session", PLACE_KEY);

/**
 * Counts the first attempt at a puzzle.
 * @param {PracticeRecord} record
 * @param {Puzzle} puzzle
 * @param {boolean} isRight
 * @returns {PracticeRecord}
 */
export function counted(record, { id, rule, kind, grade }, isRight) {
  const rated = ratedAfter(record.rated, [{ rating: gradeRating(grade), deviation: PUZZLE_DEVIATION, score: isRight ? 1 : 0 }]);
  const streak = isRight ? record.streak + 1 : 0;
  return {
    ...record, rated, streak, best: Math.max(record.best, streak),
    solved: record.solved + (isRight ? 1 : 0), failed: record.failed + (isRight ? 0 : 1),
    last: [{ id, rule, kind, grade, isRight }, ...record.last].slice(0, MAX_LAST),
    seen: [...record.seen.filter((seen) => seen !== id), id].slice(-MAX_SEEN),
  };
}

/**
 * Chooses the next puzzle among those of the chosen kind and grade: a new one near the person's rating, or, if there
 * is none, the one that was seen longest ago.
 * @param {PracticeRecord} record
 * @param {Puzzle[]} puzzles
 * @param {number} chance from 0 to 1
 * @returns {Puzzle | null}
 */
export function nextPuzzle(record, puzzles, chance) {
  const { kind, grade } = record.wanted;
  const fits = puzzles.filter((puzzle) => (!kind || puzzle.kind === kind) && (!grade || puzzle.grade === Number(grade)) && puzzle.id !== record.present?.id);
  const seen = new Map(record.seen.map((id, index) => [id, index]));
  const fresh = fits.filter(({ id }) => !seen.has(id));
  if (fresh.length === 0) return fits.sort((a, b) => (seen.get(a.id) ?? 0) - (seen.get(b.id) ?? 0))[0] ?? null;
  const at = Math.floor(chance * fresh.length);
  // A random rotation varies the order of puzzles of the same grade.
  const turned = [...fresh.slice(at), ...fresh.slice(0, at)];
  const distance = (/** @type {Puzzle} */ puzzle) => Math.abs(gradeRating(puzzle.grade) - record.rated.rating);
  const nearest = turned.sort((a, b) => distance(a) - distance(b)).slice(0, NEAREST);
  return nearest[Math.floor(chance * 997) % nearest.length];
}
