// @ts-check
// Practice: puzzles that are solved on the board. The table judges the moves and plays against them; the game at the
// table stays as it is.

import { shown } from "./notation.js";
import { loadPuzzles, stonesAfter } from "./puzzles.js";
import { counted, keepPlace, keepRecord, keptPlace, nextPuzzle, readRecord } from "./record.js";
import { newRequest } from "./requests.js";
import { click } from "./sounds.js";
import { colorName, otherSide } from "./sides.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */

/**
 * @typedef {object} Practice
 * @property {import("./record.js").PracticeRecord} record
 * @property {Puzzle | null} puzzle
 * @property {"loading" | "ask" | "checking" | "other" | "wrong" | "solved" | "shown" | "none"} phase
 * @property {string[]} moves the moves on the board, the first one of the person
 * @property {string | null} tried the move that is checked or was not right
 * @property {any} answer the last answer of the table
 * @property {string[]} solution the moves that win, as the table sees them
 * @property {boolean} isCounted whether the first attempt is over
 * @property {number} change the change of the rating by the shown result
 * @property {string} question the identifier of the last request
 * @property {string} trouble why there is no puzzle
 */

/** The phases in which the person may place a stone. */
const OPEN_PHASES = ["ask", "other", "wrong"];

/** Returns whether the person may place a stone. @param {Practice} practice */
export const mayTry = ({ phase }) => OPEN_PHASES.includes(phase);

/** Says what the puzzle asks. @param {Practice} practice */
export function practiceState({ puzzle, phase, moves }) {
  if (!puzzle) return phase === "loading" ? TEXTS.practise.loading : TEXTS.practise.none;
  if (phase === "solved") return TEXTS.practise.solved;
  if (phase === "shown") return TEXTS.practise.onBoard;
  if (moves.length > 0) return TEXTS.practise.nextMove(colorName(puzzle.toMove), TEXTS.practise.tasks[puzzle.kind]);
  return TEXTS.practise.task(colorName(puzzle.toMove), TEXTS.practise.tasks[puzzle.kind], puzzle.kind === "defence");
}

/** Says why no stone may be placed. @param {Practice} practice */
export function whyNoTry({ phase }) {
  if (phase === "checking") return TEXTS.practise.stillChecked;
  if (phase === "loading") return TEXTS.practise.stillLoaded;
  return phase === "none" ? TEXTS.practise.otherKind : TEXTS.practise.isOver;
}

/** Returns the stones on the board: the puzzle, its moves, and the move that is checked. @param {Practice} practice */
export function practiceStones({ puzzle, moves, tried, phase }) {
  if (!puzzle) return [];
  return stonesAfter(puzzle, phase === "checking" && tried ? [...moves, tried] : moves);
}

/** Returns the side to move. @param {Practice} practice @returns {"black" | "white"} */
export function practiceMover({ puzzle, moves }) {
  if (!puzzle) return "black";
  return moves.length % 2 ? otherSide(puzzle.toMove) : puzzle.toMove;
}

/** Returns the moves that are drawn as ghosts: a refutation, or the answer; null has no point. @param {Practice} practice @returns {(string | null)[]} */
export function practiceGhosts({ phase, tried, answer, solution }) {
  if (phase === "wrong") return [tried, ...(answer?.line ?? [])];
  if (phase === "other") return [tried];
  if (phase === "shown") return solution;
  return [];
}

/** Lets a person practise on a page. */
export class Practise {
  /**
   * @param {object} page
   * @param {Store} page.store
   * @param {(command: object) => void} page.send
   * @param {() => import("./settings.js").Settings} page.settings
   * @param {(text: string) => void} page.say announces a text to screen readers
   */
  constructor({ store, send, settings, say }) {
    this.store = store;
    this.send = send;
    this.settings = settings;
    this.say = say;
    /** Whether practice has paused the game. */
    this.hasPaused = false;
    /** The last request on this connection: the puzzle and its moves. */
    this.asked = "";
    const place = keptPlace();
    if (place) this.begin(place.hasPaused);
  }

  /** Pauses the game, and goes to the puzzles. */
  enter() {
    const isRunning = this.store.isPlaying() && this.store.nodes.size > 1;
    if (isRunning) this.send({ type: "pause" });
    this.begin(isRunning);
  }

  /** @param {boolean} hasPaused */
  begin(hasPaused) {
    this.hasPaused = hasPaused;
    this.store.refused = null;
    keepPlace({ hasPaused });
    this.store.practice = { record: readRecord(), puzzle: null, phase: "loading", moves: [], tried: null, answer: null, solution: [], isCounted: false, change: 0, question: "", trouble: "" };
    this.load(true);
  }

  /** Goes back to the game or its analysis. @param {boolean} [resumes] whether the game continues; false if another one has arrived */
  leave(resumes = true) {
    if (!this.store.practice) return;
    this.store.practice = null;
    this.store.refused = null;
    this.asked = "";
    keepPlace(null);
    if (resumes && this.hasPaused && this.store.status?.phase.type === "paused") this.send({ type: "resume" });
    this.hasPaused = false;
    this.store.changed();
  }

  /** Returns the rule of the puzzles: the chosen one, otherwise that of the game. */
  rule() {
    return this.store.practice?.record.wanted.rule || this.store.setup?.rule || "freestyle";
  }

  /**
   * Loads the puzzles and asks one.
   * @param {boolean} resumes whether to ask the puzzle that was left, if there is one, instead of the next
   */
  async load(resumes) {
    const { practice } = this.store;
    if (!practice) return;
    Object.assign(practice, { phase: "loading", trouble: "" });
    this.store.changed();
    const { present } = practice.record;
    try {
      const puzzles = await loadPuzzles(resumes && present ? present.rule : this.rule());
      if (this.store.practice !== practice) return;
      const left = resumes ? puzzles.find(({ id }) => id === present?.id) : undefined;
      const puzzle = left ?? nextPuzzle(practice.record, puzzles, Math.random());
      if (puzzle) this.ask(puzzle, left ? present : null);
      else Object.assign(practice, { phase: "none", puzzle: null, trouble: TEXTS.practise.noSuch });
    } catch (error) {
      Object.assign(practice, { phase: "none", puzzle: null, trouble: error instanceof Error ? error.message : String(error) });
    }
    this.store.changed();
  }

  /**
   * @param {Puzzle} puzzle
   * @param {import("./record.js").PracticeRecord["present"]} left how it was left
   */
  ask(puzzle, left) {
    const practice = /** @type {Practice} */ (this.store.practice);
    const isOver = left !== null && ["solved", "shown"].includes(left.phase);
    Object.assign(practice, { puzzle, phase: isOver ? left.phase : "ask", moves: left?.moves ?? [], tried: null, answer: null, solution: [], isCounted: left?.isCounted ?? false, change: 0 });
    this.asked = "";
    this.keep();
    this.say(practiceState(practice));
  }

  /** Asks the next puzzle. */
  next() {
    this.load(false);
  }

  /** Changes the chosen rule, kind or grade, and asks such a puzzle. @param {Partial<import("./record.js").PracticeRecord["wanted"]>} change */
  want(change) {
    const { practice } = this.store;
    if (!practice) return;
    practice.record = { ...practice.record, wanted: { ...practice.record.wanted, ...change } };
    keepRecord(practice.record);
    this.next();
  }

  /** Places a stone. @param {string} point */
  try(point) {
    const { practice } = this.store;
    if (!practice || !mayTry(practice)) return;
    if (this.settings().sounds) click();
    this.store.refused = null;
    Object.assign(practice, { phase: "checking", tried: point, change: 0 });
    this.look();
    this.store.changed();
  }

  /** Takes a wrong move back. */
  again() {
    const { practice } = this.store;
    if (practice) Object.assign(practice, { phase: "ask", tried: null, change: 0 });
    this.store.changed();
  }

  /** Gives up and shows the answer. */
  show() {
    const { practice } = this.store;
    if (!practice?.puzzle) return;
    practice.change = 0;
    this.count(false);
    const first = practice.moves.length === 0 ? [practice.puzzle.key] : [];
    Object.assign(practice, { phase: "shown", tried: null, solution: practice.solution.length > 0 ? practice.solution : first });
    this.keep();
    this.store.changed();
  }

  /** Asks the table about the moves, once on each connection. */
  look() {
    const { practice, connection } = this.store;
    if (connection !== "open") {
      this.asked = "";
      return;
    }
    if (!practice?.puzzle || ["loading", "none", "solved", "shown"].includes(practice.phase)) return;
    const { puzzle, phase, tried } = practice;
    const moves = phase === "checking" && tried ? [...practice.moves, tried] : practice.moves;
    const key = [puzzle.id, ...moves].join(" ");
    // After a wrong move, the answer for the position before it is still there.
    if (key === this.asked || (practice.answer && phase !== "checking")) return;
    this.asked = key;
    practice.question = newRequest();
    const { rule, width, height, stones, toMove, kind } = puzzle;
    this.send({ type: "puzzle", id: practice.question, puzzle: { onto: { rule, width, height }, stones, toMove, kind, key: puzzle.key }, moves });
  }

  /** Takes an answer of the table. @param {any} answer */
  take(answer) {
    const { practice } = this.store;
    if (!practice?.puzzle || answer.id !== practice.question) return;
    const { verdict } = answer;
    practice.answer = answer;
    switch (verdict.type) {
      case "ready":
        practice.solution = answer.line;
        break;
      case "goesOn":
        Object.assign(practice, { moves: [...answer.moves, answer.reply], tried: null, phase: "ask", solution: answer.line });
        this.say(TEXTS.practise.right(colorName(otherSide(practice.puzzle.toMove)), this.name(answer.reply)));
        break;
      case "solved":
        Object.assign(practice, { moves: answer.moves, tried: null, phase: "solved" });
        this.count(true);
        this.say(TEXTS.practise.solved);
        break;
      case "other":
        practice.phase = "other";
        break;
      case "wrong":
        practice.phase = "wrong";
        this.count(false);
        break;
    }
    this.keep();
    this.store.changed();
  }

  /** Takes back a move that the table refused, such as one on a stone. */
  refused() {
    const { practice } = this.store;
    if (practice?.phase !== "checking") return;
    Object.assign(practice, { phase: "ask", tried: null, answer: practice.answer ?? { forbidden: [], line: [] } });
    this.asked = "";
  }

  /** Counts the first attempt. @param {boolean} isRight */
  count(isRight) {
    const { practice } = this.store;
    if (!practice?.puzzle || practice.isCounted) return;
    const before = practice.record.rated.rating;
    practice.isCounted = true;
    practice.record = counted(practice.record, practice.puzzle, isRight);
    practice.change = Math.round(practice.record.rated.rating) - Math.round(before);
  }

  /** Keeps the record with the present puzzle. */
  keep() {
    const { practice } = this.store;
    if (!practice?.puzzle) return;
    const { puzzle, moves, phase, isCounted } = practice;
    practice.record = { ...practice.record, present: { rule: puzzle.rule, id: puzzle.id, moves, phase, isCounted } };
    keepRecord(practice.record);
  }

  /** @param {string} point */
  name(point) {
    return shown(point, this.settings().notation, this.store.practice?.puzzle?.height ?? 15);
  }
}
