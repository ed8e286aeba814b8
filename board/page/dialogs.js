// @ts-check
// The dialog of the page, the settings, and the list of keys.

import { button, byId, choice, make, replace, toggle } from "./dom.js";

/** @typedef {import("./settings.js").Settings} Settings */

/**
 * Shows a dialog, or shows it anew.
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
export const doneRow = () => make("div", { class: "actions end", "data-key": "done row" }, button("Done", closeDialog, { class: "primary", "data-key": "done" }));

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
  const pick = (/** @type {string} */ label, /** @type {keyof Settings} */ key, /** @type {[string, string][]} */ options) =>
    choice(label, options, String(now[key]), (value) => change({ [key]: value }), { "data-key": key });
  const flip = (/** @type {string} */ label, /** @type {keyof Settings} */ key) =>
    toggle(label, Boolean(now[key]), (value) => change({ [key]: value }), { "data-key": key });
  openDialog("Settings",
    make("h3", {}, "Look"),
    make("div", { class: "pair" },
      pick("Colours", "theme", [["system", "As the system"], ["light", "Light"], ["dark", "Dark"]]),
      pick("Board", "board", [["wood", "Wood"], ["slate", "Slate"], ["paper", "Paper"], ["contrast", "High contrast"]]),
      pick("Names of points", "notation", [["bottom", "h8, row 1 at the bottom"], ["top", "h8, row 1 at the top"], ["numbers", "8,8 from the top left"]])),
    make("div", { class: "switches" },
      flip("Coordinates", "coordinates"), flip("Numbers on stones", "numbers"), flip("Lines through the last stone", "crosshair")),
    make("h3", {}, "Play"),
    make("div", { class: "pair" },
      pick("Confirm stones", "confirm", [["touch", "On touch screens"], ["always", "Always"], ["never", "Never"]]),
      pick("Enlarge the board at the first tap", "zoom", [["large", "Large boards"], ["always", "Always"], ["never", "Never"]])),
    make("div", { class: "switches" }, flip("Let the level follow my results", "adapt")),
    make("h3", {}, "Sound"),
    make("div", { class: "switches" }, flip("Sound of stones", "sounds"), flip("Speak the moves", "speech")),
    doneRow());
}

export function showKeys() {
  const keys = [
    ["h8", "type the name of a point to play there"], ["← →", "one move back or forward"], ["↑ ↓", "other variations"],
    ["Home, End", "first and last position"], ["Space", "pause or go on; in analysis: think or stop"], ["Backspace", "take back"],
    ["#", "numbers on stones"], ["x, y, z", "in analysis, at the pointer or the chosen point: leave it out, search only such points, draw a circle"],
    ["Right button", "draws a circle, or by dragging an arrow: green; with Shift red, with Alt blue, with both yellow"], ["Esc", "drop the stone in the hand"], ["Tab to the board", "then arrows choose a point and Enter plays there"],
    ["?", "this list"],
  ];
  openDialog("Keys", make("dl", { class: "keys" }, keys.map(([key, what]) => [make("dt", {}, key), make("dd", {}, what)])), doneRow());
}
