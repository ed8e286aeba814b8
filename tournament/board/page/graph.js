// @ts-check
// The graph of the win rate: Black's chance after each move, with gaps where nothing is known.

import { byId, draw, make, replace } from "./dom.js";
import { percent } from "./words.js";

/** @param {import("./store.js").Store} store */
export function showGraph(store) {
  const line = store.line();
  const known = line.map((node, ply) => ({ ply, id: node.id, chance: node.blackWins })).filter(({ chance }) => chance !== undefined);
  const element = byId("graph");
  if (known.length < 2) {
    replace(element);
    return;
  }
  const width = Math.max(line.length - 1, 10);
  const x = (/** @type {number} */ ply) => (ply / width) * 100;
  const y = (/** @type {number} */ chance) => 30 - chance * 30;
  let path = "";
  let before = -2;
  for (const { ply, chance } of known) {
    path += `${ply - before > 2 ? "M" : "L"}${x(ply).toFixed(2)} ${y(/** @type {number} */ (chance)).toFixed(2)}`;
    before = ply;
  }
  const at = store.path().length - 1;
  const click = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const ply = Math.round(((event.clientX - box.left) / box.width) * width);
    store.show(line[Math.max(0, Math.min(line.length - 1, ply))].id);
  };
  const last = known.filter(({ ply }) => ply <= at).at(-1);
  const text = last ? `Black's chance after move ${last.ply}: ${percent(/** @type {number} */ (last.chance))}` : "Black's chance to win";
  replace(element,
    make("h2", {}, "Win rate ", make("span", { class: "muted" }, text)),
    draw("svg", { viewBox: "0 0 100 30", preserveAspectRatio: "none", class: "graph", role: "img", "aria-label": text, click },
      draw("path", { class: "middle", d: "M0 15H100" }),
      draw("path", { class: "curve", d: path }),
      known.map(({ ply, chance }) => draw("path", { class: "dot", d: `M${x(ply)} ${y(/** @type {number} */ (chance))}h.01` })),
      draw("path", { class: "at", d: `M${x(at)} 0V30` })));
}
