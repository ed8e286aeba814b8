// @ts-check
// What the page announces about a game.

import assert from "node:assert/strict";
import { test } from "node:test";

import { endings } from "../actions.js";
import { Game } from "../game.js";
import { Store } from "../store.js";
import { searched } from "../words.js";
import { MockTable } from "./mock-table.js";

const globals = /** @type {any} */ (globalThis);
globals.requestAnimationFrame = (/** @type {() => void} */ action) => action();

test("an end that is taken back is no longer announced", () => {
  const store = new Store();
  store.connection = "open";
  const table = new MockTable((message) => store.take(message));
  table.thinking = 1 << 30;
  table.greet();
  /** @type {string[]} */
  const said = [];
  const game = new Game(/** @type {any} */ ({ store, settings: () => ({}), say: (/** @type {string} */ text) => said.push(text) }));
  const status = (/** @type {any} */ phase) => {
    store.status = { .../** @type {import("../store.js").Status} */ (store.status), phase };
    game.ended(store.status);
  };
  game.hasPlayed = true;
  status({ type: "over", winner: "black", reason: "five" });
  assert.deepEqual(said, ["You win with black: five in a row."]);
  status({ type: "over", winner: "black", reason: "five" });
  status({ type: "playing" });
  status({ type: "playing" });
  assert.deepEqual(said.slice(1), ["Your move."]);
});

test("a short search takes some time", () => {
  assert.deepEqual([0, 49, 50, 9_949, 61_000].map(searched), ["under 0.1 s", "under 0.1 s", "0.1 s", "9.9 s", "1:01"]);
});

test("a game of two programs has no other colour and no other level", () => {
  /** @type {string[]} */
  const keys = [];
  globals.Node = class {
    append() {}
    /** @param {string} name @param {string} value */
    setAttribute(name, value) {
      if (name === "data-key") keys.push(value);
    }
    addEventListener() {}
  };
  globals.document = { createElement: () => new Node(), createDocumentFragment: () => new Node() };
  const engine = { type: "engine", engine: 0, level: 4 };
  const after = (/** @type {any[]} */ players) => {
    keys.length = 0;
    endings(/** @type {any} */ ({ status: { players }, engines: [{ hasLevels: true }] }), /** @type {any} */ ({}), /** @type {any} */ (null));
    return keys;
  };
  assert.deepEqual(after([{ type: "person", name: "" }, engine]), ["rematch", "other", "easier", "harder"]);
  assert.deepEqual(after([engine, engine]), ["rematch"]);
});
