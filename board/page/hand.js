// @ts-check
// The placing of stones with a mouse, a finger or the keyboard.

import { colorOfKeys, drawColor } from "./boardtools.js";
import { describe } from "./boardview.js";
import { place, point } from "./notation.js";

/** The farthest that a pointer may travel between press and release, in pixels. */
const TRAVEL = 10;
/** How many rows above a sliding finger the stone is. */
const ABOVE = 2;

/**
 * @typedef {object} Desk the state and the actions that the hand uses
 * @property {() => boolean} canPlay
 * @property {() => boolean} takesStones whether points with a stone can be pressed too
 * @property {(pointerType: string) => boolean} confirms whether a stone must be confirmed
 * @property {() => boolean} zooms whether the first tap enlarges the board
 * @property {(point: string) => void} play
 * @property {() => import("./boardtools.js").Tool} tool what a press does
 * @property {(point: string) => void} use uses the tool
 * @property {() => boolean} canDraw
 * @property {(from: string, to: string, color: string) => void} draw draws an arrow, or a circle if both points are one
 * @property {() => void} explain says why no stone may be placed
 * @property {(point: string) => boolean} refuses says why a stone may not be placed on a point; false if it may
 * @property {(point: string) => boolean} isOutside whether the next stone does not belong there
 * @property {(text: string) => void} say
 * @property {() => void} changed
 */

/** Takes the focus from a field, which would keep the keys of the page to itself. */
function leaveField() {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.matches("input, select, textarea")) activeElement.blur();
}

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
    /** The point under the mouse. @type {string | null} */
    this.over = null;
    /** The arrow or circle that is being drawn. @type {{ id: number, from: string, to: string | null, color: string } | null} */
    this.stroke = null;
    /** Whether the last press was that of a right button that draws. */
    this.isRight = false;
    /** @type {{ id: number, x: number, y: number, type: string, slides: boolean } | null} */
    this.press = null;
    // A click must not take the focus: the arrow keys would move the cursor then and not walk through the game.
    element.addEventListener("mousedown", (event) => {
      event.preventDefault();
      leaveField();
    });
    element.addEventListener("pointermove", (event) => this.moved(event));
    element.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") this.over = null;
      if (event.pointerType === "mouse" && !this.waits) this.set(null);
    });
    element.addEventListener("pointerdown", (event) => this.pressed(event));
    element.addEventListener("pointercancel", () => {
      this.press = null;
      this.drawTo(null);
    });
    // A right button that draws opens no menu; a long press and the menu key keep their usual effect.
    element.addEventListener("contextmenu", (event) => {
      if (this.isRight) event.preventDefault();
      this.isRight = false;
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
    if (this.stroke?.id === event.pointerId) this.drawTo(this.view.pointAt(event.clientX, event.clientY));
    if (event.pointerType === "mouse") {
      this.over = this.view.pointAt(event.clientX, event.clientY);
      if (!this.waits) this.set(this.desk.canPlay() && this.desk.tool() === "play" && !this.stroke ? this.freeAt(event) : null);
      return;
    }
    const { press } = this;
    if (!press || press.id !== event.pointerId || !this.desk.canPlay() || !this.desk.confirms(press.type)) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > TRAVEL) press.slides = true;
    if (!press.slides) return;
    const name = this.freeAt(event, ABOVE * this.view.step());
    if (name !== null && !this.desk.isOutside(name)) this.set(name, true);
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    if (this.beginsStroke(event)) return;
    const isSecond = this.press !== null && this.press.id !== event.pointerId;
    if (isSecond || event.button !== 0) this.press = null;
    else this.press = { id: event.pointerId, x: event.clientX, y: event.clientY, type: event.pointerType, slides: false };
  }

  /** Begins an arrow or a circle, if the button or the tool draws; a second finger gives it up. @param {PointerEvent} event */
  beginsStroke(event) {
    const isSecond = this.stroke !== null && this.stroke.id !== event.pointerId;
    const isTool = event.button === 0 && this.desk.tool() === "draw";
    const from = this.view.pointAt(event.clientX, event.clientY);
    this.isRight = event.button === 2 && event.pointerType === "mouse" && from !== null && this.desk.canDraw();
    this.stroke = null;
    if (isSecond || from === null || !(isTool || this.isRight)) {
      if (isSecond) this.desk.changed();
      return isSecond;
    }
    this.press = null;
    this.stroke = { id: event.pointerId, from, to: from, color: this.isRight ? colorOfKeys(event) : drawColor() };
    // Outside the board, the release counts too.
    if (event.isTrusted && event.target instanceof Element) event.target.setPointerCapture(event.pointerId);
    return true;
  }

  /** Lets the arrow end at a point; null gives it up. @param {string | null} to */
  drawTo(to) {
    if (!this.stroke || this.stroke.to === to) return;
    this.stroke.to = to;
    this.desk.changed();
  }

  /** Draws what the pointer has drawn. */
  endStroke() {
    const { stroke } = this;
    this.stroke = null;
    if (stroke?.to) this.desk.draw(stroke.from, stroke.to, stroke.color);
    this.desk.changed();
  }

  /** @param {PointerEvent} event */
  released(event) {
    if (this.stroke?.id === event.pointerId) {
      this.endStroke();
      return;
    }
    const { press } = this;
    this.press = null;
    if (!press || press.id !== event.pointerId || press.slides) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > TRAVEL) return;
    const name = this.freeAt(event);
    if (name === null) return;
    if (this.desk.tool() !== "play") this.desk.use(name);
    else if (!this.desk.canPlay()) this.desk.explain();
    else if (this.desk.refuses(name)) this.clear();
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
      if (this.desk.tool() !== "play") this.desk.use(this.cursor);
      else if (!this.desk.canPlay()) this.desk.explain();
      else if (!this.desk.refuses(this.cursor)) this.desk.play(this.cursor);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
