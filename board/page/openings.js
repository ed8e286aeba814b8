// @ts-check
// The openings of games: their names, and the requests to a player with their choices.

import { button } from "./dom.js";
import { place } from "./notation.js";
import { colorName, otherSide } from "./sides.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./store.js").Phase} Phase */

/** The protocols that belong to renju, by the name on the wire. */
const OF_RENJU = ["rif", "yamaguchi", "soosorv8", "tarannikov", "taraguchi10"];

/**
 * The openings that a rule allows, as options of a list; the first option is no opening.
 * @param {string} rule
 */
export const openingOptions = (rule) => /** @type {[string, string][]} */ ([["", TEXTS.openings.none], ...Object.entries(TEXTS.openings.protocols).filter(([key]) => rule === "renju" || !OF_RENJU.includes(key)).map(([key, [name]]) => [key, name])]);

/** The name of an opening. @param {string | null | undefined} protocol */
export const openingName = (protocol) => TEXTS.openings.protocols[protocol ?? ""]?.[0] ?? "";

/** Returns the description of an opening. @param {string | null | undefined} protocol */
export const openingNote = (protocol) => TEXTS.openings.protocols[protocol ?? ""]?.[1] ?? "";

/**
 * Changes the rule of a game, whose opening may belong to the old rule.
 * @param {any} setup
 * @param {string} rule
 */
export function setRule(setup, rule) {
  setup.rule = rule;
  if (!openingOptions(rule).some(([key]) => key === (setup.opening ?? ""))) setup.opening = null;
}

/** Whether a person acts on the board: a stone, an offer, or the choice of one. @param {Phase} phase */
export const takesPoint = (phase) => ["place", "offer", "choose"].includes(phase.task?.type ?? "");

/** The side of the square around the centre that the next stone belongs to; null for any point. @param {Store} store */
export function openingSquare(store) {
  const { status } = store;
  const within = status?.phase.task?.within;
  return status && store.shown === status.last && typeof within === "number" ? within : null;
}

/**
 * Says that a point is outside the square that the next stone belongs to; null if it may be there.
 * @param {Store} store
 * @param {string} name
 */
export function outsideSquare(store, name) {
  const within = openingSquare(store);
  if (within === null || store.practice || store.editor) return null;
  const { x, y } = place(name);
  const { width, height } = /** @type {import("./store.js").Setup} */ (store.setup);
  const distance = Math.max(Math.abs(x - Math.floor(width / 2)), Math.abs(y - Math.floor(height / 2)));
  return distance <= within ? null : TEXTS.openings.place(store.stones().toMove, squareText(within));
}

/** Gives the people of an opening names, because they do not know their colours yet. @param {any} setup */
export function namePeople(setup) {
  const { black, white, opening } = setup;
  const isNameless = (/** @type {any} */ player) => player.type === "person" && !player.name;
  if (!opening || !isNameless(black) || !isNameless(white)) return;
  setup.black = { ...black, name: TEXTS.openings.first };
  setup.white = { ...white, name: TEXTS.openings.second };
}

/** The offered stones, as ghosts. @param {Store} store @returns {{ point: string, color: "black", text: string }[]} */
export function openingOffers(store) {
  const { status } = store;
  if (!status || store.shown !== status.last) return [];
  return (status.offers ?? []).map((point, index) => ({ point, color: "black", text: String(index + 1) }));
}

/**
 * Describes the task of the player who acts.
 * @param {Store} store
 * @param {Phase} phase
 */
export function openingState(store, phase) {
  const side = phase.actor ?? "black";
  if (store.player(side)?.type === "engine") return TEXTS.openings.thinking(store.name(side));
  return TEXTS.openings.asks(openingName(store.setup?.opening), store.isYou(side) ? null : store.name(side), request(store, phase));
}

/** Says what the other player has chosen in the newest turn; empty if there was no choice. @param {Store} store */
export function openingDecisions(store) {
  const decisions = store.status?.decisions ?? [];
  // A person who plays a program knows their own choices.
  return decisions.filter(({ by }) => !store.isAgainstEngine() || store.player(by)?.type === "engine").map(({ by, act }) => decisionText(store, by, act)).join(" ");
}

/** @param {Store} store @param {string} by @param {any} act */
function decisionText(store, by, act) {
  const { decisions } = TEXTS.openings;
  const name = store.name(by);
  if (typeof act === "object") return decisions.count(name, act.count);
  if (act === "add") return store.setup?.opening === "swap2" ? decisions.twoMore(name) : decisions.offers(name);
  return act === "swap" ? decisions.swaps(name, by) : decisions.stays(name, by);
}

/** @param {Store} store @param {Phase} phase */
function request(store, phase) {
  const { task } = phase;
  const texts = TEXTS.openings;
  switch (task?.type) {
    case "place": {
      const { toMove } = store.stones(store.status?.last);
      const left = task.left ?? 1;
      const where = squareText(task.within);
      if (left === 1) return texts.place(toMove, where);
      return texts.placeSeveral(left, Array.from({ length: left }, (_, index) => (index % 2 ? otherSide(toMove) : toMove)), where);
    }
    case "count": return texts.count(task.most ?? 0);
    case "swapOrAdd": return texts.swapOrAdd;
    case "swapOrOffer": return texts.swapOrOffer;
    case "offer": return texts.offer(task.left ?? 0, (store.status?.offers ?? []).length === 0);
    case "choose": return texts.choose;
    case "swap": return phase.count ? texts.swapWithCount(phase.count) : texts.swap;
    default: return texts.swap;
  }
}

/** @param {number | null | undefined} within */
function squareText(within) {
  if (typeof within !== "number") return "";
  return within === 0 ? TEXTS.openings.center : TEXTS.openings.square(2 * within + 1);
}

/** Says why no stone may be placed while a choice is to be made. @param {Phase} phase */
export const openingRefusal = (phase) => (phase.task?.type === "count" ? TEXTS.openings.countFirst : TEXTS.openings.colorFirst);

/**
 * The buttons of a choice in an opening.
 * @param {Store} store
 * @param {(command: object) => void} send
 */
export function openingChoices(store, send) {
  const phase = store.status?.phase;
  const side = phase?.actor ?? "black";
  if (!phase || store.player(side)?.type !== "person") return [];
  const choose = (/** @type {string} */ label, /** @type {any} */ act, /** @type {string} */ key) => button(label, () => send({ type: "decide", act }), { class: "primary", "data-key": key });
  const take = (/** @type {string} */ color) => choose(TEXTS.openings.play(color), color === side ? "stay" : "swap", color);
  const colors = () => [take("black"), take("white")];
  switch (phase.task?.type) {
    case "swap": return colors();
    case "swapOrAdd": return [...colors(), choose(TEXTS.openings.twoMore, "add", "twoMore")];
    case "swapOrOffer": return [...colors(), choose(TEXTS.openings.offerTen(colorName(side)), "add", "offerTen")];
    case "count": return Array.from({ length: phase.task.most ?? 0 }, (_, index) => choose(String(index + 1), { count: index + 1 }, `count ${index + 1}`));
    default: return [];
  }
}
