// @ts-check
// The moves: the line on the board, its variations and comments, and the steps through them.

import { button, byId, icon, make, replace } from "./dom.js";
import { shown } from "./notation.js";
import { signOf } from "./review.js";
import { TEXTS } from "./texts.js";
import { otherWays, transpositions } from "./transpositions.js";
import { used } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./store.js").TreeNode} TreeNode */

/** The most variations that are listed at one move. */
const VARIATIONS = 12;

/** The position that was last scrolled into sight. */
let seen = -1;

/**
 * @param {Store} store
 * @param {(command: object) => void} send
 * @param {(at: number) => void} remove removes a move and all after it
 * @param {string} notation
 * @param {(ply: number | null) => void} hover numbers the stones up to a move
 */
export function showMoves(store, send, remove, notation, hover) {
  showSteps(store);
  const line = store.line().slice(1);
  const isAnalysis = store.status?.phase.type === "analysis";
  const node = store.nodes.get(store.shown);
  const isBlackFirst = store.firstToMove() === "black";
  const items = line.map((node, index) => move(store, notation, hover, node, index, (index % 2 === 0) === isBlackFirst));
  replace(byId("moves"),
    make("section", { class: "card" },
      make("h2", {}, TEXTS.moves.title),
      setUp(store),
      line.length > 0 ? make("ol", { class: "line", "data-key": "line" }, items) : make("p", { class: "muted" }, TEXTS.moves.none),
      isAnalysis ? otherWays(store, notation) : null,
      store.editor ? null : isAnalysis && node ? editing(store, send, remove, node) : node?.comment ? make("p", { class: "comment" }, node.comment) : null));
  if (seen === store.shown) return;
  seen = store.shown;
  const list = document.querySelector("ol.line");
  const here = /** @type {HTMLElement | null} */ (list?.querySelector(".here"));
  if (list && here) list.scrollTop = here.offsetTop - list.clientHeight / 2;
}

/**
 * @param {Store} store
 * @param {string} notation
 * @param {(ply: number | null) => void} hover
 * @param {TreeNode} node
 * @param {number} index
 * @param {boolean} isBlack
 */
function move(store, notation, hover, node, index, isBlack) {
  const name = (/** @type {TreeNode | undefined} */ of) => (of?.point ? shown(of.point, notation, store.setup?.height ?? 15) : TEXTS.moves.pass);
  const siblings = store.nodes.get(node.parent ?? 0)?.children ?? [];
  const others = siblings.length > 1 ? siblings.filter((id) => id !== node.id) : [];
  const label = [make("span", { class: "ply" }, index + 1), make("span", {}, name(node)), signOf(node) ? make("span", { class: `mark ${node.judgement?.class}` }, signOf(node)) : "", node.label ? make("span", { class: "muted" }, node.label) : "",
    store.status?.phase.type === "analysis" && transpositions(store, node.id).length > 0 ? make("span", { class: "muted", title: TEXTS.moves.elsewhere }, "⇄") : ""];
  return make("li", { class: node.id === store.shown ? "here" : "", "data-key": `item ${node.id}` },
    button(label, () => store.show(node.id), {
      "data-key": `move ${node.id}`,
      "aria-current": node.id === store.shown ? "step" : null,
      title: [node.ms === undefined ? "" : TEXTS.moves.used(used(node.ms)), node.comment ?? ""].filter(Boolean).join("\n"),
      class: `${isBlack ? "black" : "white"} ${node.comment ? "commented" : ""}`,
      pointerenter: () => hover(index + 1), pointerleave: () => hover(null), focus: () => hover(index + 1), blur: () => hover(null),
    }),
    others.slice(0, VARIATIONS).map((id) => button(name(store.nodes.get(id)), () => store.show(id), { class: "variation", "data-key": `move ${id}`, title: TEXTS.moves.other })),
    others.length > VARIATIONS ? make("span", { class: "muted" }, `+${others.length - VARIATIONS}`) : null);
}

/** Says how many stones were set up before the first move. @param {Store} store */
function setUp(store) {
  const { stones } = store.stones(store.line()[0]?.id);
  const count = (/** @type {string} */ side) => stones.filter(({ color }) => color === side).length;
  return stones.length > 0 ? make("p", { class: "muted", "data-key": "set up" }, TEXTS.moves.setUp(count("black"), count("white"))) : null;
}

/** @param {Store} store */
function showSteps(store) {
  const line = store.line();
  const at = store.path().length - 1;
  const go = (/** @type {string} */ shape, /** @type {string} */ key, /** @type {string} */ name, /** @type {number} */ index) =>
    button(icon(shape), () => store.show(line[Math.max(0, Math.min(line.length - 1, index))].id), { "aria-label": name, title: name, "data-key": key, disabled: index < 0 || index >= line.length || index === at });
  replace(byId("steps"),
    go("M6 5v14M18 5l-9 7 9 7z", "First position", TEXTS.moves.first, 0), go("M16 5l-9 7 9 7z", "One move back", TEXTS.moves.back, at - 1),
    make("span", { class: "where" }, `${at} / ${line.length - 1}`),
    go("M8 5l9 7-9 7z", "One move forward", TEXTS.moves.forward, at + 1), go("M18 5v14M6 5l9 7-9 7z", "Last position", TEXTS.moves.last, line.length - 1));
}

/**
 * @param {Store} store
 * @param {(command: object) => void} send
 * @param {(at: number) => void} remove
 * @param {TreeNode} node
 */
function editing(store, send, remove, node) {
  const isFirst = node.parent === undefined || store.nodes.get(node.parent)?.children[0] === node.id;
  // Each letter counts: a reload must not lose a comment that is still being written.
  const input = (/** @type {Event} */ event) => send({ type: "comment", at: node.id, text: /** @type {HTMLTextAreaElement} */ (event.target).value.slice(0, 4096) });
  return make("div", { class: "editing", "data-key": `editing ${node.id}` },
    make("label", { class: "field" }, make("span", {}, TEXTS.moves.comment), make("textarea", { rows: 2, maxlength: 4096, input, "data-key": `comment ${node.id}` }, node.comment ?? "")),
    make("div", { class: "actions" },
      isFirst ? null : button(TEXTS.moves.promote, () => send({ type: "promote", at: node.id }), { class: "small", "data-key": "promote" }),
      node.parent === undefined ? null : button(TEXTS.moves.remove, () => remove(node.id), { class: "small", "data-key": "remove" }),
      button(TEXTS.moves.passButton, () => send({ type: "play", at: node.id, point: null }), { class: "small", "data-key": "pass", title: TEXTS.moves.passTitle })));
}
