// @ts-check
// Short messages at the edge of the page, some with a command such as a return to the game before.

import { button, byId, replace } from "./dom.js";

/** How long a message stays, in milliseconds; longer if it has a command. */
const STAY = 4000;
const STAY_WITH_COMMAND = 6_000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let hideTimer;

/**
 * Shows a message.
 * @param {string} text
 * @param {{ label: string, action: () => void }} [command]
 */
export function toast(text, command) {
  const hide = () => replace(byId("toast"));
  clearTimeout(hideTimer);
  hideTimer = setTimeout(hide, command ? STAY_WITH_COMMAND : STAY);
  replace(byId("toast"), text, command ? button(command.label, () => {
    hide();
    command.action();
  }, { class: "small", "data-key": "toast" }) : null);
}
