// @ts-check
// Boards with their rules, synchronously: the module of the rules is small and embedded in this package.

import { DolmenError, invalid, valueWords } from "./errors.js";
import { Instance } from "./instance.js";
import { RULES_MODULE } from "./rules-module.js";

/** The codes of outcomes, and of the content of a cell. */
const OUTCOMES = [null, "black", "white", "draw"];
const CONTENTS = [null, "black", "white", "dead"];
const CONTENT = 3;
const LEGAL = 1 << 2;
const OF_FIVE = 1 << 3;
/** The reasons of forbidden points and their flags. */
const REASONS = /** @type {const} */ ([["double three", 1 << 4], ["double four", 1 << 5], ["overline", 1 << 6]]);

/**
 * @typedef {string | readonly [number, number]} PointLike a name such as h8, or a column and a row from 0 at the top left
 *
 * @typedef {object} BoardOptions
 * @property {string} [rule]
 * @property {number | readonly [number, number]} [size]
 * @property {boolean} [continuous]
 * @property {string | readonly PointLike[]} [moves]
 * @property {string} [diagram]
 * @property {"black" | "white"} [turn]
 */

/** The last text of the module. */
let said = "";
/** @type {Instance | undefined} */
let started;
/** Frees the boards that have become unreachable. @type {FinalizationRegistry<number> | undefined} */
const registry = typeof FinalizationRegistry === "function" ? new FinalizationRegistry((board) => rules().board_drop(board)) : undefined;

function instance() {
  if (!started) {
    const bytes = Uint8Array.from(atob(RULES_MODULE), (letter) => letter.charCodeAt(0));
    started = new Instance(new WebAssembly.Module(bytes), (text) => (said = text));
  }
  return started;
}

const rules = () => instance().exports;

/** Returns a result of the module, or throws its last text as an error. @param {number} result */
function checked(result) {
  if (result >= 0) return result;
  const [first, ...lines] = said.split("\n");
  const [code, field, index] = first.split(" ");
  throw new DolmenError(code, lines.join("\n"), { field: field || undefined, index: index ? Number(index) : undefined });
}

/** Returns the name of a point. @param {number} column @param {number} row */
export const pointName = (column, row) => `${String.fromCharCode(97 + column)}${row + 1}`;

/** Returns the size of a board as a text. @param {unknown} size */
function sizeText(size) {
  const [width, height] = Array.isArray(size) ? size : [size, size];
  if (Array.isArray(size) && size.length !== 2 || !Number.isInteger(width) || !Number.isInteger(height)) {
    throw invalid("size", size, "a number such as 15, or a width and a height such as [15, 15]");
  }
  return `${width}x${height}`;
}

/** The options of a board. */
const OPTIONS = ["rule", "size", "continuous", "moves", "diagram", "turn"];

/** Returns a board. @param {BoardOptions} [options] */
export function createBoard(options = {}) {
  if (typeof options !== "object" || options === null) throw invalid("options", options, 'an object such as { rule: "renju" }');
  if (options instanceof Board) throw invalid("options", String(options), "an object such as { rule: \"renju\" }; board.copy() copies a board");
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) throw new DolmenError("invalid", `unknown option ${valueWords(unknown)}: expected ${OPTIONS.join(", ")}`, { field: unknown });
  const { rule = "freestyle", size, continuous = false, moves = [], diagram, turn } = options;
  if (typeof rule !== "string") throw invalid("rule", rule, "the name of a rule such as renju");
  if (typeof continuous !== "boolean") throw invalid("continuous", continuous, "true or false");
  if (diagram !== undefined && typeof diagram !== "string") throw invalid("diagram", diagram, "a text of rows with X, O, # and .");
  const ruleText = continuous ? `${rule} continuous` : rule;
  if (diagram !== undefined && size !== undefined) throw new DolmenError("invalid", "size and diagram contradict each other: expected one of them", { field: "size" });
  if (turn !== undefined && diagram === undefined) throw new DolmenError("invalid", "turn needs a diagram: without one, moves say whose turn it is", { field: "turn" });
  if (diagram !== undefined) {
    instance().write(`${ruleText}\n${turn ?? ""}\n${diagram}`);
    const board = new Board(KEY, checked(rules().board_of_diagram()), true);
    if (typeof moves === "string") throw invalid("moves", moves, "a list of points after a diagram");
    return withMoves(board, moves);
  }
  if (typeof moves !== "string" && !Array.isArray(moves)) throw invalid("moves", moves, 'a text such as "h8i9", or a list of points');
  const begun = (/** @type {string} */ text) => {
    instance().write(`${ruleText}\n${sizeText(size ?? 15)}\n${text}`);
    return new Board(KEY, checked(rules().board_new()), false);
  };
  return typeof moves === "string" ? begun(moves) : withMoves(begun(""), moves, begun);
}

/**
 * Plays moves, and returns the board.
 * @param {Board} board @param {readonly PointLike[]} moves
 * @param {(moves: string) => Board} [begun] returns a board with moves and passes, which no other function takes
 */
function withMoves(board, moves, begun) {
  moves.forEach((move, index) => {
    try {
      if (begun && move === "pass") {
        const before = board;
        board = begun([...before.moves, "pass"].join(" "));
        before.dispose();
      } else board.push(move);
    } catch (error) {
      if (!(error instanceof DolmenError)) throw error;
      throw new DolmenError(error.code, `move ${index + 1}: ${error.message}`, { field: "moves", index });
    }
  });
  return board;
}

/** The key of the constructor, which only this module has: a board of another number would be an alias. */
const KEY = Symbol("createBoard");

/** A position with its rule, on which moves are made and taken back. */
export class Board {
  /** @type {number} */
  #number;
  /** Tells whether the initial stones came without an order. */
  #isSetUp;
  /** The number of initial stones. */
  #first;
  /**
   * The cached facts about the position.
   * @type {{ width: number, height: number, state: number, cells: Uint8Array } | undefined}
   */
  #known;

  /** Is called by createBoard. @param {symbol} key @param {number} number @param {boolean} isSetUp */
  constructor(key, number, isSetUp) {
    if (key !== KEY) throw new DolmenError("invalid", "Board has no public constructor: expected createBoard(options)");
    this.#number = number;
    this.#isSetUp = isSetUp;
    this.#first = isSetUp ? this.#stones().length : 0;
    registry?.register(this, number, this);
  }

  #look() {
    if (!this.#known) {
      const state = checked(rules().board_state(this.#number));
      const [width, height] = [state & 31, (state >> 5) & 31];
      const cells = instance().bytes(rules().board_cells(this.#number), width * height).slice();
      this.#known = { width, height, state, cells };
    }
    return this.#known;
  }

  /** Returns the column and the row of a point. @param {PointLike} point @returns {readonly [number, number]} */
  #place(point) {
    if (typeof point === "string") {
      instance().write(point);
      const place = checked(rules().board_point(this.#number));
      return [place & 31, place >> 5];
    }
    if (Array.isArray(point) && point.length === 2 && point.every(Number.isInteger)) return /** @type {[number, number]} */ (point);
    throw invalid("point", point, "a name such as h8, or a column and a row from 0 such as [7, 7]");
  }

  /** Returns the words of the board's text: the rule, the size and the stones. */
  #words() {
    checked(rules().board_text(this.#number));
    return said.split(" ");
  }

  #stones() {
    const all = this.#words();
    return all.slice(all.findIndex((word) => /^\d+x\d+$/.test(word)) + 1);
  }

  get rule() {
    return this.#words()[0];
  }

  get continuous() {
    return this.#words()[1] === "continuous";
  }

  get width() {
    return this.#look().width;
  }

  get height() {
    return this.#look().height;
  }

  get turn() {
    return /** @type {"black" | "white"} */ ((this.#look().state >> 10) & 1 ? "white" : "black");
  }

  /** The moves, without the stones of a diagram. */
  get moves() {
    return this.#stones().slice(this.#first);
  }

  get ply() {
    return this.moves.filter((move) => move !== "pass").length;
  }

  get outcome() {
    return OUTCOMES[this.#look().state >> 11];
  }

  get legal() {
    return this.#points((cell) => (cell & LEGAL) !== 0);
  }

  get five() {
    return this.#points((cell) => (cell & OF_FIVE) !== 0);
  }

  /** The points that are forbidden to the side to move, with the reasons. */
  get forbidden() {
    const { cells, width } = this.#look();
    /** @type {Map<string, string[]>} */
    const found = new Map();
    cells.forEach((cell, index) => {
      const reasons = REASONS.filter(([, flag]) => (cell & flag) !== 0).map(([reason]) => reason);
      if (reasons.length > 0) found.set(pointName(index % width, Math.floor(index / width)), reasons);
    });
    return found;
  }

  /** @param {(cell: number) => boolean} isWanted */
  #points(isWanted) {
    const { cells, width } = this.#look();
    /** @type {string[]} */
    const points = [];
    cells.forEach((cell, index) => {
      if (isWanted(cell)) points.push(pointName(index % width, Math.floor(index / width)));
    });
    return points;
  }

  /** @param {PointLike} point */
  #cell(point) {
    const [column, row] = this.#place(point);
    const { cells, width, height } = this.#look();
    if (column < 0 || row < 0 || column >= width || row >= height) {
      throw new DolmenError("off-board", `point [${column},${row}] is off the ${width}x${height} board`);
    }
    return cells[row * width + column];
  }

  /** Returns the content of a point. @param {PointLike} point */
  at(point) {
    return CONTENTS[this.#cell(point) & CONTENT];
  }

  /** @param {PointLike} point */
  isLegal(point) {
    return (this.#cell(point) & LEGAL) !== 0;
  }

  /** Plays a move, and returns the outcome. @param {PointLike} point */
  push(point) {
    const [column, row] = this.#place(point);
    const outcome = checked(rules().board_push(this.#number, column, row));
    this.#known = undefined;
    return OUTCOMES[outcome];
  }

  /** Takes the last move back, and returns its point. */
  pop() {
    if (this.moves.length === 0) throw new DolmenError("empty", "no move to take back");
    const place = checked(rules().board_pop(this.#number));
    this.#known = undefined;
    return pointName(place & 31, place >> 5);
  }

  copy() {
    const copy = new Board(KEY, checked(rules().board_copy(this.#number)), this.#isSetUp);
    copy.#first = this.#first;
    return copy;
  }

  dispose() {
    registry?.unregister(this);
    rules().board_drop(this.#number);
    this.#number = -1;
    this.#known = undefined;
  }

  toString() {
    return this.#words().join(" ");
  }

  /** Returns options with which createBoard makes the same board. */
  toJSON() {
    const { rule, continuous, width, height, moves } = this;
    const game = continuous ? { rule, continuous } : { rule };
    if (!this.#isSetUp) return { ...game, size: [width, height], moves };
    const start = this.copy();
    moves.forEach(() => start.pop());
    const { diagram, turn } = start;
    start.dispose();
    return { ...game, diagram, turn, moves };
  }

  /** Returns the text for console.log of Node.js. */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    if (this.#number < 0) return "Board { disposed of }";
    const { outcome, turn } = this;
    const state = outcome === null ? `${turn} to move` : outcome === "draw" ? "a draw" : `${outcome} has won`;
    return `Board { ${this}, ${state} }`;
  }

  /** The rows of the board from the top: X black, O white, . empty, # dead. */
  get diagram() {
    const { cells, width, height } = this.#look();
    const row = (/** @type {number} */ y) => [...cells.slice(y * width, (y + 1) * width)].map((cell) => ".XO#"[cell & CONTENT]).join("");
    return Array.from({ length: height }, (_, y) => row(y)).join("\n");
  }

  /** Returns the fields of a query that describe the position. */
  toQuery() {
    const { rule, continuous, width, height } = this;
    const fields = { rules: continuous ? { rule, continuous } : rule, boardXSize: width, boardYSize: height };
    if (!this.#isSetUp) return { ...fields, moves: this.moves };
    const of = (/** @type {string} */ content) => this.#points((cell) => CONTENTS[cell & CONTENT] === content);
    const initialStones = [...of("black").map((point) => ["B", point]), ...of("white").map((point) => ["W", point])];
    return { ...fields, initialStones, deadPoints: of("dead"), initialPlayer: this.turn, moves: [] };
  }
}
