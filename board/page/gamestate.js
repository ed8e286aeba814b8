// @ts-check
// The state of the game at the table, which ends when another game begins.

import { GameTree } from "./tree.js";

/** @typedef {import("./store.js").Thought} Thought */

/** The game as a tree, with what has been found out about it and what the person does in it. */
export class GameState extends GameTree {
  /** The newest thoughts about one node, by rank. @type {Map<number, Thought>} */
  thoughts = new Map();
  /** The newest thoughts about each node of an analysis, by rank. @type {Map<number, Map<number, Thought>>} */
  analysed = new Map();
  /** @type {Map<number, import("./store.js").Insight>} */
  insights = new Map();
  /** A stone that was played but not yet confirmed; drawn if it is known to be legal. @type {{ at: number, point: string, isDrawn: boolean } | null} */
  pending = null;
  /** Moves to be played after the pending one, to add a whole line. @type {string[]} */
  queue = [];
  /** The moves that would be taken back. @type {string[]} */
  going = [];
  /** @type {{ reason: string, point: string | null } | null} */
  refused = null;
  /** @type {any} */
  proof = null;
  isProving = false;
  /** The review of the game. @type {any} */
  review = null;
  /** The exercises that are asked. @type {import("./review.js").Lesson | null} */
  lesson = null;
  /** The position that is set up. @type {import("./editor.js").Editor | null} */
  editor = null;
  /** The answer to a wrong move of an exercise. @type {string[]} */
  refutation = [];
  /** The steps into a proof: the points of the defender. @type {string[]} */
  proofPath = [];
  /** Moves drawn as ghosts after the shown position, of a line under the pointer. @type {string[]} */
  ghosts = [];
  /** @type {{ text: string, point: string | null }[]} */
  notices = [];

  /** Forgets all but the tree. */
  forget() {
    const { nodes, grown, shown, visited } = this;
    Object.assign(this, new GameState(), { nodes, grown, shown, visited });
  }
}
