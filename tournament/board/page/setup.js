// @ts-check
// The dialogs: a new game, the settings, the keys.

import { byId, button, choice, make, replace, toggle } from "./dom.js";
import { MAX_LEVEL } from "./panel.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./settings.js").Settings} Settings */

const RULES = /** @type {[string, string][]} */ ([
  ["freestyle", "Freestyle: five or more win"], ["standard", "Standard: exactly five win"], ["renju", "Renju: forbidden points for black"],
  ["caro", "Caro: five, not closed at both ends"], ["caro6", "Caro, six or more win too"], ["omok", "Omok: no double three"],
]);
const CLOCKS = /** @type {[string, string][]} */ ([
  ["0,0,0", "No clock"], ["5000,0,0", "5 seconds a move"], ["30000,0,0", "30 seconds a move"], ["0,180000,2000", "3 minutes and 2 seconds a move"],
  ["0,300000,0", "5 minutes"], ["0,900000,0", "15 minutes"], ["0,1800000,10000", "30 minutes and 10 seconds a move"], ["custom", "Another time control…"],
]);

/** @param {...import("./dom.js").Child} children */
function open(...children) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  replace(dialog, ...children);
  if (!dialog.open) dialog.showModal();
}

function close() {
  /** @type {HTMLDialogElement} */ (byId("dialog")).close();
}

/**
 * Asks for the conditions of a new game.
 * @param {Store} store
 * @param {(setup: any) => void} begin
 */
export function askForGame(store, begin) {
  const setup = structuredClone(store.setup);
  if (!setup) return;
  const numbers = { turn: setup.clock.turnMs / 1000, game: setup.clock.gameMs / 60000, increment: setup.clock.incrementMs / 1000 };
  const preset = [setup.clock.turnMs, setup.clock.gameMs, setup.clock.incrementMs].join();
  let isCustom = !CLOCKS.some(([value]) => value === preset);
  const number = (/** @type {string} */ label, /** @type {number} */ value, /** @type {[number, number]} */ range, /** @type {(value: number) => void} */ set) =>
    make("label", { class: "field" }, make("span", {}, label), make("input", { type: "number", min: range[0], max: range[1], step: "any", value, required: true, change: (/** @type {Event} */ event) => set(Number(/** @type {HTMLInputElement} */ (event.target).value)) }));
  const render = () => open(make("form", { method: "dialog", submit: (/** @type {Event} */ event) => { event.preventDefault(); if (isCustom) setup.clock = { turnMs: Math.round(numbers.turn * 1000), gameMs: Math.round(numbers.game * 60000), incrementMs: Math.round(numbers.increment * 1000) }; close(); begin(setup); } },
    make("h2", {}, "New game"),
    playerFields(store, setup, "black", render), playerFields(store, setup, "white", render),
    choice("Rule", RULES, setup.rule, (rule) => { setup.rule = rule; render(); }, { "data-key": "rule" }),
    make("div", { class: "pair" },
      number("Columns", setup.width, [5, 22], (width) => { setup.width = width; }), number("Rows", setup.height, [5, 22], (height) => { setup.height = height; })),
    choice("Clock", CLOCKS, isCustom ? "custom" : [setup.clock.turnMs, setup.clock.gameMs, setup.clock.incrementMs].join(), (value) => {
      isCustom = value === "custom";
      if (!isCustom) { const [turnMs, gameMs, incrementMs] = value.split(",").map(Number); setup.clock = { turnMs, gameMs, incrementMs }; }
      render();
    }, { "data-key": "clock" }),
    isCustom ? make("div", { class: "pair" }, number("Seconds a move (0: no limit)", numbers.turn, [0, 36000], (turn) => { numbers.turn = turn; }), number("Minutes a game (0: no limit)", numbers.game, [0, 6000], (game) => { numbers.game = game; }), number("Increment in seconds", numbers.increment, [0, 3600], (increment) => { numbers.increment = increment; })) : null,
    make("div", { class: "switches" },
      toggle("Swap2 opening", setup.opening === "swap2", (swap2) => { setup.opening = swap2 ? "swap2" : "free"; }, { "data-key": "swap2" }),
      toggle("Go on after a five", setup.continuous, (continuous) => { setup.continuous = continuous; }, { "data-key": "continuous" })),
    make("div", { class: "actions" }, make("button", { class: "primary", type: "submit" }, "Begin"), button("Cancel", close))));
  render();
}

/**
 * @param {Store} store
 * @param {any} setup
 * @param {"black" | "white"} side
 * @param {() => void} render
 */
function playerFields(store, setup, side, render) {
  const player = setup[side];
  const options = /** @type {[string, string][]} */ ([["person", "Person"], ...store.engines.map((engine) => [String(engine.id), engine.name])]);
  const value = player.type === "person" ? "person" : String(player.engine);
  const levels = /** @type {[string, string][]} */ ([...Array.from({ length: MAX_LEVEL }, (_, index) => /** @type {[string, string]} */ ([String(index + 1), `Level ${index + 1}`])), ["", "Full strength"]]);
  const hasLevels = player.type === "engine" && store.engines[player.engine]?.hasLevels;
  return make("div", { class: "pair" },
    choice(side === "black" ? "Black (begins)" : "White", options, value, (chosen) => {
      const engine = Number(chosen);
      setup[side] = chosen === "person" ? { type: "person", name: "" } : { type: "engine", engine, ...(store.engines[engine].hasLevels ? { level: 4 } : {}) };
      render();
    }, { "data-key": side }),
    hasLevels ? choice("Strength", levels, player.level ? String(player.level) : "", (level) => {
      setup[side] = { type: "engine", engine: player.engine, ...(level ? { level: Number(level) } : {}) };
    }, { "data-key": `${side} level` }) : null,
    player.type === "person" ? make("label", { class: "field" }, make("span", {}, "Name"), make("input", { value: player.name, maxlength: 64, placeholder: "You", change: (/** @type {Event} */ event) => { player.name = /** @type {HTMLInputElement} */ (event.target).value; } })) : null);
}

/**
 * @param {Settings} settings
 * @param {(change: Partial<Settings>) => void} set
 */
export function askForSettings(settings, set) {
  const pick = (/** @type {string} */ label, /** @type {keyof Settings} */ key, /** @type {[string, string][]} */ options) => choice(label, options, String(settings[key]), (value) => set({ [key]: value }), { "data-key": key });
  const flip = (/** @type {string} */ label, /** @type {keyof Settings} */ key) => toggle(label, Boolean(settings[key]), (value) => set({ [key]: value }), { "data-key": key });
  open(make("h2", {}, "Settings"),
    pick("Colours", "theme", [["system", "As the system"], ["light", "Light"], ["dark", "Dark"]]),
    pick("Board", "board", [["wood", "Wood"], ["slate", "Slate"], ["paper", "Paper"], ["contrast", "High contrast"]]),
    pick("Names of points", "notation", [["bottom", "h8, row 1 at the bottom"], ["top", "h8, row 1 at the top"], ["numbers", "8,8 from the top left"]]),
    pick("Confirm stones", "confirm", [["touch", "On touch screens"], ["never", "Never"], ["always", "Always"]]),
    make("div", { class: "switches" }, flip("Coordinates", "coordinates"), flip("Numbers on stones", "numbers"), flip("Sounds", "sounds"), flip("Spoken moves", "speech"), flip("Adapt the level to my results", "adapt")),
    make("div", { class: "actions" }, button("Done", close, { class: "primary" })));
}

export function showKeys() {
  const keys = [["← →", "one move back or forward"], ["Home, End", "first and last position"], ["arrows on the board, Enter", "choose a point and play there"], ["h 8", "type the name of a point to play there"], ["Space", "analyse or stop; resume or pause"], ["U", "take back"], ["N", "numbers on stones"], ["?", "this list"]];
  open(make("h2", {}, "Keys"), make("dl", { class: "keys" }, keys.map(([key, what]) => [make("dt", {}, key), make("dd", {}, what)])), make("div", { class: "actions" }, button("Done", close, { class: "primary" })));
}
