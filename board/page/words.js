// @ts-check
// The sentences of the page.

import { openingDecisions, openingRefusal, openingState, takesPoint } from "./openings.js";
import { practiceState, whyNoTry } from "./practise.js";
import { colorName, otherSide } from "./sides.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./store.js").Store} Store */

const WAITING = /** @type {Record<string, string>} */ ({ loading: TEXTS.words.loading, lost: TEXTS.words.notConnected, stranger: TEXTS.words.notConnected });

/** Begins a text with a capital and ends it with a stop. @param {string} text */
export const sentence = (text) => `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;

/** Describes the state of play. @param {Store} store */
export function stateOfPlay(store) {
  const { status } = store;
  if (!status) return WAITING[store.connection] ?? TEXTS.words.connecting;
  if (store.practice) return practiceState(store.practice);
  if (store.editor) return TEXTS.editor.state;
  return [openingDecisions(store), phaseText(store, status)].filter(Boolean).join(" ");
}

/** Describes the phase of the game. @param {Store} store @param {import("./store.js").Status} status */
function phaseText(store, status) {
  const { phase } = status;
  switch (phase.type) {
    case "over":
      return ending(store, phase);
    case "paused":
      return phase.reason || TEXTS.words.paused;
    case "analysis":
      return store.insights.get(store.shown)?.outcome ? TEXTS.words.analysisOver : TEXTS.words.analysis(colorName(store.stones().toMove));
    case "opening":
      return openingState(store, phase);
    default: {
      const player = store.player(status.toMove);
      if (store.shown !== status.last) return TEXTS.words.earlier;
      if (player?.type === "engine") return TEXTS.words.thinking(store.name(status.toMove));
      return store.isYou(status.toMove) ? TEXTS.words.yourMove : TEXTS.words.toMove(store.name(status.toMove));
    }
  }
}

/**
 * @param {Store} store
 * @param {import("./store.js").Phase} phase
 */
function ending(store, phase) {
  if (!phase.winner) return phase.reason === "full" ? TEXTS.words.drawFull : TEXTS.words.draw;
  const loser = otherSide(phase.winner);
  const nameOf = (/** @type {string} */ side) => (store.isYou(side) ? null : store.name(side));
  const wins = TEXTS.words.wins(nameOf(phase.winner));
  if (phase.reason === "resigned") return TEXTS.words.resigned(wins, nameOf(loser));
  if (phase.reason === "time") return TEXTS.words.outOfTime(wins, nameOf(loser));
  const reason = TEXTS.words.reasons[phase.reason ?? "five"];
  const hasName = nameOf(phase.winner) !== colorName(phase.winner);
  return hasName ? TEXTS.words.winsWith(wins, phase.winner, reason) : TEXTS.words.winsBy(wins, reason);
}

/** Says why no stone may be placed on the shown board. @param {Store} store */
export function whyNot(store) {
  const { status } = store;
  if (!status || store.connection !== "open") return TEXTS.words.whyNot.noTable;
  if (store.practice) return whyNoTry(store.practice);
  const { phase } = status;
  if (phase.type === "analysis") return TEXTS.words.whyNot.overHere;
  if (phase.type === "over") return TEXTS.words.whyNot.over;
  if (phase.type === "paused") return TEXTS.words.whyNot.paused;
  if (store.shown !== status.last) return TEXTS.words.whyNot.earlier;
  if (phase.type === "opening" && !takesPoint(phase)) return openingRefusal(phase);
  return TEXTS.words.whyNot.turn(store.name(phase.actor ?? status.toMove));
}

/** Writes whole seconds. @param {number} whole */
function hands(whole) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Writes the time that is left, with tenths at the end. @param {number} ms */
export function clock(ms) {
  const seconds = Math.max(0, ms) / 1000;
  return seconds < 10 ? seconds.toFixed(1) : hands(Math.ceil(seconds));
}

/** Writes the time that was used. @param {number} ms */
export const used = (ms) => hands(Math.floor(Math.max(0, ms) / 1000));

/** Writes the time of a search, with tenths of a short one. @param {number} ms */
export const searched = (ms) => (ms < 50 ? TEXTS.words.underTenth : ms < 10_000 ? TEXTS.words.seconds((Math.max(0, ms) / 1000).toFixed(1)) : used(ms));

/** Writes a chance. @param {number} chance */
export const percent = (chance) => `${Math.round(chance * 100)} %`;

/** Writes a value of an engine with a true minus sign. @param {string} value */
export const plainValue = (value) => value.replace("-", "−");

/** The distance to a win or a loss in plies, as engines write it. */
const MATE = /^([+-])M(\d+)$/;

/**
 * Writes the value of a move for its side.
 * @param {string | null} value as the engine writes it
 * @param {number | null} chance
 */
export function longValue(value, chance) {
  const mate = MATE.exec(value ?? "");
  if (mate) return TEXTS.analysis[mate[1] === "+" ? "wins" : "loses"](Math.ceil(Number(mate[2]) / 2));
  return chance === null ? plainValue(value ?? "") : percent(chance);
}

/**
 * Writes the value of a move in three characters; null if it is unknown.
 * @param {string | null} value as the engine writes it
 * @param {number | null} chance
 */
export function shortValue(value, chance) {
  const mate = MATE.exec(value ?? "");
  if (mate) return TEXTS.analysis[mate[1] === "+" ? "win" : "loss"](Math.ceil(Number(mate[2]) / 2));
  return chance === null ? null : String(Math.round(chance * 100));
}

/** Writes a large number. @param {number} number */
export function brief(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  return number >= 1e3 ? `${Math.round(number / 1e3)} k` : String(number);
}
