// @ts-check
// Short messages at the edge of the page, some with a command such as a return to the game before.

import { button, byId, CLOSE, icon, replace } from "./dom.js";
import { TEXTS } from "./texts.js";

/**
 * @typedef {object} ToastCommand
 * @property {string} label
 * @property {() => void} action
 * @property {boolean} [undoes] whether the key that undoes runs it
 * @property {boolean} [waits] whether the message stays until the person answers or closes it
 */

/** How long a message stays, in milliseconds; longer if it has a command. */
const STAY = 4000;
const STAY_WITH_COMMAND = 20_000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let hideTimer;
/** The action of the key that undoes, while its message is in sight. @type {(() => void) | null} */
let undoing = null;
/** Whether the message in sight waits for an answer of the table. */
let isProgress = false;

/**
 * Shows a message instead of the one in sight.
 * @param {string} text
 * @param {ToastCommand} [command]
 */
export function toast(text, command) {
  hideToast();
  if (!command?.waits) hideTimer = setTimeout(hideToast, command ? STAY_WITH_COMMAND : STAY);
  const act = () => {
    hideToast();
    command?.action();
  };
  if (command?.undoes) undoing = act;
  replace(byId("toast"), text, command ? [button(command.label, act, { class: "small", "data-key": "toast" }),
    button(icon(CLOSE), hideToast, { class: "quiet close", "aria-label": TEXTS.panel.close, title: TEXTS.panel.close, "data-key": "toast close" })] : null);
}

/** Shows a message that stays until the table has answered. @param {string} text */
export function toastProgress(text) {
  toast(text);
  clearTimeout(hideTimer);
  isProgress = true;
}

/** Hides the message of something that has come to its end. */
export function endProgress() {
  if (isProgress) hideToast();
}

/** Hides the message in sight. */
export function hideToast() {
  clearTimeout(hideTimer);
  undoing = null;
  isProgress = false;
  replace(byId("toast"));
}

/** Runs the command in sight if it undoes something; returns whether there is one. */
export function undoToast() {
  const act = undoing;
  act?.();
  return act !== null;
}
