// @ts-check
// The level that follows the results of a person: half a step for each game, so that two equal results move it.

import { TEXTS } from "./texts.js";

/** The strongest level below full strength. */
export const MAX_LEVEL = 15;

/**
 * Returns an engine at another level; above the highest it plays at full strength.
 * @template {{ level?: number }} Player
 * @param {Player} player
 * @param {number} level
 * @returns {Player}
 */
export function withLevel(player, level) {
  const { level: _, ...rest } = player;
  return /** @type {Player} */ (level > MAX_LEVEL ? rest : { ...rest, level: Math.max(1, level) });
}

/** Returns the level of an engine as a number; full strength is one above the highest. @param {{ level?: number }} player */
export const levelOf = (player) => player.level ?? MAX_LEVEL + 1;

/**
 * Returns the level after a game, and the half step that waits for another equal result.
 * @param {number} level
 * @param {number} half -1, 0 or 1: half a step below, none, or above
 * @param {"won" | "lost" | "drawn"} result of the person
 */
export function adapted(level, half, result) {
  const step = result === "won" ? 1 : result === "lost" ? -1 : 0;
  const sum = half + step;
  if (Math.abs(sum) < 2) return { level, half: sum };
  return { level: Math.max(1, Math.min(MAX_LEVEL + 1, level + step)), half: 0 };
}

/**
 * Gives the engines of a setup the level to which the results of the last game have led, if there is one.
 * @param {any} setup
 * @param {{ adapt: boolean, nextLevel: number }} settings
 */
export function withNextLevel(setup, { adapt, nextLevel }) {
  for (const side of ["black", "white"]) {
    if (adapt && nextLevel > 0 && setup[side].type === "engine") setup[side] = withLevel(setup[side], nextLevel);
  }
  return setup;
}

/** Names a level: "level 5", "full strength". @param {number} level */
export const levelName = (level) => (level > MAX_LEVEL ? TEXTS.levels.full : TEXTS.levels.level(level));
