// @ts-check
// How a person places a stone: with a mouse, a finger or the keyboard.

import { describe } from "./boardview.js";
import { place, point } from "./notation.js";

/** The farthest that a pointer may travel between press and release, in pixels. */
const TRAVEL = 10;

/**
 * @typedef {object} Hand
 * @property {string | null} hover the point of the ghost
 * @property {string | null} cursor the point of the keyboard
 * @property {boolean} waits whether the ghost waits for a second tap
 */

/**
 * Lets a person place stones on a board.
 * @param {HTMLElement} element
 * @param {import("./boardview.js").BoardView} view
 * @param {object} table
 * @param {() => boolean} table.canPlay
 * @param {() => boolean} table.confirms whether a tap must be confirmed
 * @param {(point: string) => void} table.play
 * @param {(text: string) => void} table.say
 * @param {() => void} table.changed
 * @returns {Hand}
 */
export function giveHand(element, view, table) {
  /** @type {Hand} */
  const hand = { hover: null, cursor: null, waits: false };
  /** @type {{ id: number, x: number, y: number, type: string } | null} */
  let pressed = null;
  const isFree = (/** @type {string | null} */ name) => name !== null && !view.maps?.stones.some((stone) => stone.point === name);
  const hoverAt = (/** @type {PointerEvent} */ event) => {
    const name = view.pointAt(event.clientX, event.clientY);
    return table.canPlay() && isFree(name) ? name : null;
  };
  const set = (/** @type {string | null} */ name, waits = false) => {
    if (hand.hover === name && hand.waits === waits) return;
    hand.hover = name;
    hand.waits = waits;
    table.changed();
  };

  element.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") set(hoverAt(event));
  });
  element.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse") set(null);
  });
  element.addEventListener("pointerdown", (event) => {
    if (pressed) {
      pressed = null;
      return;
    }
    if (event.button === 0) pressed = { id: event.pointerId, x: event.clientX, y: event.clientY, type: event.pointerType };
  });
  element.addEventListener("pointercancel", () => {
    pressed = null;
  });
  element.addEventListener("pointerup", (event) => {
    const press = pressed;
    pressed = null;
    if (!press || press.id !== event.pointerId) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > TRAVEL) return;
    const name = hoverAt(event);
    if (name === null) return;
    if (press.type !== "mouse" && table.confirms() && hand.hover !== name) {
      set(name, true);
      return;
    }
    set(null);
    table.play(name);
  });
  element.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const maps = view.maps;
    if (!maps || event.ctrlKey || event.altKey || event.metaKey) return;
    if (step && !event.shiftKey) {
      const middle = { x: (maps.width - 1) >> 1, y: (maps.height - 1) >> 1 };
      const at = hand.cursor ? place(hand.cursor) : { x: middle.x - step[0], y: middle.y - step[1] };
      const clamp = (/** @type {number} */ value, /** @type {number} */ side) => Math.max(0, Math.min(side - 1, value));
      hand.cursor = point({ x: clamp(at.x + step[0], maps.width), y: clamp(at.y + step[1], maps.height) });
      table.say(describe(hand.cursor, maps));
      table.changed();
    } else if (event.key === "Enter" && hand.cursor) {
      if (table.canPlay()) table.play(hand.cursor);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  element.addEventListener("blur", () => {
    hand.cursor = null;
    table.changed();
  });
  return hand;
}
