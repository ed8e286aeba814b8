// @ts-check
// The openings of games: their names, and the requests to a player with their choices.

import { button } from "./dom.js";
import { colorName, otherSide } from "./sides.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./store.js").Phase} Phase */

/** The protocols: the name on the wire, the name for people, what happens, and whether it belongs to renju. */
const PROTOCOLS = /** @type {[string, string, string, boolean][]} */ ([
  ["swap", "Swap", "One player places three stones; the other takes a colour.", false],
  ["swap2", "Swap2", "One player places three stones; the other takes a colour, or places two more and leaves the choice.", false],
  ["rif", "RIF (1996)", "Three stones near the centre, and a swap; then Black offers two fifth stones, of which White keeps one.", true],
  ["yamaguchi", "Yamaguchi", "Three stones near the centre and a number of fifth stones, then a swap; Black offers that many, and White keeps one.", true],
  ["soosorv8", "Soosõrv-8", "Three stones near the centre, and a swap; White's stone and a number of up to eight fifth stones, and another swap; Black offers them, and White keeps one.", true],
  ["tarannikov", "Tarannikov", "Five stones, each in a larger square around the centre, with a swap after each.", true],
  ["taraguchi10", "Taraguchi-10", "As Tarannikov, but after the fourth stone Black may offer ten fifth stones anywhere, of which White keeps one.", true],
]);
/** Small numbers as words. */
const NUMBERS = ["no", "one", "two", "three"];

/**
 * The openings that a rule allows, for a choice; the first is none.
 * @param {string} rule
 */
export const openingOptions = (rule) => /** @type {[string, string][]} */ ([["", "None: Black begins"], ...PROTOCOLS.filter(([, , , isRenju]) => !isRenju || rule === "renju").map(([key, name]) => [key, name])]);

/** The name of an opening. @param {string | null | undefined} protocol */
export const openingName = (protocol) => PROTOCOLS.find(([key]) => key === protocol)?.[1] ?? "";

/** Returns the description of an opening. @param {string | null | undefined} protocol */
export const openingNote = (protocol) => PROTOCOLS.find(([key]) => key === protocol)?.[2] ?? "";

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

/** The offered stones, as ghosts. @param {Store} store @returns {{ point: string, color: "black", text: string }[]} */
export function openingOffers(store) {
  const { status } = store;
  if (!status || store.shown !== status.last) return [];
  return (status.offers ?? []).map((point, index) => ({ point, color: "black", text: String(index + 1) }));
}

/**
 * Says what the player who acts is asked.
 * @param {Store} store
 * @param {Phase} phase
 */
export function openingState(store, phase) {
  const side = phase.actor ?? "black";
  if (store.player(side)?.type === "engine") return TEXTS.openings.thinking(store.name(side));
  const who = store.isYou(side) ? "" : `${store.name(side)}: `;
  return `${openingName(store.setup?.opening)}: ${who}${request(store, phase)}.`;
}

/** Says what a program has chosen in its newest turn; empty if it has chosen nothing. @param {Store} store */
export function openingDecisions(store) {
  const decisions = store.status?.decisions ?? [];
  return decisions.filter(({ by }) => store.player(by)?.type === "engine").map(({ by, act }) => decisionText(store, by, act)).join(" ");
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
  switch (task?.type) {
    case "place": {
      const { toMove } = store.stones(store.status?.last);
      const left = task.left ?? 1;
      if (left === 1) return `place a ${toMove} stone ${squareText(task.within)}`.trimEnd();
      const colors = Array.from({ length: left }, (_, index) => (index % 2 ? otherSide(toMove) : toMove)).join(", ");
      const first = squareText(task.within);
      return `place ${NUMBERS[left]} stones: ${colors}${first ? `; the first ${first}` : ""}`;
    }
    case "count": return `choose how many fifth stones Black will offer, from 1 to ${task.most}`;
    case "swapOrOffer": return "choose a colour, or offer ten fifth stones";
    case "offer": return `offer ${task.left} more fifth ${task.left === 1 ? "stone" : "stones"}`;
    case "choose": return "keep one of the offered stones";
    case "swap": return `choose a colour${store.status?.phase.count ? `; Black will offer ${store.status.phase.count} fifth ${store.status.phase.count === 1 ? "stone" : "stones"}` : ""}`;
    default: return "choose a colour";
  }
}

/** @param {number | null | undefined} within */
function squareText(within) {
  if (typeof within !== "number") return "";
  if (within === 0) return "on the centre";
  return `in the square of ${2 * within + 1}×${2 * within + 1} around the centre`;
}

/** Says why no stone may be placed while a choice is to be made. @param {Phase} phase */
export const openingRefusal = (phase) => (phase.task?.type === "count" ? "choose the number of fifth stones first" : "choose a colour first");

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
  const take = (/** @type {string} */ color) => choose(`Play ${color}`, color === side ? "stay" : "swap", color);
  const colors = () => [take("black"), take("white")];
  switch (phase.task?.type) {
    case "swap": return colors();
    case "swapOrAdd": return [...colors(), choose("Place two more", "add", "twoMore")];
    case "swapOrOffer": return [...colors(), choose(`${colorName(side)} offers ten`, "add", "offerTen")];
    case "count": return Array.from({ length: phase.task.most ?? 0 }, (_, index) => choose(String(index + 1), { count: index + 1 }, `count ${index + 1}`));
    default: return [];
  }
}
