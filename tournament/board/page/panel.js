// @ts-check
// The players with their clocks, and the commands of a game.

import { byId, button, make, replace } from "./dom.js";
import { clock, stateOfPlay } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {(command: object) => void} Send */

/** The time in which a take-back must be confirmed, in milliseconds. */
const SURE = 4000;
/** When taking back was asked for. */
let askedBack = -SURE;

/** The strongest level below full strength. */
export const MAX_LEVEL = 12;

/**
 * Shows the players and the commands.
 * @param {Store} store
 * @param {Send} send
 * @param {{ rematch: (change: (setup: any) => void) => void, review: () => void }} games
 */
export function showPanel(store, send, games) {
  replace(byId("players"), player(store, "black"), player(store, "white"), make("p", { class: "state" }, stateOfPlay(store)), notices(store));
  replace(byId("actions"), ...actions(store, send, games));
  showClocks(store);
  const banner = byId("connection");
  const words = /** @type {Record<string, string>} */ ({
    lost: "The connection is lost. Your game is kept; the page tries again by itself.",
    connecting: "Connecting…",
  });
  banner.hidden = !words[store.connection];
  banner.textContent = words[store.connection] ?? "";
}

/** Lets the clocks run on between two messages. @param {Store} store */
export function showClocks(store) {
  const { status } = store;
  if (!status) return;
  for (const [index, side] of ["black", "white"].entries()) {
    const element = document.querySelector(`[data-clock="${side}"]`);
    if (!element) continue;
    const face = status.clocks[index];
    const gone = status.running === side ? performance.now() - store.statusAt : 0;
    const limits = [face.turnMs, face.gameMs].filter((limit) => limit !== null);
    const text = limits.length > 0 ? limits.map((limit) => clock(/** @type {number} */ (limit) - gone)).join(" · ") : clock(face.usedMs + gone);
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("short", limits.some((limit) => /** @type {number} */ (limit) - gone < 10_000));
  }
}

/**
 * @param {Store} store
 * @param {string} side
 */
function player(store, side) {
  const { status } = store;
  const isTurn = status?.phase.type === "playing" && status.toMove === side;
  const who = store.player(side);
  const state = who?.type === "engine" ? status?.engines[who.engine]?.type : null;
  return make("div", { class: `player ${isTurn ? "turn" : ""}`, "data-side": side },
    make("span", { class: `pebble ${side}`, role: "img", "aria-label": side }),
    make("span", { class: "name" }, store.name(side)),
    state === "thinking" || state === "starting" || state === "stopping" ? make("span", { class: "muted" }, `${state}…`) : null,
    make("span", { class: "clock", "data-clock": side, title: "Time left, or time used where there is no limit" }));
}

/** @param {Store} store */
function notices(store) {
  return store.notices.map((text) => make("p", { class: "notice", role: "alert" }, text));
}

/**
 * @param {Store} store
 * @param {Send} send
 * @param {{ rematch: (change: (setup: any) => void) => void, review: () => void }} games
 */
function actions(store, send, games) {
  const { status } = store;
  if (!status) return [];
  const { phase } = status;
  const command = (/** @type {string} */ label, /** @type {string} */ type, more = {}) => button(label, () => send({ type }), { "data-key": type, ...more });
  const analyse = button("Analyse", games.review, { "data-key": "review" });
  const back = takeBack(store, send);
  switch (phase.type) {
    case "playing": {
      const mover = store.player(status.toMove);
      const canHurry = mover?.type === "engine" && store.engines[mover.engine]?.canAnalyse;
      return [back, canHurry ? command("Move now", "moveNow") : null, command("Pause", "pause"), hasPerson(store) ? command("Resign", "resign") : null];
    }
    case "paused":
      return [command("Resume", "resume", { class: "primary" }), back, analyse];
    case "over":
      return [...endings(store, games), back];
    case "swap2":
      return choices(store, send);
    default:
      return [button("Play on from here", () => send({ type: "playOn", at: store.shown }), { "data-key": "playOn", title: "Makes this position the game, with the players of the last one" })];
  }
}

/** @param {Store} store */
function hasPerson(store) {
  return store.status?.players.some((player) => player.type === "person") ?? false;
}

/**
 * Says what would go before it goes: the first press asks, the second takes back.
 * @param {Store} store
 * @param {Send} send
 */
function takeBack(store, send) {
  const { status } = store;
  if (!status?.canTakeBack) return null;
  const mover = store.player(status.toMove);
  const count = store.isAgainstEngine() && mover?.type === "person" ? 2 : 1;
  const isAsked = () => performance.now() - askedBack < SURE;
  const ask = () => {
    if (!store.isAgainstEngine() || isAsked()) {
      askedBack = -SURE;
      send({ type: "takeBack" });
      return;
    }
    askedBack = performance.now();
    store.changed();
    setTimeout(() => store.changed(), SURE);
  };
  const question = count === 2 ? "Take back your move and the answer?" : "Take back your move?";
  return button(isAsked() ? question : "Take back", ask, { "data-key": "takeBack", class: isAsked() ? "sure" : null });
}

/**
 * The row after a game.
 * @param {Store} store
 * @param {{ rematch: (change: (setup: any) => void) => void, review: () => void }} games
 */
function endings(store, games) {
  const engine = store.status?.players.find((player) => player.type === "engine");
  const level = engine?.type === "engine" ? engine.level : undefined;
  const hasLevels = engine?.type === "engine" && store.engines[engine.engine]?.hasLevels;
  const other = (/** @type {any} */ setup) => {
    [setup.black, setup.white] = [setup.white, setup.black];
  };
  const harder = (/** @type {number} */ step) => (/** @type {any} */ setup) => {
    for (const side of ["black", "white"]) {
      if (setup[side].type === "engine") setup[side] = withLevel(setup[side], (setup[side].level ?? MAX_LEVEL + 1) + step);
    }
  };
  return [
    button("Rematch", () => games.rematch(() => {}), { class: "primary", "data-key": "rematch" }),
    button("Other colour", () => games.rematch(other), { "data-key": "other" }),
    hasLevels && level !== 1 ? button("Easier", () => games.rematch(harder(-1)), { "data-key": "easier" }) : null,
    hasLevels && level !== undefined ? button("Harder", () => games.rematch(harder(1)), { "data-key": "harder" }) : null,
    button("Analyse", games.review, { "data-key": "review" }),
  ];
}

/**
 * Returns an engine at another level; above the highest it plays at full strength.
 * @param {any} player
 * @param {number} level
 */
export function withLevel(player, level) {
  const { level: _, ...rest } = player;
  return level > MAX_LEVEL ? rest : { ...rest, level: Math.max(1, level) };
}

/**
 * @param {Store} store
 * @param {Send} send
 */
function choices(store, send) {
  const phase = store.status?.phase;
  if (!phase || phase.stones || store.player(phase.actor ?? "black")?.type !== "person") return [];
  const choose = (/** @type {string} */ label, /** @type {string} */ choice) => button(label, () => send({ type: "swap2", choice }), { "data-key": choice });
  return [choose("Play black", "black"), choose("Play white", "white"), phase.mayAdd ? choose("Place two more stones", "twoMore") : null];
}
