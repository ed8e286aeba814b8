// @ts-check
// The graph of the win rate: Black's chance after each move, bars for what moves lost, gaps where nothing is known.

import { byId, draw, make, replace } from "./dom.js";
import { signOf } from "./review.js";
import { TEXTS } from "./texts.js";
import { percent } from "./words.js";

/** The units of the picture: its width, and its height for a chance of 1. */
const GRAPH_WIDTH = 100;
const HEIGHT = 30;
/** The number of moves that a graph has room for at least. */
const MIN_MOVES = 10;
/** Losses of chance below this are no mistake and have no bar. */
const SMALL_LOSS = 0.05;

/** @param {import("./store.js").Store} store @param {boolean} hints whether the person sees what the program thinks */
export function showGraph(store, hints) {
  const element = byId("graph");
  const line = store.line();
  const points = line.map((node, ply) => ({ ply, chance: node.blackWins })).flatMap(({ ply, chance }) => (chance === undefined ? [] : [{ ply, chance }]));
  // The values of a game that is played are hints.
  const isHidden = store.isPlaying() && !hints;
  if (points.length < 2 || isHidden) {
    replace(element);
    return;
  }
  const at = store.path().length - 1;
  const moves = Math.max(line.length - 1, MIN_MOVES);
  const x = (/** @type {number} */ ply) => (ply / moves) * GRAPH_WIDTH;
  const y = (/** @type {number} */ chance) => (1 - chance) * HEIGHT;
  const show = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const ply = Math.round(((event.clientX - box.left) / box.width) * moves);
    store.show(line[Math.max(0, Math.min(line.length - 1, ply))].id);
  };
  const last = points.filter(({ ply }) => ply <= at).at(-1);
  const text = last ? TEXTS.graph.chance(percent(last.chance), last.ply === at ? null : last.ply) : "";
  replace(element, make("section", { class: "card" },
    make("h2", {}, TEXTS.graph.title, make("span", { class: "muted" }, text)),
    draw("svg", { viewBox: `0 0 ${GRAPH_WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "graph", role: "img", "aria-label": TEXTS.graph.label(text), click: show },
      runs(points).map((run) => draw("path", { class: "area", d: `M${x(run[0].ply)} ${HEIGHT / 2}${run.map(({ ply, chance }) => `L${x(ply)} ${y(chance)}`).join("")}L${x(run[run.length - 1].ply)} ${HEIGHT / 2}Z` })),
      losses(points, store.firstToMove()).map(({ ply, loss }) => draw("path", { class: "loss", d: `M${x(ply)} ${HEIGHT}v${-loss * HEIGHT}` })),
      draw("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${GRAPH_WIDTH}` }),
      runs(points).map((run) => draw("path", { class: "curve", d: run.map(({ ply, chance }, index) => `${index ? "L" : "M"}${x(ply)} ${y(chance)}`).join("") })),
      line.flatMap((node, ply) => (signOf(node) && node.blackWins !== undefined ? [draw("path", { class: `dot ${node.judgement?.class}`, d: `M${x(ply)} ${y(node.blackWins)}h0` })] : [])),
      draw("path", { class: "at", d: `M${x(at)} 0V${HEIGHT}` })),
    make("p", { class: "legend" },
      make("span", { class: "swatch curve" }), TEXTS.graph.curve,
      make("span", { class: "swatch loss" }), TEXTS.graph.loss)));
}

/** @typedef {{ ply: number, chance: number }} Known */

/** Splits the points where more than one move is unknown. @param {Known[]} points */
export function runs(points) {
  /** @type {Known[][]} */
  const found = [];
  for (const point of points) {
    const run = found.at(-1);
    const before = run?.at(-1);
    if (run && before && point.ply - before.ply <= 2) run.push(point);
    else found.push([point]);
  }
  return found;
}

/** Returns the moves that lost chances for their side, and how much. @param {Known[]} points @param {string} first the side of the first move */
export function losses(points, first) {
  return points.flatMap(({ ply, chance }, index) => {
    const before = points[index - 1];
    if (!before || before.ply !== ply - 1) return [];
    const loss = (ply % 2 === 1) === (first === "black") ? before.chance - chance : chance - before.chance;
    return loss >= SMALL_LOSS ? [{ ply, loss }] : [];
  });
}
