// @ts-check
// The keys of the page, apart from those of the board itself.

import { isTextField } from "./dom.js";
import { typed } from "./notation.js";
import { TEXTS } from "./texts.js";
import { undoToast } from "./toast.js";

/** How long a point that is typed waits for its next digit, in milliseconds. */
const TYPING_TIME = 1200;

/**
 * @typedef {object} Commands the commands of the keys
 * @property {(command: object) => void} send
 * @property {(point: string) => void} play
 * @property {() => void} analyse
 * @property {() => void} showKeys
 * @property {() => void} clear
 * @property {(kind: "excluded" | "only" | "circle") => void} mark marks the point under the pointer or the keyboard
 * @property {() => void} takeBack asks as the button does
 * @property {() => void} numbers
 * @property {() => string} notation
 * @property {(text: string) => void} toast
 */

/**
 * @param {import("./store.js").Store} store
 * @param {Commands} commands
 */
export function listenToKeys(store, commands) {
  /** @type {Partial<Record<string, () => void>>} */
  const actions = keyActions(store, commands);
  const typing = new Typing(store, commands);
  document.addEventListener("keydown", (event) => {
    const isOn = (/** @type {string} */ kinds) => event.target instanceof Element && event.target.matches(kinds);
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "z";
    if (isUndo && !isTextField(event.target) && undoToast()) event.preventDefault();
    const isBusy = isOn("input:not([type=checkbox]), select, textarea") || document.querySelector("dialog[open]");
    // Another press on the present tab would do nothing, and a click leaves the focus there.
    const presses = event.key === " " && isOn("button:not(#tabs [aria-pressed=true]), summary, a, input[type=checkbox]");
    if (isBusy || presses || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actions[event.key];
    if (action) action();
    if (action || typing.take(event.key)) event.preventDefault();
  });
}

/**
 * @param {import("./store.js").Store} store
 * @param {Commands} commands
 */
function keyActions(store, { send, analyse, showKeys, clear, mark, numbers, takeBack }) {
  const step = (/** @type {number} */ by) => () => {
    const line = store.line();
    const at = Math.max(0, Math.min(line.length - 1, store.path().length - 1 + by));
    store.show(line[at].id);
  };
  /** Shows the next or the previous variation beside the shown move. @param {number} by */
  const sibling = (by) => () => {
    const node = store.nodes.get(store.shown);
    const siblings = store.nodes.get(node?.parent ?? -1)?.children ?? [];
    if (node && siblings.length > 1) store.show(siblings[(siblings.indexOf(node.id) + by + siblings.length) % siblings.length]);
  };
  const space = () => {
    const phase = store.status?.phase.type;
    if (phase === "playing") send({ type: "pause" });
    else if (phase === "paused") send({ type: "resume" });
    else if (phase === "analysis") analyse();
  };
  /** Runs an action of a game unless a puzzle is on the board. @param {() => void} action */
  const ofGame = (action) => () => (store.practice ? undefined : action());
  return /** @type {Record<string, () => void>} */ ({
    ArrowLeft: ofGame(step(-1)), ArrowRight: ofGame(step(1)), ArrowUp: ofGame(sibling(-1)), ArrowDown: ofGame(sibling(1)), Home: ofGame(step(-1e6)), End: ofGame(step(1e6)),
    " ": ofGame(space), Backspace: ofGame(takeBack), Escape: clear, "#": numbers, "?": showKeys,
    x: () => mark("excluded"), y: () => mark("only"), z: () => mark("circle"),
  });
}

/** The beginnings of a point that is being typed: a letter or the number of a column, then one or two digits. */
const LETTERED = /^[a-v]\d{0,2}$/;
const COUNTED = /^\d{1,2}(,\d{0,2})?$/;

/** A point that is being typed, by the names that the board has. */
class Typing {
  /**
   * @param {import("./store.js").Store} store
   * @param {Commands} commands
   */
  constructor(store, commands) {
    this.store = store;
    this.commands = commands;
    this.text = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Takes a key; returns whether it is a part of a point. @param {string} key */
  take(key) {
    if (key === "Enter" && this.text.length > 1) return this.play();
    const next = this.after(key.toLowerCase());
    if (!next) return false;
    this.text = next;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.play(), TYPING_TIME);
    this.commands.toast(`${next}…`);
    return this.isWhole() ? this.play() : true;
  }

  /** Returns the text after a key, which may begin another point; undefined if it belongs to none. @param {string} key */
  after(key) {
    const form = this.commands.notation() === "numbers" ? COUNTED : LETTERED;
    const hasColumn = (/** @type {string} */ text) => text.charCodeAt(0) - 97 < this.store.board().width;
    return [this.text + key, key].find((text) => form.test(text) && hasColumn(text));
  }

  /** Returns whether no other digit can follow. */
  isWhole() {
    const [, row = ""] = /^(?:[a-v]|\d+,)(\d+)$/.exec(this.text) ?? [];
    return row.length === 2 || Number(row) * 10 > this.store.board().height;
  }

  /** Plays the point that was typed, and returns true. */
  play() {
    clearTimeout(this.timer);
    const { text, store } = this;
    this.text = "";
    if (text.length < 2) return true;
    const { width, height, stones } = store.board();
    const point = typed(text, this.commands.notation(), width, height);
    if (!point) this.commands.toast(TEXTS.keys.offBoard(text));
    else if (stones.some((stone) => stone.point === point)) this.commands.toast(TEXTS.keys.occupied(text));
    else {
      this.commands.toast(text);
      this.commands.play(point);
    }
    return true;
  }
}
