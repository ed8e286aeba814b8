// @ts-check
// The settings of a person, which the browser keeps.

import { keepValue, keptValue } from "./shelf.js";

const SETTINGS_KEY = "dolmen.settings";

/** The settings and their defaults. */
const DEFAULTS = {
  theme: "system",
  board: "wood",
  notation: "bottom",
  coordinates: true,
  numbers: false,
  crosshair: false,
  sounds: true,
  speech: false,
  confirm: "touch",
  zoom: "large",
  thinking: false,
  lines: 5,
  /** The nodes for each move of a review. */
  effort: 100_000,
  adapt: false,
  /** The level that was played last. */
  level: 4,
  /** The half step of a level that adapts: -1, 0 or 1. */
  half: 0,
  /** The level of the next game, to which the results have led; 0 for that of the last one. */
  nextLevel: 0,
  /** The limits of an analysis in milliseconds, nodes, threads and bytes; 0 for none. */
  limitMs: 0,
  limitNodes: 0,
  limitThreads: 0,
  limitMemory: 0,
  /** The time of a proof by any moves in milliseconds; 0 for no limit. */
  proofMs: 60_000,
  threats: false,
  heat: false,
  /** Whether the card of the collection is open. */
  collection: false,
};

/** @typedef {typeof DEFAULTS} Settings */

/** Reads the settings. Values that cannot be read keep their defaults. @returns {Settings} */
export function readSettings() {
  const kept = Object.entries(keptValue("local", SETTINGS_KEY) ?? {});
  const known = kept.filter(([key, value]) => typeof value === typeof DEFAULTS[/** @type {keyof Settings} */ (key)]);
  return { ...DEFAULTS, ...Object.fromEntries(known) };
}

/** Keeps the settings. @param {Settings} settings */
export const keepSettings = (settings) => keepValue("local", SETTINGS_KEY, settings);
