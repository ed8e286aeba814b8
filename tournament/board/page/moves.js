// @ts-check
// The moves: the line on the board, its variations and comments, and the steps through them.

import { byId, button, draw, make, replace } from "./dom.js";
import { shown } from "./notation.js";
import { clock } from "./words.js";

/** @typedef {import("./store.js").Store} Store */

/**
 * @param {Store} store
 * @param {(command: object) => void} send
 * @param {string} notation
 * @param {(ply: number | null) => void} hover numbers the stones up to a move
 */
export function showMoves(store, send, notation, hover) {
  showSteps(store);
  const height = store.setup?.height ?? 15;
  const line = store.line().slice(1);
  const items = line.map((node, index) => {
    const name = node.point ? shown(node.point, notation, height) : "pass";
    const others = (store.nodes.get(node.parent ?? 0)?.children ?? []).filter((id) => id !== node.id);
    return make("li", { class: node.id === store.shown ? "here" : "" },
      button([make("span", { class: "ply" }, index + 1), ` ${name}`, node.label ? ` ${node.label}` : ""], () => store.show(node.id), {
        "data-key": `move ${node.id}`,
        "aria-current": node.id === store.shown ? "step" : null,
        title: [node.ms === undefined ? "" : `${clock(node.ms)} s`, node.comment ?? ""].filter(Boolean).join("\n"),
        class: `${index % 2 ? "white" : "black"} ${node.comment ? "commented" : ""}`,
        pointerenter: () => hover(index + 1),
        pointerleave: () => hover(null),
      }),
      others.length > 0 ? make("span", { class: "variations" }, others.map((id) => {
        const other = store.nodes.get(id);
        return button(other?.point ? shown(other.point, notation, height) : "pass", () => store.show(id), { "data-key": `move ${id}`, title: "variation" });
      })) : null);
  });
  const element = byId("moves");
  replace(element,
    make("h2", {}, "Moves"),
    line.length > 0 ? make("ol", { class: "line" }, items) : make("p", { class: "muted" }, "No moves yet."),
    store.status?.phase.type === "analysis" ? editing(store, send) : null);
  element.querySelector(".here")?.scrollIntoView({ block: "nearest" });
}

/** @param {Store} store */
function showSteps(store) {
  const path = store.path();
  const line = store.line();
  const at = path.length - 1;
  const go = (/** @type {string} */ shape, /** @type {string} */ name, /** @type {number} */ index) =>
    button(draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: shape })), () => store.show(line[index].id), { "aria-label": name, title: name, "data-key": name, disabled: index < 0 || index >= line.length || index === at });
  replace(byId("steps"), go("M4 4h2v16H4zM20 4v16L8 12z", "first position", 0), go("M18 4v16L6 12z", "one move back", at - 1), make("span", { class: "where" }, `${at} / ${line.length - 1}`), go("M6 4v16l12-8z", "one move forward", at + 1), go("M18 4h2v16h-2zM4 4v16l12-8z", "last position", line.length - 1));
}

/**
 * @param {Store} store
 * @param {(command: object) => void} send
 */
function editing(store, send) {
  const node = store.nodes.get(store.shown);
  if (!node) return null;
  const isFirst = node.parent === undefined || store.nodes.get(node.parent)?.children[0] === node.id;
  const change = (/** @type {Event} */ event) => send({ type: "comment", at: node.id, text: /** @type {HTMLTextAreaElement} */ (event.target).value.slice(0, 4096) });
  return make("div", { class: "editing" },
    make("label", { class: "field" }, make("span", {}, "Comment"), make("textarea", { rows: 2, maxlength: 4096, change, "data-key": "comment" }, node.comment ?? "")),
    make("div", { class: "actions" },
      isFirst ? null : button("Make main line", () => send({ type: "promote", at: node.id }), { "data-key": "promote" }),
      node.parent === undefined ? null : button("Delete from here", () => send({ type: "remove", at: node.id }), { "data-key": "remove" }),
      button("Pass", () => send({ type: "play", at: node.id, point: null }), { "data-key": "pass", title: "The other side moves" })));
}
