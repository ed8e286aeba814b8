// @ts-check
// The dialog for a new game.

import { levelName, levelOf, MAX_LEVEL, withLevel } from "./adapt.js";
import { closeDialog, openDialog } from "./dialogs.js";
import { button, choice, make, segments, toggle } from "./dom.js";
import { openingNote, openingOptions, setRule } from "./openings.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./settings.js").Settings} Settings */

export const RULES = /** @type {[string, string, string][]} */ ([
  ["freestyle", "Freestyle", "Five or more in a row win."],
  ["standard", "Standard", "Exactly five in a row win; six do not."],
  ["renju", "Renju", "Black may not make a double three, a double four or six; White may."],
  ["omok", "Omok", "Neither side may make a double three."],
  ["caro", "Caro", "Exactly five win, unless the other side closes both ends."],
  ["caro6", "Caro with six", "Five or more win, unless the other side closes both ends."],
]);
const CLOCKS = /** @type {[string, string][]} */ ([
  ["0,0,0", "No clock"], ["5000,0,0", "5 seconds a move"], ["30000,0,0", "30 seconds a move"], ["0,180000,2000", "3 minutes, and 2 seconds a move"],
  ["0,300000,0", "5 minutes"], ["0,900000,0", "15 minutes"], ["0,1800000,10000", "30 minutes, and 10 seconds a move"], ["custom", "Another time control…"],
]);
const SIZES = /** @type {[string, string][]} */ ([["15x15", "15×15"], ["19x19", "19×19"], ["20x20", "20×20"], ["custom", "Other"]]);
const DELAYS = /** @type {[string, string][]} */ ([["0", "None"], ["300", "0.3 seconds"], ["700", "0.7 seconds"], ["1500", "1.5 seconds"], ["4000", "4 seconds"]]);
/** The delay between the moves of two programs that was not chosen before, in milliseconds. */
const FIRST_DELAY = 700;
/** The thinking times of a program for a move, in milliseconds; 0 stands for as long as its clock lets it. */
const THINKING = /** @type {[string, string][]} */ ([
  ["500", "At most half a second a move"], ["2000", "At most 2 seconds a move"], ["5000", "At most 5 seconds a move"], ["15000", "At most 15 seconds a move"], ["60000", "At most a minute a move"],
  ["0", "As long as its clock allows"],
]);
const FIRST_THINKING = 2000;
/** The level of an engine that was not chosen before. */
const FIRST_LEVEL = 4;

/** The draft of a game. */
class Draft {
  /**
   * @param {Store} store
   * @param {any} setup
   */
  constructor(store, setup) {
    this.store = store;
    this.setup = setup;
    const { clock, width, height } = setup;
    const types = [setup.black.type, setup.white.type];
    this.mode = types.every((type) => type === "engine") ? "engines" : types.includes("engine") ? "engine" : "people";
    this.color = setup.black.type === "person" || this.mode !== "engine" ? "black" : "white";
    this.isCustomClock = !CLOCKS.some(([value]) => value === [clock.turnMs, clock.gameMs, clock.incrementMs].join());
    // A delay of none is a choice only among two programs.
    if (this.mode !== "engines") setup.delayMs = FIRST_DELAY;
    const thinking = setup.thinkingMs ?? FIRST_THINKING;
    /** Programs with equal clocks use them; a person does not wait for one that does. @type {Record<string, number>} */
    this.thinking = this.mode === "engines" ? { engine: FIRST_THINKING, engines: thinking } : { engine: thinking, engines: 0 };
    this.isCustomSize = !SIZES.some(([value]) => value === `${width}x${height}`);
    const engines = [setup.black, setup.white].filter(({ type }) => type === "engine");
    const people = [setup.black, setup.white].filter(({ type }) => type === "person");
    this.engines = [engines[0] ?? this.engine(0), engines[1] ?? this.engine(0)];
    this.people = [people[0] ?? { type: "person", name: "" }, people[1] ?? { type: "person", name: "" }];
  }

  /** @param {number} id */
  engine(id) {
    const player = { type: "engine", engine: id };
    return this.store.engines[id]?.hasLevels ? { ...player, level: FIRST_LEVEL } : player;
  }

  /** Returns whether the game has a clock. */
  hasClock() {
    return Object.values(this.setup.clock).some((limit) => limit > 0);
  }

  /** The thinking time of the program, or of both. */
  thinkingMs() {
    const chosen = this.thinking[this.mode] ?? FIRST_THINKING;
    return chosen || this.hasClock() ? chosen : FIRST_THINKING;
  }

  /** Returns the conditions of the game. */
  done() {
    const { setup } = this;
    setup.thinkingMs = this.thinkingMs();
    const isBlack = this.color === "random" ? Math.random() < 0.5 : this.color === "black";
    // Names are asked for only where two people play.
    if (this.mode === "engine") this.people[0] = { type: "person", name: "" };
    if (this.mode === "people") [setup.black, setup.white] = this.people;
    else if (this.mode === "engines") [setup.black, setup.white] = this.engines;
    else [setup.black, setup.white] = isBlack ? [this.people[0], this.engines[0]] : [this.engines[0], this.people[0]];
    return setup;
  }
}

/**
 * Asks for the conditions of a new game.
 * @param {Store} store
 * @param {Settings} settings
 * @param {(setup: any) => void} begin
 * @param {(change: Partial<Settings>) => void} set
 */
export function askForGame(store, settings, begin, set) {
  if (!store.setup) return;
  const draft = new Draft(store, structuredClone(store.setup));
  let adapts = settings.adapt;
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    closeDialog();
    if (adapts !== settings.adapt) set({ adapt: adapts });
    begin(draft.done());
  };
  const render = () => openDialog("New game", make("form", { submit },
    playersPart(draft, render),
    draft.mode === "engine" ? toggle("Let the level follow my results", adapts, (value) => { adapts = value; }, { "data-key": "adapt" }) : null,
    rulePart(draft, render),
    openingPart(draft, render),
    sizePart(draft, render),
    clockPart(draft, render),
    thinkingPart(draft),
    make("div", { class: "switches", "data-key": "more" },
      toggle("Go on after a five", draft.setup.continuous, (isOn) => { draft.setup.continuous = isOn; }, { "data-key": "continuous" })),
    make("div", { class: "actions end", "data-key": "submit" },
      button("Cancel", closeDialog, { "data-key": "cancel" }), make("button", { class: "primary", type: "submit", "data-key": "begin" }, "Begin"))));
  render();
}

/**
 * @param {Draft} draft
 * @param {() => void} render
 */
function playersPart(draft, render) {
  const hasEngines = draft.store.engines.length > 0;
  const modes = /** @type {[string, string][]} */ ([...(hasEngines ? [["engine", "Against a program"]] : []), ["people", "Two people"], ...(hasEngines ? [["engines", "Two programs"]] : [])]);
  const choose = (/** @type {string} */ mode) => { draft.mode = mode; render(); };
  const who = {
    engine: () => [
      make("span", { class: "label" }, "You play"),
      segments("You play", [["black", "Black"], ["white", "White"], ["random", "Random"]], draft.color, (color) => { draft.color = color; render(); }),
      engineFields(draft, 0, "Program", render)],
    people: () => make("div", { class: "pair" }, nameField(draft, 0, "Black (begins)"), nameField(draft, 1, "White")),
    engines: () => [engineFields(draft, 0, "Black (begins)", render), engineFields(draft, 1, "White", render), delayField(draft)],
  }[draft.mode];
  return make("div", { class: "part", "data-key": "players" }, segments("Players", modes, draft.mode, choose), who?.());
}

/**
 * @param {Draft} draft
 * @param {number} index
 * @param {string} label
 * @param {() => void} render
 */
function engineFields(draft, index, label, render) {
  const { engines } = draft.store;
  const player = draft.engines[index];
  const options = engines.map((engine) => /** @type {[string, string]} */ ([String(engine.id), engine.name]));
  const pick = (/** @type {string} */ id) => { draft.engines[index] = draft.engine(Number(id)); render(); };
  const slide = (/** @type {Event} */ event) => {
    draft.engines[index] = withLevel(player, Number(/** @type {HTMLInputElement} */ (event.target).value));
    render();
  };
  return make("div", { class: "pair", "data-key": `engine ${index}` },
    choice(label, options, String(player.engine), pick, { "data-key": `engine ${index}` }),
    engines[player.engine]?.hasLevels ? make("label", { class: "field", "data-key": `level ${index}` },
      make("span", {}, "Strength: ", make("strong", {}, levelName(levelOf(player)))),
      make("input", { type: "range", min: 1, max: MAX_LEVEL + 1, value: levelOf(player), input: slide, "aria-valuetext": levelName(levelOf(player)), "data-key": `range ${index}` })) : null);
}

/** @param {Draft} draft */
function delayField({ setup }) {
  return make("div", { class: "pair", "data-key": "delay part" }, delayChoice(setup.delayMs, (ms) => { setup.delayMs = ms; }, "delay"));
}

/**
 * A choice of the pause between the moves of two programs.
 * @param {number} now milliseconds
 * @param {(ms: number) => void} set
 * @param {string} key
 */
export function delayChoice(now, set, key) {
  const isKnown = DELAYS.some(([value]) => value === String(now));
  const options = isKnown ? DELAYS : [...DELAYS, /** @type {[string, string]} */ ([String(now), `${now / 1000} seconds`])];
  return choice("Pause between moves", options, String(now), (ms) => set(Number(ms)), { "data-key": key });
}

/**
 * @param {Draft} draft
 * @param {number} index
 * @param {string} label
 */
function nameField(draft, index, label) {
  const change = (/** @type {Event} */ event) => {
    draft.people[index] = { type: "person", name: /** @type {HTMLInputElement} */ (event.target).value.trim() };
  };
  return make("label", { class: "field", "data-key": `name ${index}` }, make("span", {}, label),
    make("input", { value: draft.people[index].name, maxlength: 64, placeholder: index ? "White" : "Black", change }));
}

/**
 * @param {Draft} draft
 * @param {() => void} render
 */
function rulePart(draft, render) {
  const options = RULES.map(([value, name]) => /** @type {[string, string]} */ ([value, name]));
  return make("div", { class: "part", "data-key": "rule part" },
    choice("Rule", options, draft.setup.rule, (rule) => { setRule(draft.setup, rule); render(); }, { "data-key": "rule" }),
    make("p", { class: "note" }, RULES.find(([value]) => value === draft.setup.rule)?.[2]));
}

/**
 * @param {Draft} draft
 * @param {() => void} render
 */
function openingPart({ setup }, render) {
  const choose = (/** @type {string} */ opening) => { setup.opening = opening || null; render(); };
  return make("div", { class: "part", "data-key": "opening part" },
    choice("Opening", openingOptions(setup.rule), setup.opening ?? "", choose, { "data-key": "opening" }),
    setup.opening ? make("p", { class: "note" }, openingNote(setup.opening)) : null);
}

/**
 * @param {string} label
 * @param {number} value
 * @param {[number, number]} range
 * @param {(value: number) => void} set
 * @param {string} [step]
 */
const number = (label, value, [min, max], set, step = "1") =>
  make("label", { class: "field", "data-key": label }, make("span", {}, label),
    make("input", { type: "number", min, max, step, value, required: true, change: (/** @type {Event} */ event) => set(Number(/** @type {HTMLInputElement} */ (event.target).value)) }));

/**
 * @param {Draft} draft
 * @param {() => void} render
 */
function sizePart(draft, render) {
  const { setup } = draft;
  const choose = (/** @type {string} */ size) => {
    draft.isCustomSize = size === "custom";
    if (!draft.isCustomSize) [setup.width, setup.height] = size.split("x").map(Number);
    render();
  };
  return make("div", { class: "part", "data-key": "size part" },
    make("span", { class: "label" }, "Board"),
    segments("Size of the board", SIZES, draft.isCustomSize ? "custom" : `${setup.width}x${setup.height}`, choose),
    draft.isCustomSize ? make("div", { class: "pair" },
      number("Columns, 5 to 22", setup.width, [5, 22], (width) => { setup.width = width; }),
      number("Rows, 5 to 22", setup.height, [5, 22], (height) => { setup.height = height; })) : null);
}

/**
 * @param {Draft} draft
 * @param {() => void} render
 */
function clockPart(draft, render) {
  const { clock } = draft.setup;
  const set = (/** @type {string} */ key, /** @type {number} */ unit) => (/** @type {number} */ value) => { clock[key] = Math.round(value * unit); };
  const choose = (/** @type {string} */ value) => {
    draft.isCustomClock = value === "custom";
    if (!draft.isCustomClock) [clock.turnMs, clock.gameMs, clock.incrementMs] = value.split(",").map(Number);
    render();
  };
  const value = draft.isCustomClock ? "custom" : [clock.turnMs, clock.gameMs, clock.incrementMs].join();
  return make("div", { class: "part", "data-key": "clock part" },
    choice("Clock", CLOCKS, value, choose, { "data-key": "clock" }),
    draft.isCustomClock ? make("div", { class: "pair" },
      number("Seconds a move (0: no limit)", clock.turnMs / 1000, [0, 36000], set("turnMs", 1000), "any"),
      number("Minutes a game (0: no limit)", clock.gameMs / 60000, [0, 6000], set("gameMs", 60000), "any"),
      number("Seconds added by each move", clock.incrementMs / 1000, [0, 3600], set("incrementMs", 1000), "any")) : null);
}

/**
 * A choice of the time that a program thinks. The levels below full strength search a number of positions instead,
 * which takes less than half a second.
 * @param {Draft} draft
 */
function thinkingPart(draft) {
  const { engines } = draft.store;
  const players = draft.mode === "people" ? [] : draft.engines.slice(0, draft.mode === "engines" ? 2 : 1);
  if (players.every((player) => engines[player.engine]?.hasLevels && player.level !== undefined)) return null;
  const now = String(draft.thinkingMs());
  const isKnown = THINKING.some(([value]) => value === now);
  const known = isKnown ? THINKING : [...THINKING, /** @type {[string, string]} */ ([now, `At most ${Number(now) / 1000} seconds a move`])];
  const options = known.filter(([value]) => value !== "0" || draft.hasClock());
  const set = (/** @type {string} */ ms) => { draft.thinking[draft.mode] = Number(ms); };
  return make("div", { class: "part", "data-key": "thinking part" },
    choice(draft.mode === "engines" ? "Each program thinks" : "The program thinks", options, now, set, { "data-key": "thinking" }));
}
