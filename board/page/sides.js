// @ts-check
// The two sides.

import { TEXTS } from "./texts.js";

/** @param {string} side */
export const colorName = (side) => (side === "black" ? TEXTS.colors.black : TEXTS.colors.white);

/** @param {string} side @returns {"black" | "white"} */
export const otherSide = (side) => (side === "black" ? "white" : "black");
