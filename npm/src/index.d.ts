import type { Board, BoardOptions, Point, PointLike } from "./rules.js";

export * from "./rules.js";

/** A position: a board, or the options of createBoard. */
export type Position = Board | BoardOptions;

/**
 * The parts of the types of browsers and Node.js that the engine uses, written out here so that a program without the
 * DOM library has types, too.
 */
export interface UrlLike {
  readonly href: string;
  toString(): string;
}
/** A Response of fetch. */
export interface ResponseLike {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly body: object | null;
  readonly headers: { get(name: string): string | null };
}
/** An AbortSignal. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason: any;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}
/** A WebAssembly.Module, which has no properties. */
export type ModuleLike = object;

/** The options of createEngine. */
export interface EngineOptions {
  /** The module, or its address; by default dolmen.wasm beside the package's scripts. */
  wasm?: UrlLike | string | ResponseLike | ArrayBuffer | Uint8Array | ModuleLike;
  /**
   * The address of the worker's script, or a function that starts it: a Worker of the browser, or one of node:worker_threads.
   * By default it lies beside the package's scripts.
   */
  worker?: UrlLike | string | (() => object);
  /** The largest size of a table in megabytes, from 1 to 1024; 64 by default. */
  memory?: number;
  /** Aborts the start. */
  signal?: AbortSignalLike;
  /** Is called while the module is loaded, with a number from 0 to 1. */
  onProgress?: (fraction: number) => void;
}

/** A value for the side to move. */
export interface Score {
  /** The expected result from 0 to 1; 1 and 0 only if a win or a loss is proved. */
  winrate: number;
  /** The value in units, of which 400 mean 73 %; a proved win in n plies is 30000 - n. */
  units: number;
  /** The number of plies to the five of a proved win, negative for a loss; otherwise null. */
  plies: number | null;
}

/** One of the best moves. */
export interface Line {
  /** The rank, from 0. */
  rank: number;
  score: Score;
  depth: number;
  /** The number of nodes after the move; null in reports, and where the move needed no search. */
  nodes: number | null;
  /** The line of play, which begins with the move. That of a proved win may end before the five; solve returns a whole one. */
  pv: Point[];
}

/** The state of a search, or its result. */
export interface Analysis {
  best: Point;
  score: Score;
  /** The best line of play. */
  pv: Point[];
  lines: Line[];
  depth: number;
  /** The length of the longest line that was searched. */
  seldepth: number;
  nodes: number;
  /** Seconds. */
  time: number;
  /** "forced" if there was no other move; "book" and "proof" are those of `pbrain-dolmen`. */
  origin: "search" | "forced" | "book" | "proof";
  /** Whether stop() has ended the search. */
  stopped: boolean;
}

/** When a search ends. Without any limit analyse has 100,000 nodes, and analysis has no end. */
export interface Limits {
  nodes?: number;
  /** Seconds. */
  time?: number;
  /** Plies. */
  depth?: number;
}

export interface AnalyseOptions extends Limits {
  /** The number of best moves that get an exact value and a line each; 1 by default. */
  lines?: number;
  /** The moves that are left out, or the only ones to choose from. */
  avoid?: readonly PointLike[];
  only?: readonly PointLike[];
  /** Whether to begin with an empty table. Then a limit of nodes or depth always gives the same result. */
  fresh?: boolean;
  /** Stops the search; the call then fails at once. */
  signal?: AbortSignalLike;
  /** Is called with each report, twenty times a second at most. */
  onInfo?: (info: Analysis) => void;
}

/** A running search: its reports, of which a slow reader gets only the newest, and its result. */
export interface RunningAnalysis extends AsyncIterable<Analysis> {
  readonly result: Promise<Analysis>;
  /** Stops the search, and returns its result so far. The loop over the reports ends. */
  stop(): Promise<Analysis>;
}

/** Wins by continuous fours, by threats of fours, or by any moves. */
export type Method = "vcf" | "vct" | "win";

export interface SolveOptions {
  /** Positions, of which "win" takes about a thousand times as long as "vct". Without any limit, the solver has ten seconds. */
  nodes?: number;
  /** Seconds. */
  time?: number;
  /** Whether the solution has a certificate. */
  certificate?: boolean;
  signal?: AbortSignalLike;
}

export interface Solution {
  /** "no-win" is a proof that there is no such win; never with "win". */
  verdict: "win" | "no-win" | "unknown";
  /** The moves of a win and the replies, to the five, or to a four whose answers are all forbidden; otherwise empty. */
  line: Point[];
  /** The number of positions in the proof of "vct", or of moves in the certificate of "win"; null with "vcf", and without a win. */
  proofSize: number | null;
  nodes: number;
  /** Seconds. */
  time: number;
  /** The file that `pbrain-dolmen check` checks. */
  certificate: Uint8Array | null;
}

/** A query: an object in the form that `pbrain-dolmen analyse` takes, such as that of board.toQuery(). */
export type Query = object;
export type Reply = Record<string, any>;

export interface QueryOptions {
  signal?: AbortSignalLike;
  /** Is called with each reply, report and warning as it comes. */
  onReply?: (reply: Reply) => void;
}

/**
 * An engine in a worker of its own. Calls queue up, and share one table. Impossible positions and unknown options are
 * errors with the code "invalid".
 */
export interface Engine {
  /** Searches for the best moves. */
  analyse(board: Position, options?: AnalyseOptions): Promise<Analysis>;
  /** Searches for the best moves, with a stream of reports: `for await (const info of engine.analysis(board))`. */
  analysis(board: Position, options?: Omit<AnalyseOptions, "onInfo">): RunningAnalysis;
  /** Searches for a proof that the side to move wins; "vct" by default. */
  solve(board: Position, method?: Method, options?: SolveOptions): Promise<Solution>;
  /** Returns the chance of the side to move after each of its legal moves, without a search. */
  values(board: Position, options?: { signal?: AbortSignalLike }): Promise<Map<Point, number>>;
  /**
   * Sends a query or an action, and returns its replies and warnings. An error reply is thrown as a
   * DolmenError with its code, field and index. A query without an id gets one.
   */
  query(query: Query, options?: QueryOptions): Promise<Reply[]>;
  /**
   * Stops all calls. They return their results so far; one that has none, because it has not begun, fails with the
   * code "no-result".
   */
  stop(): void;
  /** Clears the table. */
  clear(): Promise<void>;
  /** The number of calls in flight. */
  readonly pending: number;
  /** How a stop reaches the engine: at once by a signal, or at the end of a slice of 50 to 200 ms. */
  readonly stopsBy: "signal" | "slices";
  /** Ends the worker. Calls in flight fail with the code "closed". */
  close(): void;
}

/** Loads the module and starts an engine. */
export function createEngine(options?: EngineOptions): Promise<Engine>;
