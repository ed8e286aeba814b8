/** The rules by name. */
export type Rule = "freestyle" | "standard" | "renju" | "caro" | "caro6" | "omok";
/** A player. */
export type Color = "black" | "white";
/** The result of a game. */
export type Outcome = Color | "draw";
/** The name of a point: the letter of its column, with i, and the number of its row, from 1 at the top. */
export type Point = string;
/** A point by name, or by its column and row, from 0 at the top left. */
export type PointLike = Point | readonly [column: number, row: number];
/** The reason why a point is forbidden. */
export type Reason = "double three" | "double four" | "overline";

/** The initial position of a board. */
export interface BoardOptions {
  /** The rule; freestyle by default. */
  rule?: Rule;
  /** The number of columns and rows from 5 to 22, or one for both; 15 by default. */
  size?: number | readonly [columns: number, rows: number];
  /** Whether the game goes on after a five. */
  continuous?: boolean;
  /** The moves, as a text such as "h8i9" or as points; "pass" where a side does not move, not after a diagram. */
  moves?: string | readonly PointLike[];
  /** The stones in place of a size: rows from the top with X black, O white, . empty, # dead. */
  diagram?: string;
  /** The side to move after a diagram; by default it follows from the numbers of stones. */
  turn?: Color;
}

/** A position with its rule, on which moves are made and taken back. */
export class Board {
  private constructor();
  readonly rule: Rule;
  readonly continuous: boolean;
  readonly width: number;
  readonly height: number;
  /** The side to move. */
  readonly turn: Color;
  /** The moves, without the stones of a diagram; "pass" where a side did not move. */
  readonly moves: readonly Point[];
  /** The number of moves that placed a stone. */
  readonly ply: number;
  /** The result; null while the game goes on. */
  readonly outcome: Outcome | null;
  /** The stones of the five of the last move. */
  readonly five: Point[];
  /** The points where the side to move may play. */
  readonly legal: Point[];
  /** The points where the side to move may not play, with all reasons. */
  readonly forbidden: Map<Point, Reason[]>;
  /** The rows from the top: X black, O white, . empty, # dead. */
  readonly diagram: string;
  /** Returns the content of a point; null if it is empty. */
  at(point: PointLike): Color | "dead" | null;
  /** Returns whether the side to move may play at a point. */
  isLegal(point: PointLike): boolean;
  /** Plays a move of the side to move. Throws a DolmenError if it is not legal, and then changes nothing. */
  push(point: PointLike): Outcome | null;
  /** Takes the last stone back, with the passes after it, and returns its point. */
  pop(): Point;
  /** Returns an independent board with the same position. */
  copy(): Board;
  /** Frees the memory at once. Otherwise the garbage collector frees it. */
  dispose(): void;
  /** Returns the rule, the size and the stones as one text line, such as "renju 15x15 h8 i9". */
  toString(): string;
  /** Returns the fields of a query that describe the position. */
  toQuery(): Record<string, unknown>;
  /** Returns options with which createBoard makes the same board. */
  toJSON(): BoardOptions;
}

/** Returns a board. Throws a DolmenError if the options are invalid. */
export function createBoard(options?: BoardOptions): Board;

/** The kinds of errors. */
export type ErrorCode =
  // Of boards, and of arguments.
  | "invalid" | "off-board" | "occupied" | "forbidden" | "game-over" | "empty" | "no-board"
  // Of engines.
  | "load" | "worker" | "failed" | "closed" | "no-result"
  // Of queries.
  | "json" | "too-long" | "missing" | "illegal-move" | "conflict" | "duplicate-id" | "busy" | "closing";

/** An error of this package. */
export class DolmenError extends Error {
  private constructor();
  readonly name: "DolmenError";
  readonly code: ErrorCode;
  /** The option, or the field of a query, and the index in its list. */
  readonly field?: string;
  readonly index?: number;
}
