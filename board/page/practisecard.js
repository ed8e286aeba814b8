// @ts-check
// The card of a puzzle: the question, the verdict on a move, the ways on, and what the person has reached.

import { button, byId, choice, make, replace } from "./dom.js";
import { shown } from "./notation.js";
import { practiceState } from "./practise.js";
import { gradeRating } from "./puzzles.js";
import { RULES } from "./setup.js";
import { colorName, otherSide } from "./sides.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./practise.js").Practice} Practice */
/** @typedef {import("./practise.js").Practise} Practise */

/** The parts of the panel that belong to a game. */
const GAME_PARTS = ["players", "conditions", "actions", "graph", "moves", "steps"];
const PUZZLE_KINDS = /** @type {[string, string][]} */ ([["", "All kinds"], ["fours", "Win by fours"], ["threes", "Win by fours and threes"], ["defence", "The only defence"]]);
const GRADES = /** @type {[string, string][]} */ ([["", "Fitting grade"], ["1", "Grade 1, easy"], ["2", "Grade 2"], ["3", "Grade 3"], ["4", "Grade 4"], ["5", "Grade 5, hard"]]);
/** The most results that are drawn. */
const SHOWN_LAST = 12;

/**
 * @param {Store} store
 * @param {Practise} practise
 * @param {import("./settings.js").Settings} settings
 * @param {(position: any) => void} arrange begins to analyse a position
 */
export function showPractice(store, practise, settings, arrange) {
  const practice = /** @type {Practice} */ (store.practice);
  byId("bar").hidden = true;
  for (const part of GAME_PARTS) replace(byId(part));
  replace(byId("state"), practiceState(practice));
  const name = (/** @type {string} */ point) => shown(point, settings.notation, practice.puzzle?.height ?? 15);
  replace(byId("study"),
    make("section", { class: "card", "data-key": "practice" },
      make("h2", {}, "Practise"),
      practice.trouble ? make("p", { role: "alert", "data-key": "practice trouble" }, practice.trouble) : null,
      make("p", { "data-key": "practice verdict", role: "status" }, puzzleVerdict(practice, name)),
      make("div", { class: "actions" }, puzzleWays(practice, practise, arrange)),
      puzzleAbout(practice)),
    puzzleChoices(practice, practise), puzzleScore(practice));
}

/**
 * Says what the last move was worth.
 * @param {Practice} practice
 * @param {(point: string) => string} name
 */
function puzzleVerdict({ puzzle, phase, tried, moves, answer, change, isCounted, solution }, name) {
  if (!puzzle) return "";
  const other = colorName(otherSide(puzzle.toMove));
  const rating = isCounted && change !== 0 ? ` Your rating ${change > 0 ? "rises" : "falls"} by ${Math.abs(change)}.` : "";
  switch (phase) {
    case "checking":
      return `Is ${name(tried ?? "")} right?`;
    case "other":
      return puzzle.kind === "defence" ? `${name(tried ?? "")} is not refuted either. Find the other one.` : `${name(tried ?? "")} wins too, but not by fours alone. Find the win by fours.`;
    case "wrong":
      return `${puzzleRefutation(name(tried ?? ""), other, answer, name)}${rating}`;
    case "solved":
      return `Solved${puzzle.turnsOnFoul ? ": a forbidden point decides" : ""}.${puzzle.kind === "defence" ? " Every other move is refuted." : ""}${rating}`;
    case "shown":
      return solution.length > 1 ? `The answer is ${solution.slice(0, 12).map(name).join(" ")}.` : `The answer is ${name(solution[0] ?? puzzle.key)}.`;
    default:
      return moves.length > 0 ? `Right. ${other} answered ${name(moves[moves.length - 1])}: go on.` : "Place a stone on the board.";
  }
}

/**
 * Says why a move is wrong.
 * @param {string} tried
 * @param {string} other
 * @param {any} answer
 * @param {(point: string) => string} name
 */
function puzzleRefutation(tried, other, answer, name) {
  const [first = ""] = answer?.line ?? [];
  const reply = first ? name(first) : "";
  const reasons = /** @type {Record<string, string>} */ ({
    five: `${other} makes five with ${reply}.`,
    fours: `${other} wins by fours, beginning with ${reply}.`,
    threes: `${other} wins by fours and threes, beginning with ${reply}.`,
    ownFour: `${other} blocks with ${reply}, which makes a four.`,
    stopped: reply ? `After ${reply} no such win is left.` : "It does not lead to a win of this kind.",
    quiet: reply ? `It threatens nothing: ${other} takes ${reply}.` : "It threatens nothing.",
  });
  return `No, not ${tried}. ${reasons[answer?.verdict.reason] ?? ""}`;
}

/**
 * @param {Practice} practice
 * @param {Practise} practise
 * @param {(position: any) => void} arrange
 */
function puzzleWays({ puzzle, phase }, practise, arrange) {
  if (!puzzle) return [button("Try again", () => practise.next(), { "data-key": "practice retry" })];
  const isOver = phase === "solved" || phase === "shown";
  const { rule, width, height, stones, toMove } = puzzle;
  return [
    phase === "wrong" || phase === "other" ? button("Try again", () => practise.again(), { class: "primary", "data-key": "practice again" }) : null,
    isOver ? button("Next puzzle", () => practise.next(), { class: "primary", "data-key": "practice next" }) : null,
    isOver ? null : button("Show the answer", () => practise.show(), { "data-key": "practice show", disabled: phase === "checking" || phase === "loading" }),
    isOver ? null : button("Skip", () => practise.next(), { class: "quiet", "data-key": "practice skip", disabled: phase === "loading" }),
    isOver || phase === "wrong" ? button("Analyse", () => {
      practise.leave();
      arrange({ onto: { rule, width, height }, stones, toMove });
    }, { "data-key": "practice analyse", title: "Opens the position in the analysis" }) : null,
  ];
}

/** The rule, the kind and the grade of the puzzle. @param {Practice} practice */
function puzzleAbout({ puzzle }) {
  if (!puzzle) return null;
  const rule = RULES.find(([key]) => key === puzzle.rule)?.[1] ?? puzzle.rule;
  return make("p", { class: "muted", "data-key": "practice about" }, `${rule} · grade ${puzzle.grade} of 5, rated ${gradeRating(puzzle.grade)}`);
}

/**
 * The choices of rule, kind and grade.
 * @param {Practice} practice
 * @param {Practise} practise
 */
function puzzleChoices({ record }, practise) {
  const { rule, kind, grade } = record.wanted;
  const rules = /** @type {[string, string][]} */ ([["", "Rule of the game"], ...RULES.map(([key, name]) => [key, name])]);
  return make("div", { class: "actions wanted", "data-key": "practice choices" },
    choice("Rule", rules, rule, (wanted) => practise.want({ rule: wanted }), { "data-key": "practice rule", "aria-label": "Rule" }),
    choice("Kind", PUZZLE_KINDS, kind, (wanted) => practise.want({ kind: wanted }), { "data-key": "practice kind", "aria-label": "Kind" }),
    choice("Grade", GRADES, grade, (wanted) => practise.want({ grade: wanted }), { "data-key": "practice grade", "aria-label": "Grade" }));
}

/** The rating and the results of the person. @param {Practice} practice */
function puzzleScore({ record }) {
  const { rated, solved, failed, streak, best, last } = record;
  const doubt = rated.deviation > 110 ? "?" : "";
  const texts = [`${solved} solved`, `${failed} failed`, `${streak} in a row${best > streak ? ` (best ${best})` : ""}`];
  return make("section", { class: "card", "data-key": "practice score" },
    make("h2", {}, "Your rating"),
    make("p", {}, make("strong", { "data-key": "practice rating", title: `± ${Math.round(2 * rated.deviation)}` }, `${Math.round(rated.rating)}${doubt}`), ` · ${texts.join(" · ")}`),
    last.length > 0 ? make("p", { class: "results", "data-key": "practice last" },
      last.slice(0, SHOWN_LAST).map(({ isRight, grade }) => make("span", { class: isRight ? "right" : "wrong", title: `grade ${grade}`, role: "img", "aria-label": isRight ? "solved" : "failed" }, isRight ? "✓" : "✗"))) : null);
}
