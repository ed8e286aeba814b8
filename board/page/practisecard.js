// @ts-check
// The card of a puzzle: the question, the verdict on a move, the next steps, and the results of the person.

import { button, byId, choice, dotted, make, replace } from "./dom.js";
import { shown } from "./notation.js";
import { practiceState } from "./practise.js";
import { gradeRating } from "./puzzles.js";
import { RULE_NAMES, RULES } from "./setup.js";
import { colorName, otherSide } from "./sides.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./practise.js").Practice} Practice */
/** @typedef {import("./practise.js").Practise} Practise */

/** The parts of the panel that belong to a game. */
const GAME_PARTS = ["players", "conditions", "actions", "graph", "moves", "steps"];
const PUZZLE_KINDS = Object.entries(TEXTS.practise.kinds);
/** The grades as options, the empty one first: as keys of an object, the numbers would come before it. */
const GRADES = ["", "1", "2", "3", "4", "5"].map((grade) => /** @type {[string, string]} */ ([grade, /** @type {Record<string, string>} */ (TEXTS.practise.grades)[grade]]));
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
      make("h2", {}, TEXTS.practise.title),
      practice.trouble ? make("p", { role: "alert", "data-key": "practice trouble" }, practice.trouble) : null,
      make("p", { "data-key": "practice verdict", role: "status" }, puzzleVerdict(practice, name)),
      make("div", { class: "actions" }, puzzleWays(practice, practise, arrange)),
      puzzleAbout(practice)),
    puzzleChoices(practice, practise), puzzleScore(practice));
}

/**
 * Says whether the last move was right.
 * @param {Practice} practice
 * @param {(point: string) => string} name
 */
function puzzleVerdict({ puzzle, phase, tried, moves, answer, change, isCounted, solution }, name) {
  if (!puzzle) return "";
  const other = colorName(otherSide(puzzle.toMove));
  const rating = isCounted && change !== 0 ? TEXTS.practise[change > 0 ? "rises" : "falls"](Math.abs(change)) : "";
  switch (phase) {
    case "checking":
      return TEXTS.practise.checking(name(tried ?? ""));
    case "other":
      return TEXTS.practise[puzzle.kind === "defence" ? "otherDefence" : "otherWin"](name(tried ?? ""));
    case "wrong":
      return `${puzzleRefutation(name(tried ?? ""), other, answer, name)}${rating}`;
    case "solved":
      return TEXTS.practise.solvedBy(puzzle.turnsOnFoul, puzzle.kind === "defence") + rating;
    case "shown":
      return TEXTS.practise.answer(solution.length > 1 ? solution.slice(0, 12).map(name).join(" ") : name(solution[0] ?? puzzle.key)) + rating;
    default:
      return moves.length > 0 ? TEXTS.practise.goOn(other, name(moves[moves.length - 1])) : TEXTS.practise.place;
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
  const reason = /** @type {Record<string, (side: string, reply: string) => string>} */ (TEXTS.practise.reasons)[answer?.verdict.reason];
  return TEXTS.practise.wrong(tried, reason?.(other, reply) ?? "");
}

/**
 * @param {Practice} practice
 * @param {Practise} practise
 * @param {(position: any) => void} arrange
 */
function puzzleWays({ puzzle, phase }, practise, arrange) {
  if (!puzzle) return [button(TEXTS.practise.again, () => practise.next(), { "data-key": "practice retry" })];
  const isOver = phase === "solved" || phase === "shown";
  const { rule, width, height, stones, toMove } = puzzle;
  return [
    phase === "wrong" || phase === "other" ? button(TEXTS.practise.again, () => practise.again(), { class: "primary", "data-key": "practice again" }) : null,
    isOver ? button(TEXTS.practise.next, () => practise.next(), { class: "primary", "data-key": "practice next" }) : null,
    isOver ? null : button(TEXTS.practise.show, () => practise.show(), { "data-key": "practice show", disabled: phase === "checking" || phase === "loading" }),
    isOver ? null : button(TEXTS.practise.skip, () => practise.next(), { class: "quiet", "data-key": "practice skip", disabled: phase === "loading" }),
    isOver || phase === "wrong" ? button(TEXTS.practise.analyse, () => {
      practise.leave();
      arrange({ onto: { rule, width, height }, stones, toMove });
    }, { "data-key": "practice analyse", title: TEXTS.practise.analyseTitle }) : null,
  ];
}

/** The rule, the kind and the grade of the puzzle. @param {Practice} practice */
function puzzleAbout({ puzzle }) {
  if (!puzzle) return null;
  const rule = RULES.find(([key]) => key === puzzle.rule)?.[1] ?? puzzle.rule;
  return make("p", { class: "muted", "data-key": "practice about" }, TEXTS.practise.about(rule, puzzle.grade, gradeRating(puzzle.grade)));
}

/**
 * The choices of rule, kind and grade.
 * @param {Practice} practice
 * @param {Practise} practise
 */
function puzzleChoices({ record }, practise) {
  const { rule, kind, grade } = record.wanted;
  const rules = /** @type {[string, string][]} */ ([["", TEXTS.practise.ruleOfGame], ...RULE_NAMES]);
  return make("div", { class: "actions wanted", "data-key": "practice choices" },
    choice(TEXTS.practise.rule, rules, rule, (wanted) => practise.want({ rule: wanted }), { "data-key": "practice rule", "aria-label": TEXTS.practise.rule }),
    choice(TEXTS.practise.kind, PUZZLE_KINDS, kind, (wanted) => practise.want({ kind: wanted }), { "data-key": "practice kind", "aria-label": TEXTS.practise.kind }),
    choice(TEXTS.practise.grade, GRADES, grade, (wanted) => practise.want({ grade: wanted }), { "data-key": "practice grade", "aria-label": TEXTS.practise.grade }));
}

/** The rating and the results of the person. @param {Practice} practice */
function puzzleScore({ record }) {
  const { rated, solved, failed, streak, best, last } = record;
  const doubt = rated.deviation > 110 ? "?" : "";
  const texts = [TEXTS.practise.solvedCount(solved), TEXTS.practise.failedCount(failed), TEXTS.practise.streak(streak, best)];
  return make("section", { class: "card", "data-key": "practice score" },
    make("h2", {}, TEXTS.practise.rating),
    make("p", {}, make("strong", { "data-key": "practice rating", title: `± ${Math.round(2 * rated.deviation)}` }, `${Math.round(rated.rating)}${doubt}`), "\u00a0· ", dotted(texts)),
    doubt ? make("p", { class: "legend" }, TEXTS.practise.doubt) : null,
    last.length > 0 ? make("p", { class: "results", "data-key": "practice last" },
      last.slice(0, SHOWN_LAST).map(({ isRight, grade }) => make("span", { class: isRight ? "right" : "wrong", title: TEXTS.practise.gradeOf(grade), role: "img", "aria-label": isRight ? TEXTS.practise.isSolved : TEXTS.practise.isFailed }, isRight ? "✓" : "✗"))) : null);
}
