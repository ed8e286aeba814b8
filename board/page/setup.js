// @ts-check
// The dialog for a new game.

import { levelName, levelOf, MAX_LEVEL, withLevel, withNextLevel } from "./adapt.js";
import { closeDialog, openDialog } from "./dialogs.js";
import { button, choice, make, segments, toggle } from "./dom.js";
import { namePeople, openingNote, openingOptions, setRule } from "./openings.js";
import { TEXTS } from "./texts.js";
import { sentence } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {(refusal?: string) => void} Answered takes the answer to a form: the reason of a refusal, or nothing */

/** The rules, with their names and a sentence about each. */
export const RULES = Object.entries(TEXTS.setup.rules).map(([rule, [name, meaning]]) => /** @type {[string, string, string]} */ ([rule, name, meaning]));
/** The names of the rules, for a choice. */
export const RULE_NAMES = RULES.map(([key, name]) => /** @type {[string, string]} */ ([key, name]));
const CLOCKS = /** @type {[string, string][]} */ ([
  ["0,0,0", TEXTS.setup.clocks.none], ["5000,0,0", TEXTS.setup.clocks.fast], ["30000,0,0", TEXTS.setup.clocks.slow], ["0,180000,2000", TEXTS.setup.clocks.blitz],
  ["0,300000,0", TEXTS.setup.clocks.short], ["0,900000,0", TEXTS.setup.clocks.middle], ["0,1800000,10000", TEXTS.setup.clocks.long], ["custom", TEXTS.setup.clocks.custom],
]);
const SIZES = /** @type {[string, string][]} */ ([["15x15", "15×15"], ["19x19", "19×19"], ["20x20", "20×20"], ["custom", TEXTS.setup.otherSize]]);
const DELAYS = [0, 300, 700, 1500, 4000].map((ms) => /** @type {[string, string]} */ ([String(ms), ms ? TEXTS.setup.seconds(ms / 1000) : TEXTS.setup.noDelay]));
/** The default delay between the moves of two programs, in milliseconds. */
const FIRST_DELAY = 700;
/** The thinking times of a program for a move, in milliseconds; 0 leaves the time to its clock. */
const THINKING = /** @type {[string, string][]} */ ([
  ["500", TEXTS.setup.thinkingTimes.half], ...[2, 5, 15].map((seconds) => [String(seconds * 1000), TEXTS.setup.thinkingTimes.seconds(seconds)]),
  ["60000", TEXTS.setup.thinkingTimes.minute], ["0", TEXTS.setup.thinkingTimes.clock],
]);
const FIRST_THINKING = 2000;

/** The draft of a game. */
class Draft {
  /**
   * @param {Store} store
   * @param {any} setup
   * @param {boolean} isNew whether the draft is for a new game
   * @param {number} level of an engine that was not chosen before
   */
  constructor(store, setup, isNew, level) {
    this.store = store;
    this.setup = setup;
    this.level = level;
    this.isNew = isNew;
    const { clock, width, height } = setup;
    const types = [setup.black.type, setup.white.type];
    this.mode = types.every((type) => type === "engine") ? "engines" : types.includes("engine") ? "engine" : "people";
    // The people of a file or of a position that was set up are not those who play next.
    const isForeign = isNew && store.status?.phase.type === "analysis" && !store.status.canReturn;
    if (isForeign && this.mode === "people" && store.engines.length > 0) this.mode = "engine";
    this.color = setup.black.type === "person" || this.mode !== "engine" ? "black" : "white";
    this.isCustomClock = !CLOCKS.some(([value]) => value === [clock.turnMs, clock.gameMs, clock.incrementMs].join());
    // Going on after a five is chosen for one game and its rematches.
    if (isNew) setup.continuous = false;
    // A delay of 0 counts as chosen only between two programs.
    if (this.mode !== "engines") setup.delayMs = FIRST_DELAY;
    const thinking = setup.thinkingMs ?? FIRST_THINKING;
    /** The thinking time by mode: two programs use their clocks, but a person does not wait that long. @type {Record<string, number>} */
    this.thinking = this.mode === "engines" ? { engine: FIRST_THINKING, engines: thinking } : { engine: thinking, engines: 0 };
    this.isCustomSize = !SIZES.some(([value]) => value === `${width}x${height}`);
    const engines = [setup.black, setup.white].filter(({ type }) => type === "engine");
    const people = [setup.black, setup.white].filter(({ type }) => type === "person");
    this.engines = [engines[0] ?? this.engine(0), engines[1] ?? this.engine(0)];
    const known = isForeign ? [] : people;
    this.people = [known[0] ?? { type: "person", name: "" }, known[1] ?? { type: "person", name: "" }];
  }

  /** @param {number} id */
  engine(id) {
    const player = /** @type {{ type: "engine", engine: number, level?: number }} */ ({ type: "engine", engine: id });
    return this.store.engines[id]?.hasLevels ? withLevel(player, this.level) : player;
  }

  /** Returns whether an opening decides which player has which colour. */
  hasOpening() {
    return this.isNew && Boolean(this.setup.opening);
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
    namePeople(setup);
    return setup;
  }
}

/**
 * Asks for the conditions of a new game.
 * @param {Store} store
 * @param {Settings} settings
 * @param {(setup: any, answered: Answered) => void} begin
 * @param {(change: Partial<Settings>) => void} set
 */
export function askForGame(store, settings, begin, set) {
  if (!store.setup) return;
  const draft = new Draft(store, withNextLevel(structuredClone(store.setup), settings), true, settings.level);
  let adapts = settings.adapt;
  showForm(TEXTS.setup.title, TEXTS.setup.begin, (render) => [
    playersPart(draft, render),
    draft.mode === "engine" && store.engines[draft.engines[0].engine]?.hasLevels ? toggle(TEXTS.setup.adapt, adapts, (value) => { adapts = value; }, { "data-key": "adapt" }) : null,
    rulePart(draft, render),
    openingPart(draft, render),
    sizePart(draft, render),
    clockPart(draft, render),
    thinkingPart(draft),
    make("div", { class: "switches", "data-key": "more" },
      toggle(TEXTS.setup.continuous, draft.setup.continuous, (isOn) => { draft.setup.continuous = isOn; }, { "data-key": "continuous" })),
  ], (answered) => {
    if (adapts !== settings.adapt) set({ adapt: adapts });
    const setup = draft.done();
    const engine = draft.mode === "engine" ? draft.engines[0] : null;
    if (engine && store.engines[engine.engine]?.hasLevels) set({ level: levelOf(engine) });
    begin(setup, answered);
  });
}

/**
 * Asks who plays on from the shown position.
 * @param {Store} store
 * @param {number} level of an engine that was not chosen before
 * @param {(players: { black: any, white: any }) => void} begin
 */
export function askToPlayOn(store, level, begin) {
  if (!store.setup) return;
  const draft = new Draft(store, structuredClone(store.setup), false, level);
  const hasEngine = [store.setup.black, store.setup.white].some(({ type }) => type === "engine");
  if (!hasEngine && store.engines.length > 0) {
    draft.mode = "engine";
    draft.color = store.stones().toMove;
  }
  showForm(TEXTS.actions.playOn, TEXTS.actions.playOn, (render) => [playersPart(draft, render)], (answered) => {
    const { black, white } = draft.done();
    answered();
    begin({ black, white });
  });
}

/** The reason of a refusal, in the form that was refused. @param {string} reason */
export const problemNote = (reason) => make("p", { class: "problem", role: "alert", "data-key": "problem" }, sentence(reason));

/**
 * Shows a form until what it asks for is done, or the person cancels it. A refusal is shown in the form.
 * @param {string} title
 * @param {string} label of the button that submits
 * @param {(render: () => void) => import("./dom.js").Child[]} parts makes the fields; `render` makes them anew
 * @param {(answered: Answered) => void} submitted
 */
function showForm(title, label, parts, submitted) {
  let problem = "";
  const answered = (refusal = "") => {
    problem = refusal;
    if (problem) render();
    else closeDialog();
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    submitted(answered);
  };
  const render = () => openDialog(title, make("form", { submit }, ...parts(render),
    make("div", { class: "actions end", "data-key": "submit" },
      problem ? problemNote(problem) : null,
      button(TEXTS.setup.cancel, closeDialog, { "data-key": "cancel" }), make("button", { class: "primary", type: "submit", "data-key": "begin" }, label))));
  render();
}

/**
 * @param {Draft} draft
 * @param {() => void} render
 */
function playersPart(draft, render) {
  const texts = TEXTS.setup;
  const hasEngines = draft.store.engines.length > 0;
  const modes = /** @type {[string, string][]} */ ([...(hasEngines ? [["engine", texts.modes.engine]] : []), ["people", texts.modes.people], ...(hasEngines ? [["engines", texts.modes.engines]] : [])]);
  const choose = (/** @type {string} */ mode) => { draft.mode = mode; render(); };
  const { first, second } = TEXTS.openings;
  const { you, sides, names } = draft.hasOpening()
    ? { you: texts.youAre, sides: { black: first, white: second, random: texts.colors.random }, names: [first, second] }
    : { you: texts.youPlay, sides: texts.colors, names: [texts.blackBegins, TEXTS.colors.white] };
  const who = {
    engine: () => [
      make("span", { class: "label" }, you),
      segments(you, Object.entries(sides), draft.color, (color) => { draft.color = color; render(); }, "You play"),
      engineFields(draft, 0, texts.program, render)],
    people: () => make("div", { class: "pair" }, nameField(draft, 0, names[0]), nameField(draft, 1, names[1])),
    engines: () => [engineFields(draft, 0, names[0], render), engineFields(draft, 1, names[1], render), delayField(draft)],
  }[draft.mode];
  return make("div", { class: "part", "data-key": "players" }, segments(texts.players, modes, draft.mode, choose, "Players"), who?.());
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
    engines[player.engine]?.about ? make("p", { class: "note", "data-key": `about ${index}` }, engines[player.engine].about) : null,
    engines[player.engine]?.hasLevels ? make("label", { class: "field", "data-key": `level ${index}` },
      make("span", {}, TEXTS.setup.strength, make("strong", {}, levelName(levelOf(player)))),
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
  const options = isKnown ? DELAYS : [...DELAYS, /** @type {[string, string]} */ ([String(now), TEXTS.setup.seconds(now / 1000)])];
  return choice(TEXTS.setup.delay, options, String(now), (ms) => set(Number(ms)), { "data-key": key });
}

/** Returns the name of a person who gives none. @param {Draft} draft @param {number} index */
function placeholder(draft, index) {
  const { first, second } = TEXTS.openings;
  return (draft.hasOpening() ? [first, second] : [TEXTS.colors.black, TEXTS.colors.white])[index];
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
    make("input", { value: draft.people[index].name, maxlength: 64, placeholder: placeholder(draft, index), change }));
}

/**
 * @param {Draft} draft
 * @param {() => void} render
 */
function rulePart(draft, render) {
  return make("div", { class: "part", "data-key": "rule part" },
    choice(TEXTS.setup.rule, RULE_NAMES, draft.setup.rule, (rule) => { setRule(draft.setup, rule); render(); }, { "data-key": "rule" }),
    make("p", { class: "note" }, RULES.find(([value]) => value === draft.setup.rule)?.[2]));
}

/**
 * @param {Draft} draft
 * @param {() => void} render
 */
function openingPart({ setup }, render) {
  const choose = (/** @type {string} */ opening) => { setup.opening = opening || null; render(); };
  return make("div", { class: "part", "data-key": "opening part" },
    choice(TEXTS.setup.opening, openingOptions(setup.rule), setup.opening ?? "", choose, { "data-key": "opening" }),
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
    make("span", { class: "label" }, TEXTS.setup.board),
    segments(TEXTS.setup.boardLabel, SIZES, draft.isCustomSize ? "custom" : `${setup.width}x${setup.height}`, choose, "Size of the board"),
    draft.isCustomSize ? make("div", { class: "pair" },
      number(TEXTS.setup.columns, setup.width, [5, 22], (width) => { setup.width = width; }),
      number(TEXTS.setup.rows, setup.height, [5, 22], (height) => { setup.height = height; })) : null);
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
    choice(TEXTS.setup.clock, CLOCKS, value, choose, { "data-key": "clock" }),
    value === CLOCKS[0][0] ? null : make("p", { class: "note" }, TEXTS.setup.grace),
    draft.isCustomClock ? make("div", { class: "pair" },
      number(TEXTS.setup.secondsAMove, clock.turnMs / 1000, [0, 36000], set("turnMs", 1000), "0.1"),
      number(TEXTS.setup.minutesAGame, clock.gameMs / 60000, [0, 6000], set("gameMs", 60000), "any"),
      number(TEXTS.setup.secondsAdded, clock.incrementMs / 1000, [0, 3600], set("incrementMs", 1000), "any")) : null);
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
  const known = isKnown ? THINKING : [...THINKING, /** @type {[string, string]} */ ([now, TEXTS.setup.thinkingTimes.seconds(Number(now) / 1000)])];
  const options = known.filter(([value]) => value !== "0" || draft.hasClock());
  const set = (/** @type {string} */ ms) => { draft.thinking[draft.mode] = Number(ms); };
  return make("div", { class: "part", "data-key": "thinking part" },
    choice(draft.mode === "engines" ? TEXTS.setup.thinkingEach : TEXTS.setup.thinkingOne, options, now, set, { "data-key": "thinking" }));
}
