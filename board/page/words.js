// @ts-check
// The sentences of the page.

import { openingRefusal, openingState, takesPoint } from "./openings.js";
import { otherSide } from "./sides.js";

/** @typedef {import("./store.js").Store} Store */

const REASONS = /** @type {Record<string, string>} */ ({ five: "five in a row", full: "the board is full", foul: "the other side broke a rule" });

const WAITING = /** @type {Record<string, string>} */ ({ loading: "Dolmen is being loaded…", lost: "Not connected.", stranger: "Not connected." });

/** Begins a text with a capital and ends it with a stop. @param {string} text */
export const sentence = (text) => `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;

/** Says where the game stands. @param {Store} store */
export function stateOfPlay(store) {
  const { status } = store;
  if (!status) return WAITING[store.connection] ?? "Connecting…";
  const { phase } = status;
  switch (phase.type) {
    case "over":
      return ending(store, phase);
    case "paused":
      return phase.reason || "The game is paused.";
    case "analysis":
      return "Analysis: try any move.";
    case "opening":
      return openingState(store, phase);
    default: {
      const player = store.player(status.toMove);
      if (store.shown !== status.last) return "You are looking at an earlier position.";
      if (player?.type === "engine") return `${store.name(status.toMove)} is thinking…`;
      return store.isYou(status.toMove) ? "Your move." : `${store.name(status.toMove)} to move.`;
    }
  }
}

/**
 * @param {Store} store
 * @param {import("./store.js").Phase} phase
 */
function ending(store, phase) {
  if (!phase.winner) return phase.reason === "full" ? "A draw: the board is full." : "A draw.";
  const loser = otherSide(phase.winner);
  const isYou = store.isYou(phase.winner);
  const wins = isYou ? "You win" : `${store.name(phase.winner)} wins`;
  const other = store.isYou(loser) ? "you" : store.name(loser);
  if (phase.reason === "resigned") return `${wins}: ${other} resigned.`;
  if (phase.reason === "time") return `${wins}: ${other} ran out of time.`;
  return `${wins} with ${phase.winner}: ${REASONS[phase.reason ?? "five"]}.`;
}

/** Says why no stone may be placed on the shown board. @param {Store} store */
export function whyNot(store) {
  const { status } = store;
  if (!status || store.connection !== "open") return "the table does not answer; wait until it is connected again";
  const { phase } = status;
  if (phase.type === "analysis") return "the game is over in this position; go back to try another move";
  if (phase.type === "over") return "the game has ended; choose Analyse to try other moves";
  if (phase.type === "paused") return "the game is paused; resume it to play";
  if (store.shown !== status.last) return "this is an earlier position; go to the last move to play";
  if (phase.type === "opening" && !takesPoint(phase)) return openingRefusal(phase);
  return `it is the turn of ${store.name(phase.actor ?? status.toMove)}`;
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

/** Writes a chance. @param {number} chance */
export const percent = (chance) => `${Math.round(chance * 100)} %`;

/** The distance to a win or a loss in plies, as engines write it. */
const MATE = /^([+-])M(\d+)$/;

/**
 * Writes the value of a move for its side.
 * @param {string | null} value as the engine writes it
 * @param {number | null} chance
 */
export function longValue(value, chance) {
  const mate = MATE.exec(value ?? "");
  if (mate) return `${mate[1] === "+" ? "wins" : "loses"} in ${Math.ceil(Number(mate[2]) / 2)}`;
  return chance === null ? value ?? "" : percent(chance);
}

/**
 * Writes the value of a move in three characters; null if it is unknown.
 * @param {string | null} value as the engine writes it
 * @param {number | null} chance
 */
export function shortValue(value, chance) {
  const mate = MATE.exec(value ?? "");
  if (mate) return `${mate[1] === "+" ? "W" : "L"}${Math.ceil(Number(mate[2]) / 2)}`;
  return chance === null ? null : String(Math.round(chance * 100));
}

/** Writes a large number. @param {number} number */
export function brief(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  return number >= 1e3 ? `${Math.round(number / 1e3)} k` : String(number);
}
