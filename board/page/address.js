// @ts-check
// Games in addresses: the part after the hash sign, written for a link and read from one.

import { shown } from "./notation.js";
import { TEXTS } from "./texts.js";

/** The shortest and the longest side of a board. */
const [MIN_SIDE, MAX_SIDE] = [5, 22];
const MOVES = /^(?:[a-v]\d{1,2}|--)*/;
const ADDRESS = /^#g=((?:[a-v]\d{1,2}|--)*)&r=([a-z0-9]+)&s=(\d{1,2})x(\d{1,2})(?:&n=(bottom|top))?(?:&b=([^&]*)&w=([^&]*))?(&review)?$/;

/**
 * Returns the game as the part of an address after the hash sign.
 * @param {import("./store.js").Store} store
 */
export function gameInAddress(store) {
  const { setup } = store;
  const height = setup?.height ?? 15;
  const moves = store.wholePath().slice(1).map((node) => (node.point ? shown(node.point, "bottom", height) : "--")).join("");
  return `#g=${moves}&r=${setup?.rule ?? "freestyle"}&s=${setup?.width ?? 15}x${height}&n=bottom`;
}

/**
 * Reads a game from an address; null if there is none. Rows count from the top unless the address says otherwise. A link of a report also names the players, and asks for a review.
 * @param {string} hash
 */
export function addressedGame(hash) {
  const found = ADDRESS.exec(hash);
  if (!found || partProblem(hash)) return null;
  const names = found[6] === undefined ? undefined : [found[6], found[7]].map(decoded);
  return { moves: found[1], rule: found[2], width: Number(found[3]), height: Number(found[4]), points: found[5] ?? "top", names, wantsReview: found[8] !== undefined };
}

/** Says why an address has no game; empty if it has one, or nothing after the hash sign. @param {string} hash */
export function addressProblem(hash) {
  if (!hash || addressedGame(hash)) return "";
  return hash.startsWith("#g=") ? partProblem(hash) || TEXTS.address.incomplete : TEXTS.address.noGame(hash);
}

/** Says which part of an address is wrong; empty if each is right or missing. @param {string} hash */
function partProblem(hash) {
  const parts = hash.slice(1).split("&");
  const [moves, rule, size] = ["g=", "r=", "s="].map((key) => parts.find((part) => part.startsWith(key))?.slice(key.length));
  const wrong = moves?.replace(MOVES, "");
  if (wrong) return TEXTS.address.moves(wrong);
  const rules = Object.keys(TEXTS.setup.rules);
  if (rule !== undefined && !rules.includes(rule)) return TEXTS.address.rule(rule, rules);
  const sides = size === undefined ? [] : /^\d+x\d+$/.test(size) ? size.split("x").map(Number) : [0];
  return sides.every((side) => side >= MIN_SIDE && side <= MAX_SIDE) ? "" : TEXTS.address.size(size ?? "", MIN_SIDE, MAX_SIDE);
}

/** Reads a part of an address, which a person may have cut. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
