// @ts-check
// The two states of the panel, the conditions of the game, the quick choices before the first stone, and the evaluation bar.

import { levelName, levelOf } from "./adapt.js";
import { button, byId, choice, dotted, make, replace, segments } from "./dom.js";
import { duration } from "./limits.js";
import { openingName, setRule } from "./openings.js";
import { RULES, RULE_NAMES, delayChoice } from "./setup.js";
import { TEXTS } from "./texts.js";
import { ROOT } from "./tree.js";
import { percent } from "./words.js";

/** @typedef {import("./store.js").Store} Store */

/**
 * @typedef {object} Commands
 * @property {(command: object) => void} send
 * @property {() => void} askForGame
 * @property {() => void} back returns from analysis to the game
 * @property {(setup: any) => void} begin
 * @property {(rule: string) => void} changeRule
 * @property {import("./practise.js").Practise} practise
 */

/**
 * @param {Store} store
 * @param {Commands} commands
 */
export function showTabs(store, commands) {
  const phase = store.status?.phase.type;
  const isAnalysis = phase === "analysis";
  const { practise } = commands;
  const choose = (/** @type {string} */ tab) => {
    if (tab === "practise") {
      if (!store.practice) practise.enter();
      return;
    }
    practise.leave();
    if (tab === "analyse" && !isAnalysis) commands.send({ type: "review" });
    if (tab === "play" && isAnalysis) commands.back();
  };
  const present = store.practice ? "practise" : isAnalysis ? "analyse" : "play";
  const tabs = /** @type {[string, string][]} */ ([["play", TEXTS.tabs.play], ["analyse", TEXTS.tabs.analyse], ["practise", TEXTS.tabs.practise]]);
  replace(byId("tabs"), phase ? segments(TEXTS.tabs.panel, tabs, present, choose, "Panel") : null);
  if (store.practice) return;
  replace(byId("conditions"), conditions(store, commands), facts(store), otherRule(store, commands), firstChoices(store, commands));
  showBar(store);
}

/** The rule, the board, the clock and the level, which lead to a new game. @param {Store} store @param {Commands} commands */
function conditions(store, { askForGame }) {
  const { setup } = store;
  if (!setup) return null;
  const { turnMs, gameMs, incrementMs } = setup.clock;
  const time = [turnMs ? TEXTS.tabs.aMove(duration(turnMs)) : "", gameMs ? TEXTS.tabs.aGame(duration(gameMs)) : "", incrementMs ? TEXTS.tabs.added(duration(incrementMs)) : ""].filter(Boolean).join(", ");
  const rule = RULES.find(([key]) => key === setup.rule)?.[1] ?? setup.rule;
  const texts = [rule, `${setup.width}×${setup.height}`, setup.continuous ? TEXTS.tabs.continuous : "", time || TEXTS.tabs.noClock, openingName(setup.opening), levels(store, setup)];
  return button(dotted(texts.filter(Boolean)), askForGame, { class: "quiet conditions", "data-key": "conditions", title: TEXTS.tabs.conditionsTitle });
}

/** The levels of the engines that have some. @param {Store} store @param {import("./store.js").Setup} setup */
function levels(store, { black, white }) {
  const names = [black, white].flatMap((player) => (player.type === "engine" && store.engines[player.engine]?.hasLevels ? [levelName(levelOf(player))] : []));
  return [...new Set(names)].join(TEXTS.levels.and);
}

/** The metadata of a game from a file: its name, event, round, place, date and result. @param {Store} store */
function facts(store) {
  const { status } = store;
  if (!status || status.phase.type !== "analysis") return null;
  const others = store.nodes.get(ROOT)?.others ?? [];
  const other = (/** @type {string} */ name) => others.find((property) => property.name === name)?.values[0]?.trim() ?? "";
  const round = other("RO");
  const texts = [status.title ?? "", other("EV"), round ? TEXTS.facts.round(round) : "", other("PC"), (status.date ?? "").replaceAll(",", ", "), resultText(status.result ?? "")].filter(Boolean);
  return texts.length > 0 ? make("p", { class: "muted facts", "data-key": "facts" }, dotted(texts)) : null;
}

/** The choice of the rule of a game from a file, which may not name one. @param {Store} store @param {Commands} commands */
function otherRule(store, { changeRule }) {
  const { setup, status } = store;
  if (!setup || status?.phase.type !== "analysis" || status.canReturn) return null;
  return make("div", { class: "actions", "data-key": "other rule" },
    choice(TEXTS.tabs.rule, RULE_NAMES, setup.rule, changeRule, { "data-key": "rule now", "aria-label": TEXTS.tabs.rule }));
}

/** Says how a game ended. @param {string} result as SGF has it */
export function resultText(result) {
  if (/^(0|draw)$/i.test(result)) return TEXTS.facts.draw;
  const found = /^([BW])\+(.*)$/i.exec(result);
  if (!found) return result === "?" ? "" : result;
  const [, side, how] = found;
  return TEXTS.facts.wins(side.toUpperCase() === "B" ? TEXTS.colors.black : TEXTS.colors.white, TEXTS.facts.reasons[how[0]?.toUpperCase() ?? ""] ?? "");
}

/** The choices of the colour and the rule, until the first stone has been played. @param {Store} store @param {Commands} commands */
function firstChoices(store, { begin, send }) {
  const { setup, status } = store;
  if (setup && isOpen(status) && ["black", "white"].every((side) => store.player(side)?.type === "engine")) return delay(setup, send);
  const isNew = setup && status?.phase.type === "playing" && store.nodes.size === 1 && store.player("black")?.type !== store.player("white")?.type;
  if (!setup || !isNew) return null;
  const change = (/** @type {(setup: any) => void} */ by) => {
    const next = structuredClone(setup);
    by(next);
    begin(next);
  };
  const color = setup.black.type === "person" ? "black" : "white";
  const swap = (/** @type {any} */ next) => { [next.black, next.white] = [next.white, next.black]; };
  return make("div", { class: "actions first-choices", "data-key": "first choices" },
    segments(TEXTS.tabs.yourColor, [["black", TEXTS.tabs.playBlack], ["white", TEXTS.tabs.playWhite]], color, (wanted) => { if (wanted !== color) change(swap); }, "Your colour"),
    choice(TEXTS.tabs.rule, RULE_NAMES, setup.rule, (rule) => change((next) => setRule(next, rule)), { "data-key": "first rule", "aria-label": TEXTS.tabs.rule }));
}

/** @param {import("./store.js").Status | null} status */
const isOpen = (status) => ["playing", "paused"].includes(status?.phase.type ?? "");

/** The pause between the moves of two programs. @param {import("./store.js").Setup} setup @param {(command: object) => void} send */
function delay(setup, send) {
  const set = (/** @type {number} */ ms) => {
    setup.delayMs = ms;
    send({ type: "delay", ms });
  };
  return make("div", { class: "first-choices", "data-key": "delay now" }, delayChoice(setup.delayMs ?? 0, set, "delay game"));
}

/** The bar beside the board: the part that Black has. @param {Store} store */
function showBar(store) {
  const bar = byId("bar");
  const first = store.shownThoughts().get(1);
  const chance = first?.at === store.shown && first.blackWins !== null ? first.blackWins : store.nodes.get(store.shown)?.blackWins;
  bar.hidden = store.status?.phase.type !== "analysis" || chance === undefined || store.lesson !== null;
  if (bar.hidden || chance === undefined) return;
  const part = /** @type {HTMLElement} */ (bar.firstElementChild);
  part.style.height = `${(100 * chance).toFixed(1)}%`;
  bar.setAttribute("aria-label", TEXTS.tabs.evaluation(percent(chance)));
}
