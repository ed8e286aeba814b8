// @ts-check
// Tests of pictures that need no browser: the contents of the request, and the page that keeps the answer.

import assert from "node:assert/strict";
import { test } from "node:test";

import { saveFile } from "../files.js";
import { askForPicture, shownBoard, takePicture } from "../pictures.js";
import { newRequest } from "../requests.js";

const MAPS = /** @type {import("../boardview.js").BoardMaps} */ ({
  width: 15, height: 15, stones: [], numbered: 0, faded: Infinity, last: null, going: [], five: [], forbidden: [], rows: [], refused: null, ghosts: [],
  within: null, toMove: "black", heat: [], marks: [], lines: [], hover: null, cursor: null, zoom: null, crosshair: false, notation: "bottom", coordinates: true,
});
const STONES = /** @type {typeof MAPS.stones} */ ([{ point: "h8", color: "black", ply: 1 }, { point: "i9", color: "white", ply: 2 }]);

test("a picture has the stones, and what the settings show", () => {
  const board = shownBoard({ ...MAPS, stones: STONES, numbered: 2, last: "i9" });
  assert.deepEqual(board.stones, [{ point: "h8", color: "black", number: 1 }, { point: "i9", color: "white", number: 2 }]);
  assert.deepEqual([board.last, board.names], [true, "bottom"]);
  const bare = [{ point: "h8", color: "black" }, { point: "i9", color: "white" }];
  assert.deepEqual(shownBoard({ ...MAPS, stones: STONES }).stones, bare);
  const setUp = STONES.map((stone) => ({ ...stone, ply: 0 }));
  assert.deepEqual(shownBoard({ ...MAPS, stones: setUp, numbered: Infinity }).stones, bare, "stones that were set up have no numbers");
  assert.equal(shownBoard({ ...MAPS, coordinates: false }).names, null);
  const won = shownBoard({ ...MAPS, last: "a5", five: ["a1", "a2", "a3", "a4", "a5"] });
  assert.deepEqual([won.last, won.rows], [false, [{ from: "a1", to: "a5", kind: "five" }]], "a five stands for the last stone");
});

test("a picture has nothing of the pointer", () => {
  const pointed = { ...MAPS, stones: STONES, going: ["i9"], hover: "a1", cursor: "b2", zoom: "c3", refused: "d4" };
  assert.deepEqual(shownBoard(pointed), shownBoard({ ...MAPS, stones: STONES }));
});

test("signs are named as the table knows them, below ghosts they are hidden", () => {
  const marks = [
    { point: "a1", kind: "candidate best", text: "62" }, { point: "b1", kind: "candidate poor faint", text: "9" }, { point: "h8", kind: "badge blunder", text: "??" },
    { point: "c1", kind: "five-point black" }, { point: "d1", kind: "variation", text: "A" }, { point: "e1", kind: "vcf", text: "!" },
  ];
  const ghosts = /** @type {typeof MAPS.ghosts} */ ([{ point: "d1", color: "black", text: "1" }]);
  const board = shownBoard({ ...MAPS, marks, ghosts });
  assert.deepEqual(board.signs, [
    { point: "a1", kind: "best", faint: false, text: "62" }, { point: "b1", kind: "poor", faint: true, text: "9" }, { point: "h8", kind: "blunder", faint: false, text: "??" },
    { point: "c1", kind: "five-point", faint: false }, { point: "e1", kind: "vcf", faint: false, text: "!" },
  ]);
  assert.deepEqual(board.ghosts, ghosts);
});

test("values keep their order of strength", () => {
  const { values } = shownBoard({ ...MAPS, heat: [{ point: "a1", value: 0.2 }, { point: "b1", value: 0.6 }] });
  assert.deepEqual(values, [{ point: "a1", strength: 12, text: "20" }, { point: "b1", strength: 80, text: "60" }]);
});

test("a page keeps the pictures and the files that it has asked for, once", () => {
  /** @type {any[]} */
  const [sent, saved] = [[], []];
  const globals = /** @type {any} */ (globalThis);
  globals.document = { createElement: () => ({ dataset: {}, style: {}, setAttribute() {}, append() {}, click() { saved.push(this.download); } }) };
  URL.createObjectURL = () => "#";
  globals.setTimeout = () => 0;
  askForPicture("svg", MAPS, (command) => sent.push(command));
  const [{ type, id }] = sent;
  assert.equal(type, "picture");
  takePicture({ id: "of another page", svg: "<svg/>" }, assert.fail);
  assert.equal(saved.length, 0, "this answer belongs to another page");
  takePicture({ id, svg: "<svg/>" }, assert.fail);
  takePicture({ id, svg: "<svg/>" }, assert.fail);
  assert.equal(saved.length, 1);
  const file = { name: "game.txt", data: "" };
  saveFile({ ...file, id: "of another page" });
  assert.equal(saved.length, 1, "this file belongs to another page");
  saveFile({ ...file, id: newRequest() });
  assert.equal(saved.length, 2);
});
