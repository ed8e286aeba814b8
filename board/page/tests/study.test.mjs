// @ts-check
// Tests of analysis that need no browser: limits, marks on points, transpositions, proofs as variations.

import assert from "node:assert/strict";
import { test } from "node:test";

import { areaOf, areaText, colorOfKeys, drawingsOf, forgetLines, sendDrawing, toggleArea } from "../boardtools.js";
import { describe } from "../boardview.js";
import { movesOfProof } from "../growth.js";
import { limitsOf, limitsText } from "../limits.js";
import { boardMaps } from "../maps.js";
import { proofGhosts, proofIsShown, replyWith } from "../proof.js";
import { answer, askAgain, exercisesOf, followCheck } from "../review.js";
import { Store } from "../store.js";
import { transpositions } from "../transpositions.js";
import { MockTable } from "./mock-table.js";

const globals = /** @type {any} */ (globalThis);
globals.requestAnimationFrame = (/** @type {() => void} */ action) => action();
globals.document = { documentElement: { dataset: { table: "program" } } };

/** Returns a store in which two people analyse, and a way to send commands. */
function analysing() {
  const store = new Store();
  store.connection = "open";
  const table = new MockTable((message) => store.take(message));
  const person = { type: "person", name: "" };
  table.greet();
  table.take({ type: "new", setup: { ...table.setup, black: person, white: person } });
  table.take({ type: "review" });
  const send = (/** @type {any} */ command) => table.take(command);
  const play = (/** @type {number} */ at, /** @type {string} */ points) => points.split(" ").reduce((from, point) => table.add(from, point), at);
  return { store, send, play };
}

test("a line follows the variation that was last shown", () => {
  const { store, send, play } = analysing();
  play(0, "h8 i9 j10");
  const other = play(1, "g9 g10");
  const moves = () => store.line().slice(1).map(({ point }) => point).join(" ");
  store.show(0);
  assert.equal(moves(), "h8 i9 j10");
  store.show(other);
  store.show(0);
  assert.equal(moves(), "h8 g9 g10");
  send({ type: "remove", at: other - 1 });
  assert.equal(moves(), "h8 i9 j10", "the variation is gone");
});

test("points are excluded, alone searched, and free again", () => {
  const { store, send, play } = analysing();
  store.show(play(0, "h8"));
  toggleArea(store, send, "excluded", "h8");
  assert.deepEqual(areaOf(store), { excluded: [], only: [] }, "a point with a stone is not searched anyway");
  toggleArea(store, send, "excluded", "i9");
  toggleArea(store, send, "excluded", "g9");
  assert.equal(areaText(areaOf(store)), "2 points excluded");
  toggleArea(store, send, "only", "g9");
  assert.deepEqual(areaOf(store), { excluded: ["i9"], only: ["g9"] }, "it cannot be both");
  assert.equal(areaText(areaOf(store)), "1 point excluded, only 1 point searched");
  toggleArea(store, send, "only", "g9");
  toggleArea(store, send, "excluded", "i9");
  assert.equal(areaText(areaOf(store)), "");
  store.show(0);
  assert.deepEqual(areaOf(store), { excluded: [], only: [] }, "points belong to a position");
});

test("the lines of a search go with its points", () => {
  const { store } = analysing();
  const think = () => store.takeThought(/** @type {any} */ ({ at: 0, rank: 1, text: null, line: ["h8"] }));
  think();
  forgetLines(store, { id: 0, comment: "a remark" });
  assert.equal(store.shownThoughts().size, 1);
  forgetLines(store, { id: 0, area: { excluded: ["h8"] } });
  assert.equal(store.shownThoughts().size, 0);
  assert.equal(store.thoughts.size, 0);
});

test("drawings have the colours of their keys and are described", () => {
  const keys = { shiftKey: false, ctrlKey: false, altKey: false };
  const colors = [{}, { shiftKey: true }, { ctrlKey: true }, { altKey: true }, { altKey: true, shiftKey: true }].map((pressed) => colorOfKeys({ ...keys, ...pressed }));
  assert.deepEqual(colors, ["green", "red", "red", "blue", "yellow"]);
  const { store, send } = analysing();
  sendDrawing(store, send, "h8", "h8", "red");
  sendDrawing(store, send, "h8", "i9", "blue");
  assert.deepEqual(drawingsOf(store), [{ from: "h8", color: "red" }, { from: "h8", to: "i9", color: "blue" }]);
  const maps = { stones: [], forbidden: [], notation: "top", height: 15, excluded: ["i9"], drawings: drawingsOf(store) };
  assert.equal(describe("h8", maps), "h8, empty, red circle, blue arrow to i9");
  assert.equal(describe("i9", maps), "i9, empty, left out, blue arrow from h8");
  store.connection = "lost";
  sendDrawing(store, send, "a1", "a1", "red");
  assert.equal(drawingsOf(store).length, 2, "nothing is drawn that the table does not keep");
});

test("limits are told as they are in force", () => {
  const none = /** @type {any} */ ({ limitMs: 0, limitNodes: 0, limitThreads: 0, limitMemory: 0 });
  assert.deepEqual(limitsOf(none), {});
  assert.equal(limitsText({}), "none, until it is stopped");
  const limits = limitsOf({ ...none, limitMs: 10_000, limitNodes: 1e6, limitThreads: 1, limitMemory: 1 << 30 });
  assert.deepEqual(limits, { ms: 10_000, nodes: 1e6, threads: 1, memory: 1 << 30 });
  assert.equal(limitsText(limits), "10 s, 1.0 M nodes, 1 thread, 1 GiB");
  assert.equal(limitsText({ threads: 2 }), "no time limit, 2 threads");
  globals.document.documentElement.dataset.table = "page";
  assert.deepEqual(limitsOf({ ...none, limitMs: 60_000, limitThreads: 4 }), { ms: 60_000 }, "a page has one thread");
  globals.document.documentElement.dataset.table = "program";
});

test("the same stones in another order are found, and gone when they are gone", () => {
  const { store, send, play } = analysing();
  const one = play(0, "h8 i9 g7");
  const other = play(0, "g7 i9 h8");
  const swapped = play(0, "i9 h8 g7");
  assert.deepEqual(transpositions(store, one), [other]);
  assert.deepEqual(transpositions(store, other), [one]);
  assert.deepEqual(transpositions(store, swapped), [], "the stones have other colours");
  const third = play(0, "h8 i9");
  assert.deepEqual(transpositions(store, third), [], "a node that is there already is no other one");
  send({ type: "remove", at: other });
  assert.deepEqual(transpositions(store, one), []);
  const again = play(0, "g7 i9 h8");
  assert.deepEqual(transpositions(store, one), [again]);
});

test("a proof becomes moves, level by level and within a limit", () => {
  const end = (/** @type {string} */ point) => ({ point, defences: [] });
  const root = { point: "a1", defences: [{ point: "b1", then: end("c1") }, { point: "d1", then: { ...end("e1"), otherwise: end("f1") } }] };
  const proof = { at: 0, side: "black", root };
  assert.deepEqual(movesOfProof(proof, "black"), [
    { point: "a1" }, { after: 0, point: "b1" }, { after: 0, point: "d1" }, { after: 1, point: "c1" }, { after: 2, point: "e1" },
    { after: 4, point: null }, { after: 5, point: "f1" },
  ]);
  assert.deepEqual(movesOfProof(proof, "white").slice(0, 2), [{ point: null }, { after: 0, point: "a1" }], "the side to move passes first");
  for (let most = 1; most < 8; most += 1) {
    const moves = movesOfProof(proof, "black", most);
    assert.ok(moves.length <= most, `${moves.length} of ${most}`);
    const isAnswered = moves.every(({ point }, index) => !["b1", "d1"].includes(point ?? "") || moves.some(({ after }) => after === index));
    assert.ok(isAnswered, "every defence has its answer");
  }
});

test("all moves of a proof that were stepped through are drawn, and twelve of another line", () => {
  const { store } = analysing();
  const names = Array.from({ length: 17 }, (_, index) => `a${index + 1}`);
  const after = (/** @type {number} */ index) => ({ point: names[index], defences: index + 2 < names.length ? [{ point: names[index + 1], then: after(index + 2) }] : [] });
  store.take({ type: "proof", proof: { at: 0, side: "black", kind: "vct", verdict: "win", nodes: 1, root: after(0) } });
  store.proofPath = names.filter((_, index) => index % 2 === 1);
  const hand = /** @type {any} */ ({ hover: null, cursor: null, zoom: null, stroke: null });
  const drawn = () => boardMaps(store, /** @type {any} */ ({ notation: "top" }), hand, null).ghosts.map(({ text, point }) => `${text} ${point}`);
  assert.deepEqual(drawn(), names.map((name, index) => `${index + 1} ${name}`));
  store.ghosts = names;
  assert.equal(drawn().length, 12);
});

test("a stone during a proof is a defence, any other reply, or refused", () => {
  const { store } = analysing();
  const end = (/** @type {string} */ point) => ({ point, defences: [] });
  const after = { point: "c1", defences: [{ point: "d1", then: end("e1") }] };
  const root = { point: "a1", defences: [{ point: "b1", then: after }], otherwise: end("f1") };
  store.take({ type: "proof", proof: { at: 0, side: "black", kind: "win", verdict: "win", nodes: 1, root } });
  assert.ok(proofIsShown(store));
  const reply = (/** @type {string} */ point) => {
    store.refused = null;
    replyWith(store, point);
    return store.refused === null ? proofGhosts(store) : /** @type {{ reason: string }} */ (store.refused).reason;
  };
  assert.equal(reply("a1"), "this point has a stone of the proof");
  assert.deepEqual(reply("o15"), ["a1", null, "f1"], "any other reply");
  assert.match(String(reply("n1")), /the proof ends here/);
  store.proofPath = [];
  assert.deepEqual(reply("b1"), ["a1", "b1", "c1"]);
  assert.match(String(reply("n1")), /only the marked points are defences/);
  assert.deepEqual(proofGhosts(store), ["a1", "b1", "c1"], "the walk goes on");
  assert.deepEqual(reply("d1"), ["a1", "b1", "c1", "d1", "e1"]);
  assert.equal(store.nodes.size, 1, "no stone was added");
});

test("the exercises are those of the review, whichever variation is shown", () => {
  const { store, send, play } = analysing();
  const last = play(0, "h8 i9 j10 k11");
  const tried = play(0, "h8 a1");
  store.take({ type: "review", review: { players: [{ exercises: [last - 1] }, { exercises: [last - 2, last] }], turning: [] } });
  store.show(tried);
  assert.deepEqual([exercisesOf(store, "black"), exercisesOf(store, "white")], [[last - 1], [last - 2, last]]);
  send({ type: "remove", at: last });
  assert.deepEqual(exercisesOf(store, "white"), [last - 2], "a move that is gone is not asked");
});

test("an answer of an exercise whose check ends without a judgement can be given again", () => {
  const { store, play } = analysing();
  /** @type {any[]} */
  const sent = [];
  const send = (/** @type {any} */ command) => sent.push(command);
  const last = play(0, "h8 i9 j10");
  store.show(last - 1);
  store.lesson = { ids: [last], index: 0, phase: "ask", point: null, isNew: false, isSearched: false };
  const phase = () => store.lesson?.phase;
  const work = (/** @type {any} */ work) => {
    store.take({ type: "status", status: { ...store.status, work } });
    followCheck(store, send);
    return phase();
  };
  const sweep = { type: "sweep", done: 0, all: 2 };

  answer(store, send, "a1", 100);
  const tried = play(last - 1, "a1");
  assert.equal(work(null), "checking", "the table does not know the answer yet");
  assert.equal(work(sweep), "checking");
  assert.equal(work(null), "ask", "a stop, or the end of the engine");
  assert.deepEqual(sent.splice(0).slice(1), [{ type: "remove", at: tried }], "its variation goes");

  answer(store, send, "b1", 100);
  assert.equal(phase(), "checking");
  askAgain(store, send);
  assert.deepEqual([phase(), sent.splice(0).map(({ type }) => type)], ["ask", ["try"]], "the answer was refused");

  answer(store, send, "c1", 100);
  assert.equal(work(null), "checking", "each answer waits for its own search");
});
