// @ts-check
// The two sides.

/** @param {string} side */
export const colorName = (side) => (side === "black" ? "Black" : "White");

/** @param {string} side @returns {"black" | "white"} */
export const otherSide = (side) => (side === "black" ? "white" : "black");
