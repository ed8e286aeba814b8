// @ts-check
// Tests of the parts of the page that need no browser: `node --test tests/`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { adapted, levelName, levelOf, MAX_LEVEL, withLevel } from "../adapt.js";
import { losses, runs } from "../graph.js";
import { lettersOf } from "../maps.js";
import { place, point, shown, typed } from "../notation.js";
import { noteCommand, noteRefusal, tellOfOtherTab } from "../othertabs.js";
import { showClocks, sideInPlay } from "../panel.js";
import { earlierGames, keepEarlier, keptGame, writeGame } from "../saved.js";
import { Store } from "../store.js";
import { clock, sentence, stateOfPlay, used, whyNot } from "../words.js";
import { MockTable } from "./mock-table.js";

const globals = /** @type {any} */ (globalThis);
globals.requestAnimationFrame = (/** @type {() => void} */ action) => action();

/** Returns a store that has joined a mock table whose engines wait. */
function joined() {
  const store = new Store();
  store.connection = "open";
  const table = new MockTable((message) => store.take(message));
  table.thinking = 1 << 30;
  table.greet();
  return { store, table };
}

/** Lets two people play at a table. @param {MockTable} table */
function twoPeople(table) {
  const person = { type: "person", name: "" };
  table.take({ type: "new", setup: { ...table.setup, black: person, white: person } });
}

/** @param {import("../store.js").Store} store @param {MockTable} table @param {string[]} points */
function play(store, table, points) {
  for (const point of points) table.take({ type: "play", at: store.shown, point });
}

test("points keep their place through every notation", () => {
  for (const height of [5, 15, 22]) {
    for (const [x, y] of [[0, 0], [4, 4], [2, height - 1]]) {
      const name = point({ x, y });
      assert.deepEqual(place(name), { x, y });
      for (const notation of ["top", "bottom", "numbers"]) {
        assert.equal(typed(shown(name, notation, height), notation, 22, height), name, `${name} as ${notation} on ${height} rows`);
      }
    }
  }
});

test("points are named as the person chose", () => {
  assert.equal(shown("h1", "top", 15), "h1");
  assert.equal(shown("h1", "bottom", 15), "h15");
  assert.equal(shown("h1", "numbers", 15), "8,1");
});

test("what is no point of the board is none", () => {
  for (const text of ["", "h", "h0", "h16", "p1", "w3", "8", "0,1", "16,1", "h8x"]) assert.equal(typed(text, "top", 15, 15), null, text);
});

/** Gives the browser a shelf without values. */
function emptyShelf() {
  const kept = new Map();
  globals.localStorage = { getItem: (/** @type {string} */ key) => kept.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value) };
}

test("a store follows a game and knows its stones", () => {
  const { store, table } = joined();
  twoPeople(table);
  play(store, table, ["h8", "h9", "i8"]);
  assert.equal(store.shown, store.status?.last);
  assert.deepEqual(store.stones().stones.map(({ point, color }) => `${color} ${point}`), ["black h8", "white h9", "black i8"]);
  assert.equal(store.stones().toMove, "white");
});

test("a stone may be placed only where the game is, and by a person", () => {
  const { store, table } = joined();
  assert.ok(store.canPlay());
  play(store, table, ["h8"]);
  assert.ok(!store.canPlay());
  assert.match(whyNot(store), /turn of Dolmen/);
  twoPeople(table);
  play(store, table, ["h8", "h9"]);
  store.show(0);
  assert.ok(!store.canPlay());
  assert.match(whyNot(store), /earlier position/);
  store.connection = "lost";
  assert.match(whyNot(store), /does not answer/);
});

test("an analysis names the side to move in the shown position", () => {
  const { store, table } = joined();
  twoPeople(table);
  play(store, table, ["h8"]);
  assert.equal(sideInPlay(store), "white");
  table.take({ type: "review" });
  assert.equal(stateOfPlay(store), "Analysis: White to move; try any move.");
  assert.equal(sideInPlay(store), "white");
  store.show(0);
  assert.equal(stateOfPlay(store), "Analysis: Black to move; try any move.");
  assert.equal(sideInPlay(store), "black");
  store.show(["a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4", "a5"].reduce((from, point) => table.add(from, point), 0));
  table.take({ type: "look", at: store.shown });
  assert.match(stateOfPlay(store), /the game is over/);
  assert.equal(sideInPlay(store), null);
});

test("only the running clock is red", () => {
  const { store, table } = joined();
  twoPeople(table);
  table.take({ type: "new", setup: { ...table.setup, clock: { turnMs: 5000, gameMs: 0, incrementMs: 0 } } });
  /** @type {Record<string, boolean>} */
  const red = {};
  const clockOf = (/** @type {string} */ side) => ({ textContent: "", classList: { toggle: (/** @type {string} */ kind, /** @type {boolean} */ isSet) => { if (kind === "short") red[side] = isSet; } } });
  globals.document = { querySelector: (/** @type {string} */ selector) => clockOf(selector.includes("black") ? "black" : "white") };
  showClocks(store);
  assert.deepEqual(red, { black: true, white: false });
});

test("a game of another tab is announced, with the way back to an unfinished one", () => {
  const { store, table } = joined();
  twoPeople(table);
  /** @type {[string, import("../toast.js").ToastCommand | undefined][]} */
  const said = [];
  /** @type {any[]} */
  const sent = [];
  const tell = () => tellOfOtherTab(store, (command) => sent.push(command), (text, command) => said.push([text, command]));
  noteCommand({ type: "new" });
  tell();
  assert.deepEqual(said, [], "this page has asked for it");
  tell();
  assert.deepEqual(said.splice(0), [["The game was changed in another tab.", undefined]], "nothing is lost");
  play(store, table, ["h8"]);
  noteCommand({ type: "import" });
  noteRefusal();
  noteCommand({ type: "play" });
  tell();
  said[0][1]?.action();
  assert.equal(sent[0].type, "restore");
  assert.equal(sent[0].game.nodes.length, 2);
});

test("variations are lettered beyond Z", () => {
  assert.deepEqual([0, 25, 26, 27, 51, 52, 224].map(lettersOf), ["A", "Z", "AA", "AB", "AZ", "BA", "HQ"]);
});

/** Returns a store in which two people have made two moves, with nothing kept, and the last move. */
function twoMoves() {
  emptyShelf();
  const { store, table } = joined();
  twoPeople(table);
  play(store, table, ["h8", "h9"]);
  const last = store.nodes.get(store.status?.last ?? 0);
  assert.ok(last);
  return { store, last };
}

test("earlier games with the same moves are kept apart by what was written", () => {
  const { store, last } = twoMoves();
  for (const comment of ["here", "", "here"]) {
    last.comment = comment;
    keepEarlier(store, { nodes: [{ id: 0 }], setup: store.setup });
  }
  const comments = () => earlierGames().map(({ game }) => game.nodes.at(-1).comment);
  assert.deepEqual(comments(), ["here", ""]);
  const next = () => ({ nodes: [...store.nodes.values()].map((node) => ({ ...node })), setup: store.setup });
  last.comment = "there";
  keepEarlier(store, next());
  assert.deepEqual(comments(), ["here", ""], "the game goes on");
  const other = next();
  last.comment = "";
  keepEarlier(store, other);
  assert.deepEqual(comments(), ["here", ""], "the game goes on with a comment");
  last.comment = "there";
  other.nodes[2].comment = "elsewhere";
  keepEarlier(store, other);
  assert.deepEqual(comments(), ["there", "here", ""], "the other game has another comment");
  const names = () => earlierGames().map((game) => game.names[0]);
  const before = names().length;
  keepEarlier(store, { ...next(), setup: { ...store.setup, black: { type: "person", name: "Ann" } } });
  assert.equal(names().length, before, "the same game of others is kept once");
  last.comment = "once more";
  keepEarlier(store, { ...next(), setup: { ...store.setup, black: { type: "person", name: "Ann" } } });
  assert.equal(names().length, before + 1, "the same stones of other players are another game");
  last.comment = "a swap";
  const { black, white } = /** @type {import("../store.js").Setup} */ (store.setup);
  Object.assign(black, { name: "Ann" });
  keepEarlier(store, { ...next(), setup: { ...store.setup, black: white, white: black } });
  assert.equal(names().length, before + 1, "an exchange of the colours goes on");
});

test("thirty earlier games are kept, and fewer if they are long", () => {
  const { store, last } = twoMoves();
  const keep = (/** @type {string} */ comment) => {
    last.comment = comment;
    keepEarlier(store, { nodes: [{ id: 0 }], setup: store.setup });
  };
  for (let number = 0; number < 40; number += 1) keep(`game ${number}`);
  const comments = () => earlierGames().map(({ game }) => game.nodes.at(-1).comment.slice(0, 7));
  assert.deepEqual([comments().length, comments()[0], comments().at(-1)], [30, "game 39", "game 10"]);
  keep(`long 1 ${"x".repeat(1_000_000)}`);
  keep(`long 2 ${"x".repeat(1_000_000)}`);
  assert.deepEqual(comments(), ["long 2 "]);
  keep(`long 3 ${"x".repeat(2_000_000)}`);
  assert.deepEqual(comments(), ["long 3 "], "the newest is always kept");
});

test("stones that were set up have no number, and the moves begin after them", () => {
  const { store } = joined();
  const nodes = [
    { id: 0 }, { id: 1, parent: 0, point: "h8", isSetUp: true }, { id: 2, parent: 1, isSetUp: true }, { id: 3, parent: 2, point: "i8", isSetUp: true },
    { id: 4, parent: 3, point: "a1" }, { id: 5, parent: 4, point: "b1" },
  ];
  store.take({ type: "game", game: { ...store.kept(), nodes, last: 5, phase: { type: "analysis" } } });
  assert.deepEqual(store.stones(5), { toMove: "white", stones: [
    { point: "h8", color: "black", ply: 0 }, { point: "i8", color: "black", ply: 0 }, { point: "a1", color: "white", ply: 1 }, { point: "b1", color: "black", ply: 2 },
  ] });
  assert.deepEqual(store.line(0).map(({ id }) => id), [3, 4, 5]);
  assert.deepEqual(store.path(4).map(({ id }) => id), [3, 4]);
  assert.equal(store.firstToMove(), "white");
  store.show(0);
  assert.deepEqual(store.path().map(({ id }) => id), [0]);
});

test("a removed node that is shown gives way to one that is left", () => {
  const { store, table } = joined();
  twoPeople(table);
  play(store, table, ["h8", "h9", "i8", "i9"]);
  table.take({ type: "review" });
  const first = store.path()[1].id;
  table.take({ type: "remove", at: store.path()[2].id });
  assert.equal(store.shown, first);
  assert.deepEqual(store.nodes.get(first)?.children, []);
});

test("taking back shows the move of the person and the answer", () => {
  const { store, table } = joined();
  play(store, table, ["h8"]);
  table.answer();
  table.tellStatus();
  assert.deepEqual(store.takenBack(), ["h8", store.stones().stones[1].point]);
  twoPeople(table);
  play(store, table, ["h8", "h9"]);
  assert.deepEqual(store.takenBack(), ["h9"]);
  table.take({ type: "takeBack" });
  assert.deepEqual(store.stones().stones.map(({ point }) => point), ["h8"]);
});

test("another game leaves only the tree of what belonged to one", () => {
  const { store, table } = joined();
  twoPeople(table);
  play(store, table, ["h8"]);
  Object.assign(store, { queue: ["h9"], isProving: true, refutation: ["i9"] });
  store.insights.set(1, /** @type {any} */ ({ at: 1 }));
  const { nodes, shown, engines } = store;
  store.forget();
  assert.deepEqual([store.queue, store.isProving, store.refutation, store.insights.size], [[], false, [], 0]);
  assert.deepEqual([store.nodes, store.shown, store.engines], [nodes, shown, engines]);
});

test("the end of a game is told to the person", () => {
  const { store, table } = joined();
  table.phase = { type: "over", winner: "black", reason: "five" };
  table.tellStatus();
  assert.equal(stateOfPlay(store), "You win with black: five in a row.");
  table.phase = { type: "over", winner: "white", reason: "resigned" };
  table.tellStatus();
  assert.equal(stateOfPlay(store), "Dolmen wins: you resigned.");
  table.phase = { type: "over", reason: "full" };
  table.tellStatus();
  assert.equal(stateOfPlay(store), "A draw: the board is full.");
  twoPeople(table);
  table.phase = { type: "over", winner: "black", reason: "five" };
  table.tellStatus();
  assert.equal(stateOfPlay(store), "Black wins: five in a row.");
});

test("thoughts about another position replace the old ones", () => {
  const { store, table } = joined();
  table.think(0, 3);
  assert.equal(store.thoughts.size, 3);
  table.think(1, 1);
  assert.deepEqual([...store.thoughts.values()].map(({ at }) => at), [1]);
  assert.equal(store.log.length, 2);
});

test("a kept game comes back as it was", () => {
  emptyShelf();
  const { store, table } = joined();
  writeGame(store);
  assert.equal(keptGame(), null, "an empty board is no game");
  twoPeople(table);
  play(store, table, ["h8", "h9", "i8"]);
  writeGame(store);
  const before = store.stones();
  const other = joined();
  other.table.take({ type: "restore", game: keptGame() });
  assert.deepEqual(other.store.stones(), before);
  assert.equal(other.store.status?.phase.type, "paused");
  globals.localStorage.setItem("dolmen.game", "{ not JSON");
  assert.equal(keptGame(), null);
});

test("a level follows two equal results", () => {
  assert.deepEqual(adapted(5, 0, "won"), { level: 5, half: 1 });
  assert.deepEqual(adapted(5, 1, "won"), { level: 6, half: 0 });
  assert.deepEqual(adapted(5, 1, "lost"), { level: 5, half: 0 });
  assert.deepEqual(adapted(5, -1, "lost"), { level: 4, half: 0 });
  assert.deepEqual(adapted(5, 1, "drawn"), { level: 5, half: 1 });
  assert.deepEqual(adapted(1, -1, "lost"), { level: 1, half: 0 });
  assert.equal(adapted(MAX_LEVEL + 1, 1, "won").level, MAX_LEVEL + 1);
});

test("a move that changes its rank is listed once", () => {
  const { store } = joined();
  const think = (/** @type {number} */ rank, /** @type {string} */ move) => store.takeThought(/** @type {any} */ ({ at: 0, rank, text: null, line: [move] }));
  think(1, "h8");
  think(2, "i9");
  think(1, "i9");
  assert.deepEqual([...store.thoughts].map(([rank, { line }]) => [rank, line[0]]), [[1, "i9"], [2, "h8"]]);
  think(2, "h8");
  assert.deepEqual([...store.thoughts.keys()], [1, 2]);
});

test("levels have names and limits", () => {
  assert.equal(levelName(5), "level 5");
  assert.equal(levelName(MAX_LEVEL + 1), "full strength");
  assert.deepEqual(withLevel({ level: 3 }, MAX_LEVEL + 1), {});
  assert.deepEqual(withLevel({}, 0), { level: 1 });
  assert.equal(levelOf({}), MAX_LEVEL + 1);
});

test("a graph has gaps and bars", () => {
  const known = [{ ply: 1, chance: 0.5 }, { ply: 2, chance: 0.8 }, { ply: 3, chance: 0.7 }, { ply: 7, chance: 0.4 }];
  assert.deepEqual(runs(known).map((run) => run.map(({ ply }) => ply)), [[1, 2, 3], [7]]);
  assert.deepEqual(losses(known, "black").map(({ ply }) => ply), [2, 3], "White lost at move 2, Black at move 3");
  assert.deepEqual(losses(known, "white"), [], "after a set-up White may move first");
});

test("times and sentences are written as people do", () => {
  assert.deepEqual([clock(9_940), clock(59_100), clock(3_600_000), clock(-5)], ["9.9", "1:00", "1:00:00", "0.0"]);
  assert.deepEqual([used(900), used(61_999)], ["0:00", "1:01"]);
  assert.equal(sentence("a double three"), "A double three.");
});
