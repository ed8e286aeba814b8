// @ts-check
// The board: a function of maps of points, in layers of one picture. It knows no rules and no game.

import { areaLayer, cursorLayer, drawingLayer, frame, ghostLayer, gridLayer, heatLayer, hoverLayer, lineLayer, markLayer, squareLayer } from "./boardlayers.js";
import { draw } from "./dom.js";
import { place, point, shown } from "./notation.js";
import { TEXTS } from "./texts.js";

/** @typedef {"black" | "white"} Side */

/**
 * @typedef {object} BoardMaps
 * @property {number} width
 * @property {number} height
 * @property {{ point: string, color: Side, ply: number }[]} stones those of a set-up have the number 0
 * @property {number} numbered the move up to which stones show their numbers; 0 for none
 * @property {number} faded the move after which stones are faint; Infinity for none
 * @property {string | null} last the last stone
 * @property {string[]} going stones that would be taken back
 * @property {string[]} five the stones of a five
 * @property {{ point: string, reason: string }[]} forbidden
 * @property {string[][]} rows rows that explain a refusal
 * @property {string | null} refused the point of a refusal
 * @property {{ point: string, color: Side, text: string }[]} ghosts moves after the position
 * @property {number | null} within the distance from the centre within which the next stone belongs
 * @property {Side} toMove
 * @property {{ point: string, value: number }[]} heat
 * @property {{ point: string, kind: string, text?: string }[]} marks
 * @property {{ points: string[], kind: string }[]} lines
 * @property {string[]} [excluded] points that an engine leaves out
 * @property {string[]} [only] the only points that it searches
 * @property {import("./boardtools.js").Drawing[]} [drawings] marks and arrows
 * @property {string | null} hover the point under the pointer, if a stone may be placed
 * @property {string | null} cursor the point of the keyboard
 * @property {string | null} zoom the point around which the board is enlarged
 * @property {boolean} crosshair whether lines lead to the last stone
 * @property {string} notation
 * @property {boolean} coordinates
 */

/** The magnification of an enlarged board. */
const ZOOM = 2.5;

/** The layers from bottom to top: the name, the function that draws it, and the maps that it depends on. */
const LAYERS = /** @type {[string, (maps: BoardMaps) => SVGElement[], (keyof BoardMaps)[]][]} */ ([
  ["grid", gridLayer, ["width", "height", "notation", "coordinates"]],
  ["heat", heatLayer, ["heat"]],
  ["square", squareLayer, ["within", "width", "height"]],
  ["area", areaLayer, ["excluded", "only"]],
  ["lines", lineLayer, ["lines", "rows", "five", "crosshair", "last", "width", "height"]],
  ["stones", () => [], []],
  // Numbers, signs and judgements stay readable on an arrow.
  ["drawings", drawingLayer, ["drawings"]],
  ["marks", markLayer, ["stones", "numbered", "last", "five", "going", "forbidden", "marks", "ghosts", "drawings"]],
  ["ghosts", ghostLayer, ["ghosts"]],
  ["hover", hoverLayer, ["hover", "toMove", "refused", "width", "height"]],
  ["cursor", cursorLayer, ["cursor"]],
]);

/** A board, which redraws only the layers whose maps have changed. */
export class BoardView {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.svg = draw("svg", { class: "board", "aria-hidden": "true" });
    /** @type {Record<string, SVGElement>} */
    this.layers = {};
    /** The maps that each layer was drawn from, as text. @type {Record<string, string>} */
    this.keys = {};
    for (const [name] of LAYERS) {
      this.layers[name] = draw("g", { class: name });
      this.svg.append(this.layers[name]);
    }
    /** The stones on the board, by ply, point and colour. @type {Map<string, SVGElement>} */
    this.stones = new Map();
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

  /** Returns the distance of two lines on the screen, in pixels. */
  step() {
    return this.svg.getBoundingClientRect().width / Number(this.svg.getAttribute("viewBox")?.split(" ")[2] ?? 16);
  }

  /** Returns the width of the whole board for a height of 1. */
  shape() {
    const { width, height } = this.maps ? frame(this.maps) : { width: 1, height: 1 };
    return width / height;
  }

  /** @param {BoardMaps} maps */
  show(maps) {
    this.maps = maps;
    this.frameBoard(maps);
    this.drawStones(maps);
    for (const [name, layer, keys] of LAYERS) {
      const key = JSON.stringify(keys.map((key) => maps[key]));
      if (keys.length === 0 || key === this.keys[name]) continue;
      this.keys[name] = key;
      this.layers[name].replaceChildren(...layer(maps));
    }
  }

  /** Shows the whole board, or a part of it around a point. @param {BoardMaps} maps */
  frameBoard(maps) {
    const whole = frame(maps);
    let box = whole;
    if (maps.zoom) {
      const { x, y } = place(maps.zoom);
      const [width, height] = [whole.width / ZOOM, whole.height / ZOOM];
      const within = (/** @type {number} */ from, /** @type {number} */ low, /** @type {number} */ high) => Math.max(low, Math.min(high, from));
      box = {
        x: within(x - width / 2, whole.x, whole.x + whole.width - width),
        y: within(y - height / 2, whole.y, whole.y + whole.height - height), width, height,
      };
    }
    const text = [box.x, box.y, box.width, box.height].join(" ");
    if (this.svg.getAttribute("viewBox") !== text) this.svg.setAttribute("viewBox", text);
  }

  /** @param {BoardMaps} maps */
  drawStones({ stones, faded, going }) {
    const wanted = new Set();
    for (const { point: name, color, ply } of stones) {
      const key = `${ply} ${name} ${color}`;
      wanted.add(key);
      let stone = this.stones.get(key);
      if (!stone) {
        const { x, y } = place(name);
        stone = draw("use", { href: `#${color}-stone`, x, y, "data-point": name, "data-color": color });
        this.stones.set(key, stone);
        this.layers.stones.append(stone);
      }
      const state = `stone${ply > faded || going.includes(name) ? " faded" : ""}`;
      if (stone.getAttribute("class") !== state) stone.setAttribute("class", state);
    }
    for (const [key, stone] of this.stones) {
      if (wanted.has(key)) continue;
      stone.remove();
      this.stones.delete(key);
    }
  }
}

/**
 * Describes a point and its stone for screen readers.
 * @param {string} name
 * @param {Pick<BoardMaps, "stones" | "forbidden" | "notation" | "height" | "excluded" | "only" | "drawings">} maps
 */
export function describe(name, { stones, forbidden, notation, height, excluded, only, drawings }) {
  const stone = stones.find((stone) => stone.point === name);
  const forbid = forbidden.find((point) => point.point === name);
  const texts = TEXTS.board;
  const what = stone ? texts.stone(stone.color, stone.ply) : forbid ? texts.forbidden(forbid.reason) : texts.empty;
  const area = excluded?.includes(name) ? texts.leftOut : only?.includes(name) ? texts.searched : "";
  const drawn = (drawings ?? []).filter(({ from, to }) => from === name || to === name).map(({ from, to, color, sign }) =>
    texts.drawn(color, to === undefined ? (typeof sign === "object" ? texts.labelled(sign.text) : texts.signs[sign ?? "circle"]) : to === name ? texts.arrowFrom(shown(from, notation, height)) : texts.arrowTo(shown(to, notation, height))));
  return `${shown(name, notation, height)}, ${what}${area}${drawn.join("")}`;
}
