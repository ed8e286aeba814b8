// @ts-check
// The layers of the board, each a list of shapes for its maps. One unit is the distance of two lines.

import { draw } from "./dom.js";
import { place, rowName, columnName } from "./notation.js";

/** @typedef {import("./boardview.js").BoardMaps} BoardMaps */

/** The space around the outer lines, in distances of lines. */
const MARGIN = 0.8;
const LABELS = 1.25;
/** The time between two stones of a five that lights up, in milliseconds. */
const FIVE_STEP = 90;
/** The most letters of a label that are drawn. */
const MAX_LABEL = 4;

/** Returns the part of the plane that shows the whole board. @param {BoardMaps} maps */
export function frame({ width, height, coordinates }) {
  const left = coordinates ? LABELS : MARGIN;
  return { x: -left, y: -MARGIN, width: width - 1 + left + MARGIN, height: height - 1 + MARGIN + left };
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} kind
 * @param {string} content
 */
const text = (x, y, kind, content) => draw("text", { class: kind, x, y, dy: ".35em" }, content);

/**
 * @param {string} name
 * @param {string} kind
 * @param {number} r
 */
function ring(name, kind, r) {
  const { x, y } = place(name);
  return draw("circle", { class: `ring ${kind}`, cx: x, cy: y, r });
}

/** The colours of stones and wood, once for a picture. */
function definitions() {
  const stop = (/** @type {number} */ offset, /** @type {string} */ color) => draw("stop", { offset, "stop-color": color });
  const gradient = (/** @type {string} */ id, /** @type {string[]} */ colors) =>
    draw("radialGradient", { id, cx: "36%", cy: "30%", r: "78%" }, colors.map((color, index) => stop(index / (colors.length - 1), color)));
  const stone = (/** @type {string} */ color, /** @type {string} */ rim) =>
    draw("g", { id: `${color}-stone` },
      draw("circle", { cx: 0.03, cy: 0.06, r: 0.47, fill: "#000", "fill-opacity": 0.22 }),
      draw("circle", { r: 0.46, fill: `url(#${color}-shade)`, stroke: rim, "stroke-width": 0.02 }));
  return draw("defs", {},
    gradient("black-shade", ["#6a6a6e", "#2a2a2d", "#0b0b0c"]), gradient("white-shade", ["#ffffff", "#f4f1ea", "#cfc8b9"]),
    draw("linearGradient", { id: "wood-shade", x1: 0, y1: 0, x2: 1, y2: 1 },
      draw("stop", { offset: 0, "stop-color": "#fff", "stop-opacity": 0.16 }), draw("stop", { offset: 1, "stop-color": "#000", "stop-opacity": 0.07 })),
    stone("black", "#000"), stone("white", "#a49c8b"));
}

/**
 * The points that are marked on a bare board, as in a saved picture: the centre, and four around it where there is room.
 * @param {number} width
 * @param {number} height
 * @returns {[number, number][]}
 */
function stars(width, height) {
  const near = (/** @type {number} */ side) => (side >= 13 ? [3, side - 4] : []);
  const corners = near(width).flatMap((x) => near(height).map((y) => /** @type {[number, number]} */ ([x, y])));
  return width % 2 && height % 2 ? [[(width - 1) / 2, (height - 1) / 2], ...corners] : corners;
}

/** @param {BoardMaps} maps */
export function gridLayer(maps) {
  const { width, height, notation, coordinates } = maps;
  const path = [];
  for (let x = 0; x < width; x += 1) path.push(`M${x} 0V${height - 1}`);
  for (let y = 0; y < height; y += 1) path.push(`M0 ${y}H${width - 1}`);
  const box = frame(maps);
  const names = coordinates ? [
    ...Array.from({ length: width }, (_, x) => text(x, height - 1 + 0.87, "edge", columnName(x, notation))),
    ...Array.from({ length: height }, (_, y) => text(-0.87, y, "edge", rowName(y, notation, height))),
  ] : [];
  return [
    definitions(),
    draw("rect", { class: "wood", ...box }),
    draw("rect", { fill: "url(#wood-shade)", ...box }),
    draw("path", { class: "line", d: path.join("") }),
    draw("rect", { class: "border", x: 0, y: 0, width: width - 1, height: height - 1 }),
    ...stars(width, height).map(([cx, cy]) => draw("circle", { class: "star", cx, cy, r: 0.1 })),
    ...names,
  ];
}

/**
 * Returns the opacity of the colour of a value among all that are drawn.
 * @param {number} value
 * @param {BoardMaps["heat"]} heat
 */
export function heatStrength(value, heat) {
  const [low, high] = [Math.min, Math.max].map((choose) => choose(...heat.map(({ value }) => value)));
  return 0.12 + 0.68 * (high > low ? (value - low) / (high - low) : 1);
}

/** @param {BoardMaps} maps */
export function heatLayer({ heat }) {
  return heat.map(({ point, value }) => {
    const { x, y } = place(point);
    const box = { x: x - 0.46, y: y - 0.46, width: 0.92, height: 0.92, rx: 0.16 };
    // The wood below keeps the lines of the grid from the digits.
    return draw("g", {},
      draw("rect", { class: "wood", ...box }), draw("rect", { class: "strength", "fill-opacity": heatStrength(value, heat).toFixed(2), ...box }),
      text(x, y, "heat-number", String(Math.round(value * 100))));
  });
}

/** The square around the centre that the next stone belongs to. @param {BoardMaps} maps */
export function squareLayer({ within, width, height }) {
  if (within === null) return [];
  const reach = within + 0.5;
  return [draw("rect", { class: "square", x: Math.floor(width / 2) - reach, y: Math.floor(height / 2) - reach, width: 2 * reach, height: 2 * reach, rx: 0.2 })];
}

/** The points that an engine leaves out, and the only ones that it searches. @param {BoardMaps} maps */
export function areaLayer({ excluded = [], only = [] }) {
  const out = (/** @type {string} */ name) => {
    const { x, y } = place(name);
    return draw("g", { class: "excluded" },
      draw("circle", { class: "wood", cx: x, cy: y, r: 0.36 }), draw("circle", { cx: x, cy: y, r: 0.3 }), draw("path", { d: `M${x - 0.21} ${y + 0.21}l.42 -.42` }));
  };
  const corners = (/** @type {string} */ name) => {
    const { x, y } = place(name);
    const corner = (/** @type {number} */ dx, /** @type {number} */ dy) => `M${x + 0.44 * dx} ${y + 0.22 * dy}V${y + 0.44 * dy}H${x + 0.22 * dx}`;
    return draw("path", { class: "only", d: corner(-1, -1) + corner(1, -1) + corner(-1, 1) + corner(1, 1) });
  };
  return [...excluded.map(out), ...only.map(corners)];
}

/** The outlines of marks around the origin. @type {Record<string, string>} */
const MARK_OUTLINES = { triangle: "m0 -.33l.29 .5h-.58z", square: "m-.23 -.23h.46v.46h-.46z", cross: "m-.22 -.22l.44 .44m0 -.44l-.44 .44" };

/** The marks and arrows, without texts. @param {BoardMaps} maps */
export function drawingLayer({ drawings = [] }) {
  return drawings.filter(({ to, sign }) => to !== undefined || typeof sign !== "object").map(({ from, to, color, sign }) => {
    const start = place(from);
    if (to === undefined && typeof sign === "string" && sign in MARK_OUTLINES) return draw("path", { class: `drawing ${color}`, d: `M${start.x} ${start.y}${MARK_OUTLINES[sign]}` });
    if (to === undefined) return draw("circle", { class: `drawing ${color}`, cx: start.x, cy: start.y, r: 0.48 });
    const end = place(to);
    const length = Math.hypot(end.x - start.x, end.y - start.y);
    const [x, y] = [(end.x - start.x) / length, (end.y - start.y) / length];
    const at = (/** @type {number} */ along, /** @type {number} */ aside) => `${(start.x + x * along - y * aside).toFixed(3)} ${(start.y + y * along + x * aside).toFixed(3)}`;
    const tip = length - 0.1;
    const head = tip - 0.46;
    return draw("path", { class: `arrow ${color}`, d: `M${at(0.2, 0.08)}L${at(head, 0.08)}L${at(head, 0.25)}L${at(tip, 0)}L${at(head, -0.25)}L${at(head, -0.08)}L${at(0.2, -0.08)}Z` });
  });
}

/** @param {string[]} points @param {string} kind */
function row(points, kind) {
  const first = place(points[0]);
  const last = place(points[points.length - 1]);
  return draw("path", { class: `row ${kind}`, d: `M${first.x} ${first.y}L${last.x} ${last.y}` });
}

/** @param {BoardMaps} maps */
export function lineLayer({ lines, rows, five, crosshair, last, width, height }) {
  const cross = [];
  if (crosshair && last) {
    const { x, y } = place(last);
    cross.push(draw("path", { class: "row crosshair", d: `M${x} 0V${height - 1}M0 ${y}H${width - 1}` }));
  }
  return [
    ...cross,
    ...lines.filter(({ points }) => points.length > 1).map(({ points, kind }) => row(points, kind)),
    ...rows.filter((points) => points.length > 1).map((points) => row(points, "refused")),
    ...fives(five).filter((points) => points.length > 1).map((points) => row(points, "five")),
  ];
}

/**
 * Splits the stones of several fives where a new line begins.
 * @param {string[]} stones
 */
export function fives(stones) {
  /** @type {string[][]} */
  const found = [];
  for (const stone of stones) {
    const line = found.at(-1);
    const at = (/** @type {number} */ index) => place(/** @type {string[]} */ (line)[index]);
    const next = place(stone);
    let goesOn = false;
    if (line) {
      const before = at(line.length - 1);
      const step = { x: next.x - before.x, y: next.y - before.y };
      const isNear = Math.max(Math.abs(step.x), Math.abs(step.y)) === 1;
      goesOn = isNear && (line.length === 1 || (step.x === at(1).x - at(0).x && step.y === at(1).y - at(0).y));
    }
    if (line && goesOn) line.push(stone);
    else found.push([stone]);
  }
  return found;
}

/** @param {string} name @param {string} kind @param {number} r */
function cross(name, kind, r) {
  const { x, y } = place(name);
  return draw("path", { class: kind, d: `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}` });
}

/** Returns whether the last stone shows its number. @param {BoardMaps["stones"]} stones @param {number} numbered */
function isNumbered(stones, numbered) {
  const ply = stones.at(-1)?.ply ?? 0;
  return ply > 0 && ply <= numbered;
}

/** @param {BoardMaps} maps */
export function markLayer({ stones, numbered, last, five, going, forbidden, marks, ghosts, drawings = [] }) {
  const found = [];
  const labels = new Map(drawings.flatMap(({ from, to, sign }) => (to === undefined && typeof sign === "object" ? [[from, sign.text]] : [])));
  for (const { point, ply, color } of stones) {
    const label = labels.get(point);
    const { x, y } = place(point);
    if (label !== undefined) found.push(text(x, y, `label on-${color}`, label.slice(0, MAX_LABEL)));
    else if (ply > 0 && ply <= numbered) found.push(text(x, y, `number on-${color}`, String(ply)));
    labels.delete(point);
  }
  for (const [point, label] of labels) {
    const { x, y } = place(point);
    found.push(draw("circle", { class: "wood", cx: x, cy: y, r: 0.36 }), text(x, y, "label on-wood", label.slice(0, MAX_LABEL)));
  }
  five.forEach((name, index) => {
    const lit = ring(name, "five", 0.36);
    lit.style.animationDelay = `${index * FIVE_STEP}ms`;
    found.push(lit);
  });
  const hasNumber = isNumbered(stones, numbered);
  // Around a number, the rings of a five leave no room for that of the last stone.
  if (last && !going.includes(last) && !(hasNumber && five.length > 0)) found.push(ring(last, "last", hasNumber ? 0.4 : 0.17));
  for (const name of going) found.push(cross(name, "going", 0.2));
  for (const { point } of forbidden) found.push(cross(point, "forbidden", 0.17));
  const covered = new Set(ghosts.map(({ point }) => point));
  for (const mark of marks) if (!covered.has(mark.point)) found.push(sign(mark));
  return found;
}

/** @param {{ point: string, kind: string, text?: string }} mark */
function sign({ point, kind, text: content }) {
  if (content === undefined) return ring(point, kind, 0.32);
  const { x, y } = place(point);
  if (kind.startsWith("badge")) {
    return draw("g", { class: `sign ${kind}` }, draw("circle", { cx: x + 0.32, cy: y - 0.32, r: 0.25 }), text(x + 0.32, y - 0.32, "", content));
  }
  return draw("g", { class: `sign ${kind}` }, draw("circle", { cx: x, cy: y, r: 0.42 }), text(x, y, content.length > 2 ? "long" : "", content));
}

/** @param {BoardMaps} maps */
export function ghostLayer({ ghosts }) {
  return ghosts.flatMap(({ point, color, text: content }) => {
    const { x, y } = place(point);
    return [draw("use", { class: "ghost", href: `#${color}-stone`, x, y }), text(x, y, `number on-${color}`, content)];
  });
}

/** @param {BoardMaps} maps */
export function hoverLayer({ hover, toMove, refused, width, height }) {
  const found = [];
  if (hover) {
    const { x, y } = place(hover);
    found.push(draw("path", { class: "cross", d: `M${x} 0V${height - 1}M0 ${y}H${width - 1}` }));
    found.push(draw("use", { class: "ghost", href: `#${toMove}-stone`, x, y }));
  }
  if (refused) {
    const { x, y } = place(refused);
    found.push(draw("use", { class: "ghost refused", href: `#${toMove}-stone`, x, y }), cross(refused, "forbidden refused", 0.24));
  }
  return found;
}

/** @param {BoardMaps} maps */
export function cursorLayer({ cursor }) {
  if (!cursor) return [];
  const { x, y } = place(cursor);
  return [draw("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1, rx: 0.12 })];
}
