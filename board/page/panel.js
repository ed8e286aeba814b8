// @ts-check
// The players with their clocks, the state of play, and the state of the connection.

import { levelName, levelOf, MAX_LEVEL, withLevel } from "./adapt.js";
import { isOfProgram } from "./backend.js";
import { button, byId, CLOSE, icon, make, replace } from "./dom.js";
import { shown } from "./notation.js";
import { TEXTS } from "./texts.js";
import { clock, stateOfPlay, used } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {(command: object) => void} Send */

/** A running clock with less time than this is shown in red, in milliseconds. */
const SHORT = 10_000;

/**
 * @param {Store} store
 * @param {import("./settings.js").Settings} settings
 * @param {Send} send
 * @param {() => void} retry
 */
export function showPanel(store, settings, send, retry) {
  replace(byId("players"), player(store, send, "black"), player(store, send, "white"));
  replace(byId("state"), stateOfPlay(store));
  replace(byId("notices"), connection(store, retry), update(store), store.notices.map((news) => notice(store, settings, news)));
  showClocks(store);
}

/** Lets the clocks run on between two messages. @param {Store} store */
export function showClocks(store) {
  const { status } = store;
  if (!status) return;
  for (const [index, side] of ["black", "white"].entries()) {
    const element = document.querySelector(`[data-clock="${side}"]`);
    if (!element) continue;
    const face = status.clocks[index];
    const gone = status.running === side && store.connection === "open" ? Math.max(0, performance.now() - store.statusAt - (face.waitsMs ?? 0)) : 0;
    const limits = [face.turnMs, face.gameMs].flatMap((limit) => (limit === null ? [] : [limit - gone]));
    const text = limits.length > 0 ? limits.map(clock).join(" · ") : used(face.usedMs + gone);
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("short", status.running === side && limits.some((limit) => limit < SHORT));
    element.classList.toggle("free", limits.length === 0);
  }
}

/**
 * Returns the side whose move a game or an analysis waits for; null if there is none.
 * @param {Store} store
 */
export function sideInPlay(store) {
  const { status } = store;
  if (store.isPlaying()) return status?.phase.actor ?? status?.toMove ?? null;
  const isAnalysis = status?.phase.type === "analysis" && !store.editor;
  return isAnalysis && !store.insights.get(store.shown)?.outcome ? store.stones().toMove : null;
}

/**
 * @param {Store} store
 * @param {Send} send
 * @param {"black" | "white"} side
 */
function player(store, send, side) {
  const { status } = store;
  const isTurn = sideInPlay(store) === side;
  const hasWon = status?.phase.winner === side;
  const who = store.player(side);
  const state = who?.type === "engine" ? status?.engines[who.engine] : null;
  const isBusy = state && ["thinking", "starting", "stopping"].includes(state.type);
  return make("div", { class: `player ${isTurn ? "turn" : ""} ${isBusy ? "busy" : ""}`, "data-side": side, "data-key": `player ${side}` },
    make("span", { class: `pebble ${side}`, role: "img", "aria-label": side }),
    make("span", { class: "who" },
      make("span", { class: "name" }, store.name(side), hasWon ? make("span", { class: "won" }, TEXTS.panel.won) : null),
      who ? level(store, send, side, who) : null),
    make("span", { class: "clock", "data-clock": side, title: TEXTS.panel.clockTitle }));
}

/**
 * The level of an engine, with the steps to an easier and a harder one.
 * @param {Store} store
 * @param {Send} send
 * @param {"black" | "white"} side
 * @param {import("./store.js").Player} who
 */
function level(store, send, side, who) {
  if (who.type !== "engine" || !store.engines[who.engine]?.hasLevels || store.status?.phase.type === "analysis") return null;
  const at = levelOf(who);
  // A game that has ended keeps the level at which it was played; the next one may have another.
  const isOver = store.status?.phase.type === "over";
  const step = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {string} */ name, /** @type {number} */ by) =>
    button(sign, () => send({ type: "seat", color: side, player: withLevel(who, at + by) }), {
      class: "step", "aria-label": name, title: name, "data-key": `${side} ${key}`, disabled: isOver || at + by < 1 || at + by > MAX_LEVEL + 1,
    });
  return make("span", { class: "level" }, step("−", "Easier", TEXTS.panel.easier, -1), make("span", {}, levelName(at)), step("+", "Harder", TEXTS.panel.harder, 1));
}

/** @param {Store} store */
function connectionText({ connection, status }) {
  if (connection === "stranger") return TEXTS.panel.stranger;
  if (!isOfProgram()) return TEXTS.panel.ended;
  return status ? TEXTS.panel.lost : TEXTS.panel.absent;
}

/**
 * @param {Store} store
 * @param {() => void} retry
 */
function connection(store, retry) {
  if (store.connection === "lost" || store.connection === "stranger") {
    return make("div", { class: "banner", role: "alert", "data-key": "lost" },
      make("span", {}, connectionText(store)), button(TEXTS.panel.retry, retry, { class: "small", "data-key": "retry" }));
  }
  if (store.connection === "loading") {
    return make("div", { class: "banner", "data-key": "loading" }, TEXTS.panel.loading,
      make("progress", { max: 1, value: store.progress.toFixed(2), "aria-label": TEXTS.panel.loadingLabel }));
  }
  return null;
}

/** @param {Store} store */
function update({ update }) {
  return update ? make("div", { class: "banner", role: "status", "data-key": "update" },
    make("span", {}, TEXTS.panel.update), button(TEXTS.panel.reload, update, { class: "small", "data-key": "update now" })) : null;
}

/**
 * @param {Store} store
 * @param {import("./settings.js").Settings} settings
 * @param {{ text: string, point: string | null }} notice
 */
function notice(store, settings, { text, point }) {
  const where = point ? ` (${shown(point, settings.notation, store.setup?.height ?? 15)})` : "";
  return make("div", { class: "banner", role: "alert", "data-key": `notice ${text}` }, make("span", {}, `${text}${where}`),
    button(icon(CLOSE), () => store.dismiss(text), { class: "quiet close", "aria-label": TEXTS.panel.close, "data-key": `close ${text}` }));
}
