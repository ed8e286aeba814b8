// @ts-check
// The tools of analysis, which decide what a press on a point does: it plays there, excludes the point from the search
// or restricts the search to it, or draws a circle or an arrow. The table keeps these marks with the position.

import { button, make, segments } from "./dom.js";
import { isLesson } from "./review.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {(command: object) => void} Send */
/** @typedef {"play" | "exclude" | "only" | "draw"} Tool */
/** @typedef {{ from: string, to?: string, color: string, sign?: "triangle" | "square" | "cross" | { text: string } }} Drawing a circle if it has neither an end nor a sign */
/** @typedef {{ excluded: string[], only: string[] }} Area */

const BOARD_TOOLS = /** @type {[Tool, string][]} */ (Object.entries(TEXTS.tools.names));
const DRAW_COLORS = Object.entries(TEXTS.tools.colors);

/** The selected tool, its colour, and the point where the keyboard has begun an arrow. */
const hold = { tool: /** @type {Tool} */ ("play"), color: "green", from: /** @type {string | null} */ (null) };

/** Returns whether the position on the board can be marked; that of a puzzle cannot. @param {Store} store */
export const canMark = (store) => store.connection === "open" && store.editor === null && store.practice === null && store.nodes.has(store.shown);

/** Returns what a press on the board does. @param {Store} store @returns {Tool} */
export function toolInHand(store) {
  const isAnalysis = store.status?.phase.type === "analysis" && !isLesson(store);
  return isAnalysis && canMark(store) ? hold.tool : "play";
}

/** Selects a tool. @param {Store} store @param {Tool} tool */
export function takeTool(store, tool) {
  hold.tool = tool;
  hold.from = null;
  store.changed();
}

/** Returns the colour of drawings that are made without a key. */
export const drawColor = () => hold.color;

/**
 * Returns the colour that the keys choose, as on Lichess.
 * @param {{ shiftKey: boolean, ctrlKey: boolean, altKey: boolean }} keys
 */
export function colorOfKeys({ shiftKey, ctrlKey, altKey }) {
  const isRed = shiftKey || ctrlKey;
  return isRed && altKey ? "yellow" : isRed ? "red" : altKey ? "blue" : "green";
}

/** Returns the points of the search in the shown position. @param {Store} store @returns {Area} */
export function areaOf(store) {
  const area = store.nodes.get(store.shown)?.area;
  return { excluded: area?.excluded ?? [], only: area?.only ?? [] };
}

/** Forgets the lines of a position whose points change: they belong to the old search. @param {Store} store @param {any} node as the table sends it */
export function forgetLines(store, node) {
  const before = store.nodes.get(node.id);
  if (!before || JSON.stringify(before.area ?? {}) === JSON.stringify(node.area ?? {})) return;
  store.analysed.delete(node.id);
  if (store.thoughts.values().next().value?.at === node.id) store.thoughts.clear();
}

/** Returns the drawings of the shown position. @param {Store} store @returns {Drawing[]} */
export const drawingsOf = (store) => store.nodes.get(store.shown)?.drawings ?? [];

/**
 * Excludes a point from the search, restricts the search to it and others, or undoes that.
 * @param {Store} store
 * @param {Send} send
 * @param {"excluded" | "only"} kind
 * @param {string} point
 */
export function toggleArea(store, send, kind, point) {
  if (store.stones().stones.some((stone) => stone.point === point)) return;
  const area = areaOf(store);
  const had = area[kind].includes(point);
  const without = (/** @type {string[]} */ points) => points.filter((other) => other !== point);
  const changed = { excluded: without(area.excluded), only: without(area.only) };
  if (!had) changed[kind].push(point);
  send({ type: "area", at: store.shown, area: changed });
}

/**
 * Draws an arrow, or a circle where it ends at its beginning.
 * @param {Store} store
 * @param {Send} send
 * @param {string} from
 * @param {string} to
 * @param {string} color
 */
export function sendDrawing(store, send, from, to, color) {
  if (canMark(store)) send({ type: "draw", at: store.shown, drawing: from === to ? { from, color } : { from, to, color } });
}

/**
 * Uses the tool on a point. The keyboard draws by two presses: where the arrow begins and where it ends.
 * @param {Store} store
 * @param {Send} send
 * @param {string} point
 * @param {(text: string) => void} say
 */
export function applyTool(store, send, point, say) {
  if (hold.tool === "exclude") toggleArea(store, send, "excluded", point);
  else if (hold.tool === "only") toggleArea(store, send, "only", point);
  else if (hold.from === null) {
    hold.from = point;
    say(TEXTS.tools.arrow);
  } else {
    sendDrawing(store, send, hold.from, point, hold.color);
    hold.from = null;
  }
}

/**
 * The choice of a tool.
 * @param {Store} store
 * @param {Send} send
 */
export function toolSection(store, send) {
  return make("div", { class: "tools", "data-key": "tools" },
    make("span", { class: "label" }, TEXTS.tools.press),
    segments(TEXTS.tools.name, BOARD_TOOLS, hold.tool, (tool) => takeTool(store, /** @type {Tool} */ (tool)), "Tool"),
    hold.tool === "draw" ? segments(TEXTS.tools.drawing, DRAW_COLORS.map(([color, name]) => [color, [make("span", { class: `dab ${color}` }), make("span", { class: "unseen" }, name)]]), hold.color, (color) => {
      hold.color = color;
      store.changed();
    }, "Drawing") : null,
    TEXTS.tools.hints[hold.tool] ? make("p", { class: "legend" }, TEXTS.tools.hints[hold.tool]) : null,
    drawingsOf(store).length > 0 ? button(TEXTS.tools.erase, () => send({ type: "erase", at: store.shown }), { class: "small", "data-key": "erase" }) : null);
}

/**
 * Says which points of the shown position are searched; null if all are.
 * @param {Store} store
 * @param {Send} send
 */
export function areaLine(store, send) {
  const text = areaText(areaOf(store));
  if (!text) return null;
  const clear = () => send({ type: "area", at: store.shown, area: {} });
  return make("p", { class: "area-line", "data-key": "area" }, make("span", {}, text), button(TEXTS.tools.all, clear, { class: "small", "data-key": "area clear" }));
}

/** Says which points are searched; empty if all are. @param {Area} area */
export function areaText({ excluded, only }) {
  const { points, ...texts } = TEXTS.tools;
  if (excluded.length > 0 && only.length > 0) return texts.both(points(excluded.length), points(only.length));
  if (excluded.length > 0) return texts.excluded(points(excluded.length));
  return only.length > 0 ? texts.only(points(only.length)) : "";
}
