// Boards of the installed package.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";

import { createBoard } from "dolmen-engine/rules";

const DOUBLE_THREE = "g8a1i8a3h7a5h9a7";

/** Asserts the code and the message of a failure. */
function fails(call, code, message) {
  assert.throws(call, { name: "DolmenError", code, message });
}

test("moves are made and taken back", () => {
  const board = createBoard({ rule: "standard", size: [20, 15] });
  assert.deepEqual([board.rule, board.width, board.height, board.turn, board.ply], ["standard", 20, 15, "black", 0]);
  assert.equal(board.push("h8"), null);
  assert.equal(board.push([8, 8]), null);
  assert.deepEqual(board.moves, ["h8", "i9"]);
  assert.deepEqual([board.at("h8"), board.at([8, 8]), board.at("a1")], ["black", "white", null]);
  const copy = board.copy();
  assert.equal(board.pop(), "i9");
  assert.deepEqual([board.turn, board.moves.length, copy.moves.length], ["white", 1, 2]);
  assert.equal(board.legal.length, 299);
  assert.ok(!board.isLegal("h8") && board.isLegal("t15"));
  assert.equal(copy.toString(), "standard 20x15 h8 i9");
});

test("a five ends the game, unless it is continuous", () => {
  const moves = "h8a1h9a3h10a5h11a7";
  const board = createBoard({ moves });
  assert.equal(board.push("h12"), "black");
  assert.deepEqual([board.outcome, board.legal], ["black", []]);
  assert.deepEqual(board.five.sort(), ["h10", "h11", "h12", "h8", "h9"]);
  fails(() => board.push("o15"), "game-over", "the game has ended: black wins");
  board.pop();
  assert.equal(board.outcome, null);
  const endless = createBoard({ moves, continuous: true });
  assert.equal(endless.push("h12"), null);
  assert.ok(endless.isLegal("o15"));
});

test("forbidden points have their reasons", () => {
  const board = createBoard({ rule: "renju", moves: DOUBLE_THREE });
  assert.deepEqual([...board.forbidden], [["h8", ["double three"]]]);
  fails(() => board.push("h8"), "forbidden", "point h8 is forbidden: double three");
  assert.equal(board.moves.length, 8);
  board.push("o15");
  assert.equal(board.forbidden.size, 0, "White may play anywhere");
  const overline = createBoard({ rule: "renju", diagram: "......\n......\nXXX.XX\n......\nOOOO..\n......", turn: "black" });
  assert.deepEqual([...overline.forbidden], [["d3", ["overline"]]]);
});

test("diagrams are boards, and boards are diagrams", () => {
  const rows = ".....\n.X#..\n..O..\n.....\n.....";
  const board = createBoard({ diagram: rows, moves: ["a1"] });
  assert.equal(board.diagram, rows.replace(".", "X"));
  assert.deepEqual([board.at("c2"), board.moves, board.turn], ["dead", ["a1"], "white"]);
  board.pop();
  assert.throws(() => board.pop(), { code: "empty" });
  assert.deepEqual(board.toQuery().initialStones, [["B", "b2"], ["W", "c3"]]);
});

test("the moves of a board with passes make the same board", () => {
  for (const moves of ["h8passi9", "passh8", "h8i9pass"]) {
    const board = createBoard({ rule: "renju", size: [15, 16], moves });
    const again = createBoard({ rule: "renju", size: [15, 16], moves: board.moves });
    assert.deepEqual([again.moves, again.turn, String(again)], [board.moves, board.turn, String(board)]);
    assert.ok(again.moves.includes("pass"));
  }
  assert.equal(createBoard({ moves: ["h8", "pass", [8, 8]] }).at("i9"), "black");
  fails(() => createBoard({ moves: ["h8", "pass", "h8"] }), "occupied", "move 3: point h8 is occupied");
  fails(() => createBoard({ diagram: ".....\n.....\n..X..\n.....\n.....", moves: ["pass"] }), "invalid", /^move 1: invalid point "pass"/);
});

test("a board survives JSON, and is shown with its moves", () => {
  const played = createBoard({ rule: "caro", size: [20, 15], continuous: true, moves: ["h8", "pass", "i9"] });
  const setUp = createBoard({ diagram: ".....\n.X#..\n..O..\n.....\n.....", turn: "white", moves: ["a1", "b1"] });
  for (const board of [played, setUp]) {
    const again = createBoard(JSON.parse(JSON.stringify(board)));
    assert.deepEqual([again.diagram, again.turn, again.moves, String(again), again.continuous], [board.diagram, board.turn, board.moves, String(board), board.continuous]);
  }
  assert.equal(inspect({ board: createBoard({ moves: "h8i9" }) }), "{ board: Board { freestyle 15x15 h8 i9, black to move } }");
  const won = createBoard({ moves: "h8a1h9a3h10a5h11a7h12" });
  assert.match(inspect(won), /h12, black has won }$/);
  won.dispose();
  assert.equal(inspect(won), "Board { disposed of }");
});

test("what cannot be has a precise error", () => {
  const board = createBoard({ moves: ["h8"] });
  fails(() => board.push("h8"), "occupied", "point h8 is occupied");
  fails(() => board.push("p8"), "off-board", "point p8 is off the 15x15 board");
  fails(() => board.push([7, -1]), "off-board", "point [7,-1] is off the 15x15 board");
  fails(() => board.at([15, 0]), "off-board", "point [15,0] is off the 15x15 board");
  fails(() => board.push("x99"), "invalid", 'invalid point "x99": expected a letter and a number, such as h8');
  fails(() => board.push(77), "invalid", "invalid point 77: expected a name such as h8, or a column and a row from 0 such as [7, 7]");
  fails(() => createBoard({ rule: "rennju" }), "invalid", 'unknown rule "rennju": expected one of freestyle, standard, renju, caro, caro6, omok');
  fails(() => createBoard({ size: 4 }), "invalid", 'invalid board size "4x4": expected sides from 5 to 22, such as 15x15');
  fails(() => createBoard({ size: "15" }), "invalid", /expected a number such as 15/);
  fails(() => createBoard({ moves: ["h8", "h8"] }), "occupied", "move 2: point h8 is occupied");
  fails(() => createBoard({ rule: "renju", moves: `${DOUBLE_THREE}h8` }), "forbidden", "move 9: point h8 is forbidden: double three");
  fails(() => createBoard({ moves: ["h8", "i9", 5] }), "invalid", /^move 3: invalid point 5: expected a name/);
  fails(() => createBoard({ moves: "h8h8" }), "invalid", "move 2: point h8 is occupied");
  fails(() => createBoard({ rules: "renju" }), "invalid", /unknown option "rules": expected rule, size/);
  fails(() => createBoard({ diagram: "?" }), "invalid", /./);
  fails(() => createBoard({ diagram: 5 }), "invalid", "invalid diagram 5: expected a text of rows with X, O, # and .");
  fails(() => createBoard({ continuous: "yes" }), "invalid", 'invalid continuous "yes": expected true or false');
  board.dispose();
  fails(() => board.push("a1"), "no-board", "this board was disposed of");
});

test("errors name the option and the move", () => {
  for (const [options, field, index] of [
    [{ rule: "chess" }, "rule"],
    [{ size: 4 }, "size"],
    [{ size: "15" }, "size"],
    [{ moves: "h8h8" }, "moves"],
    [{ moves: ["h8", "h8"] }, "moves", 1],
    [{ moves: [5] }, "moves", 0],
    [{ moves: DOUBLE_THREE + "h8", rule: "renju" }, "moves", 8],
    [{ diagram: "..." }, "diagram"],
    [{ diagram: ".....\n.....\n.....\n.....\n.....", turn: "green" }, "turn"],
    [{ foo: 1 }, "foo"],
  ]) {
    assert.throws(() => createBoard(options), (error) => error.field === field && error.index === index, JSON.stringify(options));
  }
});

test("only createBoard makes boards", () => {
  const board = createBoard({ moves: "h8" });
  for (const number of [undefined, 0]) fails(() => new board.constructor(number), "invalid", "Board has no public constructor: expected createBoard(options)");
  assert.equal(board.toString(), "freestyle 15x15 h8");
});

test("a thousand boards and their copies differ", () => {
  const boards = Array.from({ length: 500 }, (_, index) => createBoard({ moves: [[index % 15, Math.floor(index / 15) % 15]] }));
  const copies = boards.map((board) => board.copy());
  boards.forEach((board) => board.dispose());
  copies.forEach((copy, index) => assert.equal(copy.at([index % 15, Math.floor(index / 15) % 15]), "black"));
});
