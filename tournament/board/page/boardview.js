// @ts-check
// The board: a function of maps of points, in layers of one picture. It knows no rules and no game.

import { draw } from "./dom.js";
import { place, point, shown } from "./notation.js";

/**
 * @typedef {object} BoardMaps
 * @property {number} width
 * @property {number} height
 * @property {{ point: string, color: "black" | "white", ply: number }[]} stones
 * @property {boolean} numbers whether stones show their numbers
 * @property {string | null} last the last stone
 * @property {string[]} five the stones of a five
 * @property {{ point: string, reason: string }[]} forbidden
 * @property {string[][]} rows rows that explain a refusal
 * @property {string[]} ghosts moves after the position, in order
 * @property {"black" | "white"} toMove
 * @property {{ point: string, value: number }[]} heat
 * @property {{ point: string, kind: string, text?: string }[]} marks
 * @property {{ points: string[], kind: string }[]} lines
 * @property {string | null} hover the point under the pointer, if a stone may be placed
 * @property {string | null} cursor the point of the keyboard
 * @property {string} notation
 * @property {boolean} coordinates
 */

/** The space around the outer lines, in distances of lines. */
const MARGIN = 0.75;
const LABELS = 1.3;

/** A board that is drawn again whenever its maps change. */
export class BoardView {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.svg = draw("svg", { class: "board", "aria-hidden": "true" });
    /** @type {Record<string, SVGElement>} */
    this.layers = {};
    for (const name of ["grid", "heat", "lines", "stones", "marks", "ghosts", "cursor"]) {
      this.layers[name] = draw("g", { class: name });
      this.svg.append(this.layers[name]);
    }
    /** The stones on the board, by ply and point. @type {Map<string, SVGElement>} */
    this.stones = new Map();
    this.gridKey = "";
    element.append(this.svg);
  }

  /**
   * Returns the point under a position of the pointer, or null.
   * @param {number} clientX
   * @param {number} clientY
   */
  pointAt(clientX, clientY) {
    const matrix = /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (this.svg)).getScreenCTM();
    if (!matrix || !this.maps) return null;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const found = { x: Math.round(x), y: Math.round(y) };
    const isOn = found.x >= 0 && found.y >= 0 && found.x < this.maps.width && found.y < this.maps.height;
    return isOn ? point(found) : null;
  }

  /** @param {BoardMaps} maps */
  show(maps) {
    this.maps = maps;
    this.drawGrid(maps);
    this.drawStones(maps);
    this.layers.heat.replaceChildren(...heat(maps));
    this.layers.lines.replaceChildren(...lines(maps));
    this.layers.marks.replaceChildren(...marks(maps));
    this.layers.ghosts.replaceChildren(...ghosts(maps));
    this.layers.cursor.replaceChildren(...cursor(maps));
  }

  /** @param {BoardMaps} maps */
  drawGrid({ width, height, notation, coordinates }) {
    const key = [width, height, notation, coordinates].join();
    if (key === this.gridKey) return;
    this.gridKey = key;
    const left = coordinates ? LABELS : MARGIN;
    const box = [-left, -MARGIN, width - 1 + left + MARGIN, height - 1 + MARGIN + left];
    this.svg.setAttribute("viewBox", box.join(" "));
    const path = [];
    for (let x = 0; x < width; x += 1) path.push(`M${x} 0V${height - 1}`);
    for (let y = 0; y < height; y += 1) path.push(`M0 ${y}H${width - 1}`);
    this.layers.grid.replaceChildren(
      gradients(),
      draw("rect", { class: "wood", x: box[0], y: box[1], width: box[2], height: box[3], rx: 0.3 }),
      draw("path", { class: "line", d: path.join("") }),
      ...stars(width, height).map(([cx, cy]) => draw("circle", { class: "star", cx, cy, r: 0.1 })),
      ...(coordinates ? edge(width, height, notation) : []),
    );
  }

  /** @param {BoardMaps} maps */
  drawStones({ stones }) {
    const wanted = new Set();
    for (const { point: name, color, ply } of stones) {
      const key = `${ply} ${name} ${color}`;
      wanted.add(key);
      if (this.stones.has(key)) continue;
      const { x, y } = place(name);
      const stone = draw("circle", { class: `stone ${color}`, cx: x, cy: y, r: 0.46, fill: `url(#${color}-stone)`, "data-point": name });
      this.stones.set(key, stone);
      this.layers.stones.append(stone);
    }
    for (const [key, stone] of this.stones) {
      if (wanted.has(key)) continue;
      stone.remove();
      this.stones.delete(key);
    }
  }
}

function gradients() {
  const stop = (/** @type {number} */ offset, /** @type {string} */ color) => draw("stop", { offset, "stop-color": color });
  const gradient = (/** @type {string} */ id, /** @type {string} */ light, /** @type {string} */ dark) =>
    draw("radialGradient", { id, cx: "35%", cy: "30%", r: "75%" }, stop(0, light), stop(1, dark));
  return draw("defs", {}, gradient("black-stone", "#5b5b5b", "#0d0d0d"), gradient("white-stone", "#ffffff", "#cfc8ba"));
}

/**
 * The points that are marked on a bare board.
 * @param {number} width
 * @param {number} height
 * @returns {[number, number][]}
 */
function stars(width, height) {
  const along = (/** @type {number} */ side) => (side < 9 ? [(side - 1) / 2] : side % 2 ? [3, (side - 1) / 2, side - 4] : [3, side - 4]);
  const all = along(width).flatMap((x) => along(height).map((y) => /** @type {[number, number]} */ ([x, y])));
  const isMiddle = (/** @type {number} */ at, /** @type {number} */ side) => at === (side - 1) / 2;
  return all.filter(([x, y]) => Number.isInteger(x + y) && isMiddle(x, width) === isMiddle(y, height));
}

/**
 * @param {number} width
 * @param {number} height
 * @param {string} notation
 */
function edge(width, height, notation) {
  const label = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) => draw("text", { class: "edge", x, y, dy: ".35em" }, text);
  const column = (/** @type {number} */ x) => (notation === "numbers" ? String(x + 1) : String.fromCharCode(65 + x));
  const row = (/** @type {number} */ y) => String(notation === "bottom" ? height - y : y + 1);
  return [
    ...Array.from({ length: width }, (_, x) => label(x, height - 1 + 0.9, column(x))),
    ...Array.from({ length: height }, (_, y) => label(-0.9, y, row(y))),
  ];
}

/** @param {BoardMaps} maps */
function heat({ heat: values }) {
  const steps = values.map(({ point: name, value }) => ({ ...place(name), step: Math.min(8, Math.floor(value * 9)), value }));
  return steps.map(({ x, y, step, value }) =>
    draw("g", { class: `heat-${step}` }, draw("rect", { x: x - 0.46, y: y - 0.46, width: 0.92, height: 0.92, rx: 0.16 }), draw("text", { x, y, dy: ".35em" }, String(Math.round(value * 100)))),
  );
}

/** @param {BoardMaps} maps */
function lines({ lines: all, rows, five }) {
  const path = (/** @type {string[]} */ points, /** @type {string} */ kind) => {
    const ends = points.map(place);
    const first = ends[0];
    const last = ends[ends.length - 1];
    return draw("path", { class: `row ${kind}`, d: `M${first.x} ${first.y}L${last.x} ${last.y}` });
  };
  return [
    ...all.filter(({ points }) => points.length > 1).map(({ points, kind }) => path(points, kind)),
    ...rows.filter((points) => points.length > 1).map((points) => path(points, "refused")),
    ...(five.length > 1 ? fives(five).map((points) => path(points, "five")) : []),
  ];
}

/**
 * Splits the stones of several fives where a new line begins.
 * @param {string[]} stones
 */
function fives(stones) {
  /** @type {string[][]} */
  const found = [];
  for (const stone of stones) {
    const row = found.at(-1);
    const next = place(stone);
    const before = row ? place(/** @type {string} */ (row.at(-1))) : null;
    const isNear = before && Math.max(Math.abs(next.x - before.x), Math.abs(next.y - before.y)) === 1;
    const first = row && row.length > 1 ? [place(row[0]), place(row[1])] : null;
    const isStraight = !first || !before || (next.x - before.x === first[1].x - first[0].x && next.y - before.y === first[1].y - first[0].y);
    if (row && isNear && isStraight) row.push(stone);
    else found.push([stone]);
  }
  return found;
}

/** @param {BoardMaps} maps */
function marks({ stones, numbers, last, five, forbidden, marks: others }) {
  const found = [];
  if (numbers) {
    for (const { point: name, ply, color } of stones) {
      const { x, y } = place(name);
      found.push(draw("text", { class: `number on-${color}`, x, y, dy: ".35em" }, String(ply)));
    }
  }
  for (const name of five) found.push(ring(name, "five", 0.4));
  if (last && five.length === 0) found.push(ring(last, "last", numbers ? 0.42 : 0.2));
  for (const { point: name } of forbidden) {
    const { x, y } = place(name);
    found.push(draw("path", { class: "forbidden", d: `M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4` }));
  }
  for (const { point: name, kind, text } of others) {
    const { x, y } = place(name);
    found.push(text === undefined ? ring(name, kind, 0.34) : draw("text", { class: `sign ${kind}`, x, y, dy: ".35em" }, text));
  }
  return found;
}

/**
 * @param {string} name
 * @param {string} kind
 * @param {number} r
 */
function ring(name, kind, r) {
  const { x, y } = place(name);
  return draw("circle", { class: `ring ${kind}`, cx: x, cy: y, r });
}

/** @param {BoardMaps} maps */
function ghosts({ ghosts: moves, toMove, hover, width }) {
  const colors = toMove === "black" ? ["black", "white"] : ["white", "black"];
  const found = moves.flatMap((name, index) => {
    const { x, y } = place(name);
    const color = colors[index % 2];
    return [draw("circle", { class: `ghost ${color}`, cx: x, cy: y, r: 0.42, fill: `url(#${color}-stone)` }), draw("text", { class: `number on-${color}`, x, y, dy: ".35em" }, String(index + 1))];
  });
  if (hover) {
    const { x, y } = place(hover);
    found.push(draw("path", { class: "cross", d: `M${x} -.5V99M-.5 ${y}H${width}` }));
    found.push(draw("circle", { class: `ghost ${toMove}`, cx: x, cy: y, r: 0.46, fill: `url(#${toMove}-stone)` }));
  }
  return found;
}

/** @param {BoardMaps} maps */
function cursor({ cursor: at }) {
  if (!at) return [];
  const { x, y } = place(at);
  return [draw("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1, rx: 0.12 })];
}

/**
 * Names a point and what is on it, for those who do not see the board.
 * @param {string} name
 * @param {BoardMaps} maps
 */
export function describe(name, { stones, forbidden, notation, height }) {
  const stone = stones.find((stone) => stone.point === name);
  const forbid = forbidden.find((point) => point.point === name);
  const what = stone ? `${stone.color}, move ${stone.ply}` : forbid ? `forbidden, ${forbid.reason}` : "empty";
  return `${shown(name, notation, height)}, ${what}`;
}
