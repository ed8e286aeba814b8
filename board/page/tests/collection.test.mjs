// The collection of games, searched by position.

import assert from "node:assert/strict";
import test from "node:test";

import { Collection } from "../collection.js";
import { addFiles, addThisGame, forgetFiles, gamesRefused, takeGames } from "../library.js";

const game = (moves, more = {}) => ({ names: ["A", "B"], rule: "freestyle", width: 15, height: 15, moves, isDraw: false, ...more });
const setup = { rule: "freestyle", width: 15, height: 15 };
const stones = (moves) => moves.match(/[a-v]\d{1,2}/g).map((point, ply) => ({ point, color: ply % 2 ? "white" : "black" }));

test("a position is found in every orientation and order of moves", () => {
  const collection = new Collection();
  collection.add([game("h8i8a1", { winner: "black" }), game("h8h9o1", { winner: "white" }), game("h8g8a15"), game("h8i9"), game("h8i8h9h10a2")]);
  const { matches, moves } = collection.find(setup, stones("h8i8"));
  assert.equal(matches.length, 4);
  assert.equal(matches.every(({ ply }) => ply === 2), true);
  // A stone on a corner of the side away from White's: the corner and its mirror image are one move.
  const corners = moves.filter(({ point }) => ["a1", "a15", "o1", "o15"].includes(point));
  assert.deepEqual(corners.map(({ games }) => games).sort(), [1, 2], JSON.stringify(moves));
  const transposed = collection.find(setup, stones("h9h10h8i8"));
  assert.deepEqual(transposed.matches.map(({ ply }) => ply), [4]);
  assert.deepEqual(transposed.moves.map(({ point }) => point), ["a2"]);
});

test("the slow definition agrees on random games", () => {
  let seed = 7;
  const random = (/** @type {number} */ below) => { seed = (seed * 48271) % 2147483647; return seed % below; };
  const randomGame = () => {
    const points = new Set();
    while (points.size < 4) points.add(String.fromCharCode(97 + random(3)) + (1 + random(3)));
    return game([...points].join(""), { width: 5, height: 5 });
  };
  const games = Array.from({ length: 60 }, randomGame);
  const collection = new Collection();
  const kept = collection.add(games);
  const images = (/** @type {{ point: string, color: string }[]} */ position) => {
    const turn = ([x, y]) => [4 - y, x];
    const flip = ([x, y]) => [4 - x, y];
    const of = (change) => position.map(({ point, color }) => `${change([point.charCodeAt(0) - 97, Number(point.slice(1)) - 1])}${color}`).sort().join(" ");
    const turns = [(p) => p, turn, (p) => turn(turn(p)), (p) => turn(turn(turn(p)))];
    return [...turns, ...turns.map((change) => (p) => flip(change(p)))].map(of);
  };
  const plain = (/** @type {string} */ moves, ply) => stones(moves).slice(0, ply);
  for (const { moves } of kept) {
    for (let ply = 1; ply <= 4; ply += 1) {
      const position = plain(moves, ply);
      const [own] = images(position);
      const expected = kept.filter((other) => images(plain(other.moves, ply)).includes(own)).length;
      assert.equal(collection.find({ rule: "freestyle", width: 5, height: 5 }, position).matches.length, expected, moves);
    }
  }
});

test("games are added once, and other rules and sizes are apart", () => {
  const collection = new Collection();
  assert.equal(collection.add([game("h8i9"), game("h8i9")]).length, 1);
  assert.equal(collection.add([game("h8i9"), game("h8i9", { rule: "renju" }), game("h8i9", { width: 19, height: 19 })]).length, 2);
  assert.equal(collection.find(setup, stones("h8i9")).matches.length, 1);
  assert.equal(collection.find({ ...setup, rule: "renju" }, stones("h8g7")).matches.length, 1);
  assert.equal(collection.find({ rule: "caro", width: 15, height: 15 }, stones("h8")).matches.length, 0);
  assert.equal(collection.find({ rule: "freestyle", width: 15, height: 10 }, []).matches.length, 0);
  collection.clear();
  assert.equal(collection.find(setup, stones("h8i9")).matches.length, 0);
});

/** Returns the commands and the texts of a page that adds files to its collection, and the page's store. */
function adding() {
  /** @type {any[]} */
  const [sent, said] = [[], []];
  globalThis.Node = class {
    append() {}
    setAttribute() {}
    addEventListener() {}
  };
  const create = () => new Node();
  globalThis.document = {
    getElementById: () => ({ childNodes: [], replaceChildren() {} }),
    createElement: create, createElementNS: create,
    createDocumentFragment: () => ({ childNodes: [], append: (part) => typeof part === "string" && said.push(part) }),
  };
  // Messages stay; a pause of the page is over at once.
  globalThis.setTimeout = (action, ms) => (ms ? 0 : setImmediate(action));
  return { sent, said, send: (command) => sent.push(command), store: { connection: "open", changed() {} } };
}

/** The last sentence about games that were added here, where no browser keeps them. */
const NOT_KEPT = " The browser cannot keep these games: they last until the page is closed.";

const files = (...names) => names.map((name) => Object.assign(new Blob(["h8i9"]), { name }));

test("a page takes the games that it has asked for, and a refusal of its own file alone", async () => {
  const { sent, said, send, store } = adding();
  await addFiles(store, send, files("a.sgf", "b.sgf", "c.sgf"));
  assert.deepEqual(sent.map(({ type }) => type), ["collect"], "one file after the other");
  await takeGames(store, send, { id: "of another page", games: [game("a1b1")] });
  gamesRefused(send, { id: "of another page", reason: "cannot read games in this file" });
  gamesRefused(send, { reason: "this point is occupied" });
  assert.deepEqual([sent.length, said], [1, []], "other answers do not matter");
  await takeGames(store, send, { id: sent[0].id, games: [game("h8i9")] });
  gamesRefused(send, { id: sent[1].id, reason: "any reason" });
  assert.deepEqual(said, [], "all files are told of together");
  assert.equal(new Set(sent.map(({ id }) => id)).size, 3);
  gamesRefused(send, { id: sent[2].id, reason: "another reason" });
  assert.deepEqual(said, [`3 files: 1 game added. b.sgf: any reason. c.sgf: another reason.${NOT_KEPT}`]);
});

test("a single file is told of by its name", async () => {
  const { sent, said, send, store } = adding();
  await addFiles(store, send, files("a.sgf"));
  await takeGames(store, send, { id: sent[0].id, games: [game("a1b3"), game("a1b3")] });
  assert.equal(said.pop(), `a.sgf: 1 game added, 1 is already there.${NOT_KEPT}`);
  await addFiles(store, send, files("b.sgf"));
  gamesRefused(send, { id: sent[1].id, reason: "any reason" });
  assert.equal(said.pop(), "b.sgf: any reason.");
});

test("files that cannot be read are named beside the games of the others", async () => {
  const { sent, said, send, store } = adding();
  const unreadable = { name: "gone.sgf", size: 1, arrayBuffer: () => Promise.reject(new Error("it is gone")) };
  const large = { name: "large.sgf", size: 9 << 20 };
  await addFiles(store, send, [unreadable, large, ...files("a.sgf")]);
  await takeGames(store, send, { id: sent[0].id, games: [game("a1b4"), game("a1b5")] });
  assert.equal(said.pop(), `3 files: 2 games added. The browser cannot read gone.sgf. large.sgf is too large: 9 MiB of at most 8.${NOT_KEPT}`);
  await addFiles(store, send, files(..."abcdefg"));
  for (let at = 1; at <= 7; at += 1) gamesRefused(send, { id: sent[at].id, reason: "no" });
  assert.equal(said.pop(), "7 files: 0 games added. a: no. b: no. c: no. d: no. e: no. 2 other files were not added.");
});

test("files can be added again after the connection was lost", async () => {
  const { sent, said, send, store } = adding();
  await addFiles(store, send, files("a.sgf", "b.sgf"));
  store.connection = "lost";
  forgetFiles();
  assert.match(said.pop(), /^2 files: 0 games added\. a\.sgf: the connection was lost.* b\.sgf: the connection was lost/);
  await addFiles(store, send, files("a.sgf"));
  assert.equal(said.pop(), "The board is not connected yet.");
  store.connection = "open";
  await addFiles(store, send, files("c.sgf"));
  assert.equal(sent.length, 2, "the table is asked again");
  gamesRefused(send, { id: sent[1].id, reason: "any reason" });
  assert.equal(said.pop(), "c.sgf: any reason.");
});

test("the game on the board is read by the table, and one that is there already is told", async () => {
  const { sent, said, send, store } = adding();
  const board = { ...store, nodes: { size: 3 }, status: { last: 2 }, shown: 2, isLive: () => true, wholePath: () => [{ id: 0 }, { id: 1 }, { id: 2 }] };
  const answer = () => takeGames(store, send, { id: sent.at(-1).id, games: [game("c1c2")] });
  addThisGame(board, send);
  const { type, at } = sent[0];
  assert.deepEqual([type, at], ["collectGame", 2]);
  await answer();
  assert.equal(said.pop(), `This game: 1 game added.${NOT_KEPT}`);
  addThisGame(board, send);
  await answer();
  assert.equal(said.pop(), "This game: 0 games added, 1 is already there.");
});

test("a game is removed alone, and can be added again", () => {
  const collection = new Collection();
  const [first, other] = collection.add([game("h8i9"), game("h8i10")]);
  assert.deepEqual(collection.without({ ...first }), [other]);
  assert.equal(collection.has({ ...first }), true);
  assert.equal(collection.has(game("h8i11")), false);
});
