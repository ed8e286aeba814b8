// @ts-check
// A person's collection of games: kept by the browser, and searched by position under all symmetries of the board.

import { inTable } from "./database.js";
import { place, point } from "./notation.js";
import { stoneNumbers } from "./zobrist.js";

/**
 * @typedef {object} CollectedGame a game as the table reads it
 * @property {[string, string]} names
 * @property {string} rule
 * @property {number} width
 * @property {number} height
 * @property {string} moves such as `h8i9`; `--` is a pass
 * @property {"black" | "white"} [winner]
 * @property {boolean} isDraw
 */

/** @typedef {{ point: string, color: string }} Stone */
/** @typedef {{ game: CollectedGame, ply: number, next: string | null }} Match a game with the position, its move there, and the next one as the shown board has it */
/** @typedef {{ point: string, games: number, black: number, white: number, draws: number }} NextMove */

/** The most games that are kept. */
export const MAX_GAMES = 100_000;
/**
 * The symmetries of a board: each moves a place. Boards that are not square have those that keep the sides.
 * @param {number} width
 * @param {number} height
 * @returns {((place: import("./notation.js").Place) => import("./notation.js").Place)[]}
 */
function symmetries(width, height) {
  const flips = [false, true].flatMap((isX) => [false, true].map((isY) => (/** @type {import("./notation.js").Place} */ { x, y }) => ({ x: isX ? width - 1 - x : x, y: isY ? height - 1 - y : y })));
  const turned = flips.map((flip) => (/** @type {import("./notation.js").Place} */ { x, y }) => flip({ x: y, y: x }));
  return width === height ? [...flips, ...turned] : flips;
}

/** The hashes of one position under all symmetries. */
class Hashes {
  /** @param {number} width @param {number} height */
  constructor(width, height) {
    this.symmetries = symmetries(width, height);
    this.high = new Uint32Array(this.symmetries.length);
    this.low = new Uint32Array(this.symmetries.length);
  }

  /** @param {string} name @param {string} color */
  add(name, color) {
    const at = place(name);
    this.symmetries.forEach((move, index) => {
      const [high, low] = stoneNumbers(move(at), color === "white");
      this.high[index] ^= high;
      this.low[index] ^= low;
    });
  }

  /** @param {number} index */
  of(index) {
    return this.high[index] * 2 ** 26 + this.low[index];
  }

  /** The hash of the position in any orientation. */
  canonical() {
    return Math.min(...this.symmetries.map((_, index) => this.of(index)));
  }
}

/** Returns a game as a text, by which it is known. @param {CollectedGame} game */
const keyOf = ({ names, rule, moves, width, height }) => [...names, rule, moves, width, height].join("\n");

/** Splits the moves of a game. @param {string} moves */
const split = (moves) => moves.match(/[a-v]\d{1,2}|--/g) ?? [];

/** Games, and an index of their positions. */
export class Collection {
  constructor() {
    /** @type {CollectedGame[]} */
    this.games = [];
    /** The games' numbers and plies by position, for each rule and size. @type {Map<string, Map<number, number[]>>} */
    this.index = new Map();
    /** The games as texts, so that each is added once. @type {Set<string>} */
    this.known = new Set();
  }

  /** Returns whether a game is there. @param {CollectedGame} game */
  has(game) {
    return this.known.has(keyOf(game));
  }

  /**
   * Adds the games that are not there yet; returns them.
   * @param {CollectedGame[]} games
   */
  add(games) {
    const added = [];
    for (const game of games) {
      if (this.games.length >= MAX_GAMES) break;
      if (this.has(game)) continue;
      this.known.add(keyOf(game));
      this.note(game, this.games.length);
      this.games.push(game);
      added.push(game);
    }
    return added;
  }

  /** @param {CollectedGame} game @param {number} number */
  note({ rule, width, height, moves }, number) {
    const kind = `${rule} ${width}x${height}`;
    const positions = this.index.get(kind) ?? new Map();
    this.index.set(kind, positions);
    const hashes = new Hashes(width, height);
    const note = (/** @type {number} */ ply) => {
      const key = hashes.canonical();
      const found = positions.get(key);
      const entry = number * 512 + ply;
      if (found) found.push(entry);
      else positions.set(key, [entry]);
    };
    note(0);
    split(moves).forEach((move, index) => {
      if (move !== "--") hashes.add(move, index % 2 ? "white" : "black");
      note(index + 1);
    });
  }

  /** Returns the games but one, which is known by its contents. @param {CollectedGame} game */
  without(game) {
    return this.games.filter((other) => keyOf(other) !== keyOf(game));
  }

  clear() {
    this.games = [];
    this.index.clear();
    this.known.clear();
  }

  /**
   * Returns the games with a position, and their next moves, as the position on the board has them.
   * @param {{ rule: string, width: number, height: number }} setup
   * @param {Stone[]} stones
   * @returns {{ matches: Match[], moves: NextMove[] }}
   */
  find({ rule, width, height }, stones) {
    const shownHashes = new Hashes(width, height);
    for (const { point: name, color } of stones) shownHashes.add(name, color);
    const entries = this.index.get(`${rule} ${width}x${height}`)?.get(shownHashes.canonical()) ?? [];
    const own = shownHashes.symmetries.filter((_, index) => shownHashes.of(index) === shownHashes.of(0));
    /** @type {Map<string, NextMove>} */
    const moves = new Map();
    const matches = entries.map((entry) => {
      const [game, ply] = [this.games[Math.floor(entry / 512)], entry % 512];
      const next = this.next(game, ply, shownHashes, own);
      if (next !== null) count(moves, next, game);
      return { game, ply, next };
    });
    return { matches, moves: [...moves.values()].sort((a, b) => b.games - a.games) };
  }

  /**
   * Returns the move after a position of a game, turned to the position on the board; of points that are symmetric there, always the same one.
   * @param {CollectedGame} game
   * @param {number} ply
   * @param {Hashes} shownHashes
   * @param {((place: import("./notation.js").Place) => import("./notation.js").Place)[]} own the symmetries that keep the position on the board
   */
  next({ moves, width, height }, ply, shownHashes, own) {
    const played = split(moves);
    const next = played[ply];
    if (next === undefined || next === "--") return null;
    const hashes = new Hashes(width, height);
    played.slice(0, ply).forEach((move, index) => {
      if (move !== "--") hashes.add(move, index % 2 ? "white" : "black");
    });
    const turn = hashes.symmetries.find((_, index) => hashes.of(index) === shownHashes.of(0));
    if (!turn) return null;
    return own.map((keep) => point(keep(turn(place(next))))).sort()[0];
  }
}

/** @param {Map<string, NextMove>} moves @param {string} name @param {CollectedGame} game */
function count(moves, name, game) {
  const move = moves.get(name) ?? { point: name, games: 0, black: 0, white: 0, draws: 0 };
  move.games += 1;
  if (game.winner) move[game.winner] += 1;
  else if (game.isDraw) move.draws += 1;
  moves.set(name, move);
}

/** Returns the games that the browser keeps. @returns {Promise<CollectedGame[]>} */
export const keptGames = async () => (await inTable("games", "readonly", (store) => store.getAll())).result.flat();

/** Keeps more games. @param {CollectedGame[]} games */
export const keepGames = (games) => inTable("games", "readwrite", (store) => store.add(games));

/** Forgets a game. @param {CollectedGame} game */
export const forgetGame = (game) => inTable("games", "readwrite", (store) => {
  const all = store.getAll();
  all.onsuccess = () => {
    store.clear();
    store.add(all.result.flat().filter((/** @type {CollectedGame} */ other) => keyOf(other) !== keyOf(game)));
  };
});

/** Forgets all games. */
export const forgetGames = () => inTable("games", "readwrite", (store) => store.clear());

/**
 * A change that a page makes to the games that the browser keeps: more games, one less, or none any more.
 * @typedef {{ type: "added", games: CollectedGame[] } | { type: "removed", game: CollectedGame } | { type: "forgotten" }} CollectionNews
 */

/** The channel between the pages of this browser that show the collection. @type {BroadcastChannel | null} */
let channel = null;

/** Follows the changes that other pages make to the collection, and lets them follow those of this page. @param {(news: CollectionNews) => void} take */
export function followCollection(take) {
  channel = new BroadcastChannel("dolmen.collection");
  channel.onmessage = ({ data }) => take(data);
}

/** Tells the other pages of a change. @param {CollectionNews} news */
export const tellOfCollection = (news) => channel?.postMessage(news);
