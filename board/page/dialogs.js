// @ts-check
// The dialog of the page, the settings, and the list of keys.

import { button, byId, choice, make, replace, toggle } from "./dom.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./settings.js").Settings} Settings */

/**
 * Shows a dialog, or updates the open one.
 * @param {string} title
 * @param {...import("./dom.js").Child} children
 */
export function openDialog(title, ...children) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  // A field of an earlier dialog would keep its text or its file.
  if (!dialog.open) dialog.replaceChildren();
  replace(dialog, make("h2", { id: "dialog-title" }, title), ...children);
  if (dialog.open) return;
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  dialog.showModal();
  dialog.scrollTop = 0;
}

export function closeDialog() {
  /** @type {HTMLDialogElement} */ (byId("dialog")).close();
}

/** The last row of a dialog that has nothing to confirm. */
export const doneRow = () => make("div", { class: "actions end", "data-key": "done row" }, button(TEXTS.dialogs.done, closeDialog, { class: "primary", "data-key": "done" }));

/**
 * @param {Settings} settings
 * @param {(change: Partial<Settings>) => void} set
 */
export function askForSettings(settings, set) {
  /** @type {Settings} */
  let now = { ...settings };
  const change = (/** @type {Partial<Settings>} */ changed) => {
    now = { ...now, ...changed };
    set(changed);
  };
  const texts = TEXTS.dialogs;
  const pick = (/** @type {string} */ label, /** @type {keyof Settings} */ key, /** @type {Record<string, string>} */ options) =>
    choice(label, Object.entries(options), String(now[key]), (value) => change({ [key]: value }), { "data-key": key });
  const flip = (/** @type {string} */ label, /** @type {keyof Settings} */ key) =>
    toggle(label, Boolean(now[key]), (value) => change({ [key]: value }), { "data-key": key });
  openDialog(texts.settings,
    make("h3", {}, texts.look),
    make("div", { class: "pair" },
      pick(texts.theme, "theme", texts.themes), pick(texts.board, "board", texts.boards), pick(texts.notation, "notation", texts.notations)),
    make("div", { class: "switches" },
      flip(texts.coordinates, "coordinates"), flip(texts.numbers, "numbers"), flip(texts.crosshair, "crosshair")),
    make("h3", {}, texts.play),
    make("div", { class: "pair" }, pick(texts.confirm, "confirm", texts.confirms), pick(texts.zoom, "zoom", texts.zooms)),
    make("div", { class: "switches" }, flip(texts.adapt, "adapt")),
    make("h3", {}, texts.sound),
    make("div", { class: "switches" }, flip(texts.sounds, "sounds"), flip(texts.speech, "speech")),
    doneRow());
}

export function showKeys() {
  const keys = TEXTS.dialogs.keyList.map(([key, what]) => [make("dt", {}, key), make("dd", {}, what)]);
  openDialog(TEXTS.dialogs.keys, make("dl", { class: "keys" }, keys), doneRow());
}
