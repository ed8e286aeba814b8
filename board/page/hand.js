// @ts-check
// The placing of stones with a mouse, a finger or the keyboard.

import { describe } from "./boardview.js";
import { place, point } from "./notation.js";

/** The farthest that a pointer may travel between press and release, in pixels. */
const TRAVEL = 10;
/** How many rows above a sliding finger the stone is. */
const ABOVE = 2;

/**
 * @typedef {object} Desk what the hand needs to know and may do
 * @property {() => boolean} canPlay
 * @property {() => boolean} takesStones whether points with a stone can be pressed too
 * @property {(pointerType: string) => boolean} confirms whether a stone must be confirmed
 * @property {() => boolean} zooms whether the first tap enlarges the board
 * @property {(point: string) => void} play
 * @property {() => void} explain says why no stone may be placed
 * @property {(text: string) => void} say
 * @property {() => void} changed
 */

/** The hand of a person over a board. */
export class Hand {
  /**
   * @param {HTMLElement} element
   * @param {import("./boardview.js").BoardView} view
   * @param {Desk} desk
   */
  constructor(element, view, desk) {
    this.view = view;
    this.desk = desk;
    /** The point of the ghost. @type {string | null} */
    this.hover = null;
    /** Whether the ghost waits to be confirmed. */
    this.waits = false;
    /** The point of the keyboard. @type {string | null} */
    this.cursor = null;
    /** The point around which the board is enlarged. @type {string | null} */
    this.zoom = null;
    /** @type {{ id: number, x: number, y: number, type: string, slides: boolean } | null} */
    this.press = null;
    // A click must not take the focus: the arrow keys would move the cursor then and not walk through the game.
    element.addEventListener("mousedown", (event) => event.preventDefault());
    element.addEventListener("pointermove", (event) => this.moved(event));
    element.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse" && !this.waits) this.set(null);
    });
    element.addEventListener("pointerdown", (event) => this.pressed(event));
    element.addEventListener("pointercancel", () => {
      this.press = null;
    });
    element.addEventListener("pointerup", (event) => this.released(event));
    element.addEventListener("keydown", (event) => this.keyed(event));
    element.addEventListener("blur", () => {
      this.cursor = null;
      this.desk.changed();
    });
  }

  /**
   * Returns the point under a pointer if it has no stone.
   * @param {PointerEvent} event
   * @param {number} [above] the pixels above it
   */
  freeAt(event, above = 0) {
    const name = this.view.pointAt(event.clientX, event.clientY - above);
    const isFree = this.desk.takesStones() || !this.view.maps?.stones.some((stone) => stone.point === name);
    return name !== null && isFree ? name : null;
  }

  /**
   * @param {string | null} name
   * @param {boolean} [waits]
   */
  set(name, waits = false) {
    if (this.hover === name && this.waits === waits) return;
    this.hover = name;
    this.waits = waits;
    this.desk.changed();
  }

  /** Drops the ghost and shows the whole board. */
  clear() {
    const hadZoom = this.zoom !== null;
    this.zoom = null;
    this.set(null);
    if (hadZoom) this.desk.changed();
  }

  /** Plays the stone that waits. */
  confirm() {
    const name = this.hover;
    if (name === null || !this.waits) return;
    this.clear();
    this.desk.play(name);
  }

  /** @param {PointerEvent} event */
  moved(event) {
    if (event.pointerType === "mouse") {
      if (!this.waits) this.set(this.desk.canPlay() ? this.freeAt(event) : null);
      return;
    }
    const { press } = this;
    if (!press || press.id !== event.pointerId || !this.desk.canPlay() || !this.desk.confirms(press.type)) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > TRAVEL) press.slides = true;
    if (!press.slides) return;
    const name = this.freeAt(event, ABOVE * this.view.step());
    if (name !== null) this.set(name, true);
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    const isSecond = this.press !== null && this.press.id !== event.pointerId;
    if (isSecond || event.button !== 0) this.press = null;
    else this.press = { id: event.pointerId, x: event.clientX, y: event.clientY, type: event.pointerType, slides: false };
  }

  /** @param {PointerEvent} event */
  released(event) {
    const { press } = this;
    this.press = null;
    if (!press || press.id !== event.pointerId || press.slides) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > TRAVEL) return;
    const name = this.freeAt(event);
    if (name === null) return;
    if (!this.desk.canPlay()) this.desk.explain();
    else if (!this.desk.confirms(press.type)) {
      this.clear();
      this.desk.play(name);
    } else if (this.hover === name && this.waits) this.confirm();
    else {
      if (this.zoom === null && this.desk.zooms() && press.type !== "mouse") this.zoom = name;
      this.set(name, true);
    }
  }

  /** @param {KeyboardEvent} event */
  keyed(event) {
    const { maps } = this.view;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!maps || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (step) {
      const clamp = (/** @type {number} */ value, /** @type {number} */ side) => Math.max(0, Math.min(side - 1, value));
      const at = this.cursor ? place(this.cursor) : null;
      const next = at ? { x: at.x + step[0], y: at.y + step[1] } : { x: (maps.width - 1) >> 1, y: (maps.height - 1) >> 1 };
      this.cursor = point({ x: clamp(next.x, maps.width), y: clamp(next.y, maps.height) });
      this.desk.say(describe(this.cursor, maps));
      this.desk.changed();
    } else if (event.key === "Enter" && this.cursor) {
      if (this.desk.canPlay()) this.desk.play(this.cursor);
      else this.desk.explain();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
