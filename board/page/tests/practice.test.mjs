// @ts-check
// Tests of the puzzles: their texts, the rating, the choice of the next one, and the flow of an exercise.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

import { ratedAfter } from "../glicko.js";
import { Practise, practiceGhosts, practiceStones } from "../practise.js";
import { gradeRating, readPuzzles, stonesAfter } from "../puzzles.js";
import { counted, nextPuzzle, readRecord } from "../record.js";
import { Store } from "../store.js";

const globals = /** @type {any} */ (globalThis);
globals.requestAnimationFrame = (/** @type {() => void} */ action) => action();

/** A replacement for the storage of a browser. */
class Shelf {
  constructor() {
    /** @type {Map<string, string>} */
    this.kept = new Map();
  }

  /** @param {string} key */
  getItem(key) {
    return this.kept.get(key) ?? null;
  }

  /** @param {string} key @param {string} value */
  setItem(key, value) {
    this.kept.set(key, value);
  }

  /** @param {string} key */
  removeItem(key) {
    this.kept.delete(key);
  }
}

/** Four stones in a corner, in which Black is to move: c1 black, e1 white, a2 black, b2 white. */
const TEXT = "puzzles 1 renju 5x5 seed 1 games 9\nf2 d3 430-1\nt4x a1 430-1\nno puzzle\nd5 e5 430-10\n";

test("the example of Glickman's description is rated as it says", () => {
  const results = [{ rating: 1400, deviation: 30, score: 1 }, { rating: 1550, deviation: 100, score: 0 }, { rating: 1700, deviation: 300, score: 0 }];
  const { rating, deviation, volatility } = ratedAfter({ rating: 1500, deviation: 200, volatility: 0.06 }, results);
  assert.equal(rating.toFixed(2), "1464.05");
  assert.equal(deviation.toFixed(2), "151.52");
  assert.equal(volatility.toFixed(6), "0.059996");
});

test("who does not play becomes uncertain", () => {
  const rested = ratedAfter({ rating: 1500, deviation: 200, volatility: 0.06 }, []);
  assert.equal(rested.rating, 1500);
  assert.equal(rested.deviation.toFixed(4), "200.2714");
});

test("puzzles are read, and what is none is left out", () => {
  const puzzles = readPuzzles(TEXT.replaceAll("430-1", "4501"));
  assert.deepEqual(puzzles.map(({ kind, grade, turnsOnFoul, key }) => [kind, grade, turnsOnFoul, key]), [["fours", 2, false, "d3"], ["threes", 4, true, "a1"], ["defence", 5, false, "e5"]]);
  assert.deepEqual(puzzles[0].stones, [{ point: "c1", color: "black" }, { point: "a2", color: "white" }, { point: "b2", color: "black" }, { point: "c2", color: "white" }]);
  assert.equal(puzzles[0].toMove, "black");
  assert.equal(puzzles[2].toMove, "white", "Black has one stone more");
  assert.deepEqual(readPuzzles("something else"), []);
});

test("a long way to the first stone is skipped", () => {
  const [puzzle] = readPuzzles("puzzles 1 omok 15x15 seed 1 games 1\nf1 h8 --07\n");
  assert.deepEqual(puzzle.stones.map(({ point }) => point), ["c5", "g5"]);
});

test("stones alternate as far as they can", () => {
  const [puzzle] = readPuzzles("puzzles 1 omok 15x15 seed 1 games 1\nd1 h8 00011\n");
  const colors = stonesAfter(puzzle, ["h8", "h9"]).map(({ color }) => color[0]);
  assert.equal(colors.join(""), "bwbwbwb");
});

test("the shipped puzzles are small enough, and their answers are empty points", async () => {
  const folder = new URL("../puzzles/", import.meta.url);
  const names = await readdir(folder);
  assert.deepEqual(names.sort(), ["caro.txt", "caro6.txt", "freestyle.txt", "omok.txt", "renju.txt", "standard.txt"]);
  let bytes = 0;
  for (const name of names) {
    const text = await readFile(new URL(name, folder), "utf8");
    bytes += text.length;
    const puzzles = readPuzzles(text);
    assert.equal(puzzles.length, text.trim().split("\n").length - 1, `${name}: every line is a puzzle`);
    assert.equal(new Set(puzzles.map(({ id }) => id)).size, puzzles.length, `${name}: every puzzle has a name of its own`);
    for (const { rule, key, stones, kind } of puzzles) {
      assert.equal(`${rule}.txt`, name);
      assert.ok(!stones.some(({ point }) => point === key), `${name}: ${kind} ${key}`);
    }
  }
  assert.ok(bytes < 300_000, `${bytes} bytes`);
});

test("the next puzzle is new, of the wanted kind and near the rating", () => {
  globals.localStorage = new Shelf();
  const lines = ["f", "t", "d"].flatMap((kind) => [1, 2, 3, 4, 5].flatMap((grade) => Array.from({ length: 20 }, (_, index) => `${kind}${grade} h8 ${String.fromCharCode(97 + index)}${grade}1${kind === "f" ? 0 : kind === "t" ? 2 : 4}1`)));
  const puzzles = readPuzzles(["puzzles 1 omok 15x15 seed 1 games 1", ...lines].join("\n"));
  assert.equal(puzzles.length, 300);
  const record = readRecord();
  for (const chance of [0, 0.3, 0.7, 0.99]) {
    assert.equal(nextPuzzle(record, puzzles, chance)?.grade, 2, "1150 is nearest to 1200");
    const hard = { ...record, wanted: { rule: "", kind: "defence", grade: "5" } };
    const next = nextPuzzle(hard, puzzles, chance);
    assert.deepEqual([next?.kind, next?.grade], ["defence", 5]);
  }
  const wanted = { rule: "", kind: "fours", grade: "1" };
  const fours = puzzles.filter(({ kind, grade }) => kind === "fours" && grade === 1).map(({ id }) => id);
  assert.equal(nextPuzzle({ ...record, wanted, seen: fours.slice(1) }, puzzles, 0.9)?.id, fours[0], "only one is new");
  assert.equal(nextPuzzle({ ...record, wanted, seen: fours }, puzzles, 0.9)?.id, fours[0], "the one that was seen longest ago");
  assert.equal(nextPuzzle(record, [], 0.5), null);
});

test("results change the rating, the streak and the list of the last ones", () => {
  globals.localStorage = new Shelf();
  const [puzzle] = readPuzzles(TEXT.replaceAll("430-1", "4501"));
  const right = counted(readRecord(), puzzle, true);
  assert.ok(right.rated.rating > 1200 && right.rated.deviation < 350);
  assert.deepEqual([right.solved, right.failed, right.streak, right.best], [1, 0, 1, 1]);
  const wrong = counted(counted(right, puzzle, true), puzzle, false);
  assert.deepEqual([wrong.solved, wrong.failed, wrong.streak, wrong.best, wrong.seen.length], [2, 1, 0, 2, 1]);
  assert.deepEqual(wrong.last.map(({ isRight }) => isRight), [false, true, true]);
  assert.ok(gradeRating(5) > gradeRating(1));
});

test("a damaged record is as at first", () => {
  globals.localStorage = new Shelf();
  for (const text of ["no JSON", '{"rated": {"rating": "x"}, "last": 7, "solved": "many"}', "null"]) {
    globals.localStorage.setItem("dolmen.practice", text);
    assert.equal(readRecord().rated.rating, 1200, text);
    assert.deepEqual(readRecord().last, [], text);
    assert.equal(readRecord().solved, 0, text);
  }
});

/** Returns a page that practises one puzzle, and the list of its commands. */
async function practising() {
  globals.localStorage = new Shelf();
  globals.sessionStorage = new Shelf();
  globals.document = { querySelector: () => ({ textContent: "puzzles 1 freestyle 15x15 seed 1 games 1\nf2 d3 4501\n" }) };
  /** @type {any[]} */
  const sent = [];
  const begin = async () => {
    const store = new Store();
    store.connection = "open";
    const practise = new Practise({ store, send: (command) => sent.push(command), settings: () => /** @type {any} */ ({ sounds: false, notation: "top" }), say: () => {} });
    return { store, practise };
  };
  return { sent, begin };
}

test("a puzzle is asked, tried, refuted, tried again and solved, and counts once", async () => {
  const { sent, begin } = await practising();
  const { store, practise } = await begin();
  assert.equal(store.practice, null);
  practise.enter();
  await new Promise((done) => setImmediate(done));
  practise.look();
  assert.deepEqual([sent.length, sent[0].type, sent[0].moves.length], [1, "puzzle", 0]);
  const practice = /** @type {import("../practise.js").Practice} */ (store.practice);
  const answer = (/** @type {any} */ of) => practise.take({ id: sent.at(-1).id, moves: sent.at(-1).moves, reply: null, line: [], forbidden: [], five: [], ...of });
  answer({ verdict: { type: "ready" }, line: ["d3", "e5"] });
  practise.look();
  assert.equal(sent.length, 1, "it asks once");

  practise.try("a1");
  practise.refused();
  assert.deepEqual([practice.phase, practice.record.failed], ["ask", 0], "a move that cannot be played is no answer");

  practise.try("e4");
  assert.equal(practiceStones(practice).at(-1)?.point, "e4", "the stone is drawn at once");
  practise.take({ id: "another page", verdict: { type: "solved" }, moves: [] });
  assert.equal(practice.phase, "checking", "answers to other pages do not matter");
  answer({ verdict: { type: "wrong", reason: "fours" }, line: ["a1", "b1"] });
  assert.deepEqual(practiceGhosts(practice), ["e4", "a1", "b1"]);
  assert.equal(practiceStones(practice).length, 4, "the wrong stone is gone");
  assert.deepEqual([practice.record.failed, practice.isCounted], [1, true]);
  assert.ok(practice.change < 0);

  practise.again();
  practise.try("d3");
  answer({ verdict: { type: "goesOn" }, reply: "e5", line: ["c4"] });
  assert.deepEqual(practice.moves, ["d3", "e5"]);
  practise.try("c4");
  answer({ verdict: { type: "solved" } });
  assert.deepEqual([practice.phase, practice.record.solved, practice.record.failed], ["solved", 0, 1]);
  assert.equal(practice.change, 0, "the rating fell before");

  const reloaded = await begin();
  await new Promise((done) => setImmediate(done));
  assert.deepEqual([reloaded.store.practice?.phase, reloaded.store.practice?.moves], ["solved", ["d3", "e5", "c4"]], "a reload loses nothing");
});

test("an answer that is shown is a failure, and leaving pauses nothing for ever", async () => {
  const { sent, begin } = await practising();
  const { store, practise } = await begin();
  practise.enter();
  await new Promise((done) => setImmediate(done));
  practise.show();
  assert.deepEqual(practiceGhosts(/** @type {any} */ (store.practice)), ["d3"]);
  assert.equal(store.practice?.record.failed, 1);
  assert.ok((store.practice?.change ?? 0) < 0);
  practise.leave();
  assert.equal(store.practice, null);
  assert.ok(!sent.some(({ type }) => type === "resume"), "no game was paused");
});
