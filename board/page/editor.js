// @ts-check
// The editor of positions: stones of either colour are placed and removed, and the whole is turned, mirrored and moved.

import { button, choice, make, segments } from "./dom.js";
import { place, point } from "./notation.js";
import { RULE_NAMES } from "./setup.js";
import { otherSide } from "./sides.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {"black" | "white"} Side */
/** @typedef {{ point: string, color: Side }} Stone */

/**
 * @typedef {object} Editor
 * @property {Stone[]} stones in the order in which they were placed
 * @property {"turns" | Side | "erase"} tool
 * @property {Side} toMove
 * @property {string} rule
 * @property {number} width
 * @property {number} height
 */

const TOOLS = Object.entries(TEXTS.editor.tools);

/** Begins to edit the shown position. @param {Store} store */
export function edit(store) {
  const { setup } = store;
  if (!setup) return;
  const { stones, toMove } = store.stones();
  store.editor = { stones: stones.map(({ point: name, color }) => ({ point: name, color })), tool: "turns", toMove, rule: setup.rule, width: setup.width, height: setup.height };
  store.changed();
}

/** Places or removes a stone. @param {Store} store @param {string} name */
export function put(store, name) {
  const { editor } = store;
  if (!editor) return;
  const had = editor.stones.find((stone) => stone.point === name);
  editor.stones = editor.stones.filter((stone) => stone !== had);
  if (editor.tool === "turns") {
    if (had) editor.toMove = had.color;
    else {
      editor.stones.push({ point: name, color: editor.toMove });
      editor.toMove = otherSide(editor.toMove);
    }
  } else if (editor.tool !== "erase" && had?.color !== editor.tool) {
    editor.stones.push({ point: name, color: editor.tool });
  } else if (!had) {
    store.refuse(TEXTS.editor.noStone);
  }
  store.changed();
}

/**
 * Moves all stones; none may leave the board.
 * @param {Store} store
 * @param {(at: import("./notation.js").Place, editor: Editor) => import("./notation.js").Place} to
 */
function transform(store, to) {
  const { editor } = store;
  if (!editor) return;
  const moved = editor.stones.map((stone) => ({ ...stone, at: to(place(stone.point), editor) }));
  if (moved.some(({ at }) => at.x < 0 || at.y < 0 || at.x >= editor.width || at.y >= editor.height)) {
    store.refuse(TEXTS.editor.leaves);
    return;
  }
  editor.stones = moved.map(({ color, at }) => ({ color, point: point(at) }));
  store.changed();
}

/** Turns the board to the right. @param {Store} store */
function turn(store) {
  const { editor } = store;
  if (!editor) return;
  const { width, height } = editor;
  const stones = editor.stones.map((stone) => {
    const { x, y } = place(stone.point);
    return { ...stone, point: point({ x: height - 1 - y, y: x }) };
  });
  Object.assign(editor, { stones, width: height, height: width });
  store.changed();
}

/**
 * The card of the editor.
 * @param {Store} store
 * @param {(setup: any) => void} arrange
 */
export function editorSection(store, arrange) {
  const editor = /** @type {Editor} */ (store.editor);
  const change = (/** @type {Partial<Editor>} */ by) => {
    Object.assign(editor, by);
    store.changed();
  };
  const move = (/** @type {string} */ label, /** @type {string} */ key, /** @type {string} */ name, /** @type {Parameters<typeof transform>[1]} */ to) =>
    button(label, () => transform(store, to), { class: "small", "aria-label": name, title: name, "data-key": key });
  const done = () => {
    const { rule, width, height, stones, toMove } = editor;
    arrange({ onto: { rule, width, height }, stones, toMove });
  };
  return make("section", { class: "card editor", "data-key": "editor" },
    make("h2", {}, TEXTS.editor.title),
    make("p", { class: "note" }, TEXTS.editor.note),
    segments(TEXTS.editor.tool, TOOLS, editor.tool, (tool) => change({ tool: /** @type {any} */ (tool) }), "Stones"),
    make("div", { class: "pair" },
      make("div", { class: "field" }, make("span", {}, TEXTS.editor.toMove), segments(TEXTS.editor.toMove, Object.entries(TEXTS.colors), editor.toMove, (side) => change({ toMove: /** @type {any} */ (side) }), "To move")),
      choice(TEXTS.editor.rule, RULE_NAMES, editor.rule, (rule) => change({ rule }), { "data-key": "editor rule" })),
    make("div", { class: "actions" },
      button(TEXTS.editor.turn, () => turn(store), { class: "small", "data-key": "Turn" }),
      move(TEXTS.editor.mirror, "Mirror", TEXTS.editor.mirror, ({ x, y }, { width }) => ({ x: width - 1 - x, y })),
      move("←", "Move left", TEXTS.editor.left, ({ x, y }) => ({ x: x - 1, y })), move("→", "Move right", TEXTS.editor.right, ({ x, y }) => ({ x: x + 1, y })),
      move("↑", "Move up", TEXTS.editor.up, ({ x, y }) => ({ x, y: y - 1 })), move("↓", "Move down", TEXTS.editor.down, ({ x, y }) => ({ x, y: y + 1 })),
      button(TEXTS.editor.clear, () => change({ stones: [], toMove: "black" }), { class: "small", "data-key": "Clear" })),
    make("div", { class: "actions end" },
      button(TEXTS.editor.cancel, () => { store.editor = null; store.changed(); }, { "data-key": "editor cancel" }),
      button(TEXTS.editor.done, done, { class: "primary", "data-key": "editor done" })));
}
