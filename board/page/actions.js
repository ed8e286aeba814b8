// @ts-check
// The buttons of a game: those that apply to its present phase.

import { levelOf, MAX_LEVEL, withLevel } from "./adapt.js";
import { button, byId, make, replace } from "./dom.js";
import { openingChoices } from "./openings.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {(command: object) => void} Send */

/** How long a first press of "Take back" or "Resign" waits for the second, in milliseconds. */
const QUESTION_TIME = 4000;

/** The command that waits for its second press. */
let armed = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let disarming;

/**
 * @typedef {object} Games the actions that take more than one command of the table
 * @property {(change?: (setup: any) => void) => void} rematch
 * @property {() => void} review
 * @property {() => void} playOn asks who plays on from the shown position
 */

/**
 * @param {Store} store
 * @param {Send} send
 * @param {Games} games
 */
export function showActions(store, send, games) {
  replace(byId("actions"), ...actions(store, send, games));
}

/**
 * @param {Store} store
 * @param {Send} send
 * @param {Games} games
 */
function actions(store, send, games) {
  const { status } = store;
  if (!status) return [];
  const { phase } = status;
  const isOld = store.isLive() && store.shown !== status.last;
  const back = isOld ? button(TEXTS.actions.latest, () => store.show(status.last), { class: "primary", "data-key": "latest" }) : null;
  const analyse = button(TEXTS.actions.analyse, games.review, { "data-key": "review" });
  switch (phase.type) {
    case "playing":
      return [back, takeBack(store, send), moveNow(store, send), pause(send), resign(store, send)];
    case "paused":
      return [button(TEXTS.actions.resume, () => send({ type: "resume" }), { class: "primary", "data-key": "resume" }), takeBack(store, send), resign(store, send), analyse];
    case "over":
      return [make("div", { class: "endings" }, endings(store, games, analyse)), back, takeBack(store, send)];
    case "opening":
      return [back, ...openingChoices(store, send), takeBack(store, send), moveNow(store, send), pause(send), resign(store, send)];
    default:
      return store.editor ? [] : [playOnButton(store, games)];
  }
}

/**
 * @param {Store} store
 * @param {Games} games
 */
function playOnButton(store, games) {
  const isOver = hasEnded(store);
  return button(TEXTS.actions.playOn, games.playOn, { "data-key": "playOn", title: isOver ? TEXTS.actions.playOnOver : TEXTS.actions.playOnTitle, disabled: isOver });
}

/** Returns whether the game is over in the shown position, so that it cannot go on from there. @param {Store} store */
export const hasEnded = (store) => Boolean(store.insights.get(store.shown)?.outcome);

/** @param {Send} send */
const pause = (send) => button(TEXTS.actions.pause, () => send({ type: "pause" }), { "data-key": "pause" });

/**
 * A button that asks again before it does something that cannot be undone.
 * @param {Store} store
 * @param {string} key
 * @param {[string, string]} labels at first, and when it asks
 * @param {() => void} action
 * @param {Record<string, any>} [more]
 */
export function askTwice(store, key, labels, action, more = {}) {
  const isArmed = armed === key;
  return button(labels[isArmed ? 1 : 0], (event) => pressTwice(store, key, action, event), { ...more, class: isArmed ? "sure" : "", "data-key": key });
}

/**
 * Asks at the first press, and acts at the second. The second press of a double click answers nothing: the question
 * appears under the pointer.
 * @param {Store} store
 * @param {string} key
 * @param {() => void} action
 * @param {UIEvent} [event] the press, unless it is that of a key
 */
function pressTwice(store, key, action, event) {
  const isArmed = armed === key;
  if (isArmed && event && event.detail > 1) return;
  clearTimeout(disarming);
  armed = isArmed ? "" : key;
  if (isArmed) action();
  else {
    disarming = setTimeout(() => {
      armed = "";
      store.going = [];
      store.changed();
    }, QUESTION_TIME);
  }
  store.changed();
}

/**
 * Takes back as the button does: against a program, it asks first and marks the stones that would go.
 * @param {Store} store
 * @param {Send} send
 * @param {UIEvent} [event] the press, unless it is that of a key
 */
export function pressTakeBack(store, send, event) {
  if (store.status?.phase.type === "analysis") {
    store.refuse(TEXTS.actions.takesNothingBack);
    return;
  }
  const going = store.takenBack();
  if (!store.isAgainstEngine()) {
    send({ type: "takeBack" });
    return;
  }
  pressTwice(store, "takeBack", () => send({ type: "takeBack" }), event);
  store.going = armed === "takeBack" ? going : [];
}

/**
 * The button that takes back; it marks the stones that would go.
 * @param {Store} store
 * @param {Send} send
 */
function takeBack(store, send) {
  const going = store.takenBack();
  if (!store.status?.canTakeBack) return null;
  const preview = (/** @type {boolean} */ isOn) => () => {
    if (!isOn && armed === "takeBack") return;
    store.going = isOn ? going : [];
    store.changed();
  };
  const show = { pointerenter: preview(true), pointerleave: preview(false), focus: preview(true), blur: preview(false) };
  const isArmed = armed === "takeBack";
  const isResigned = store.status.phase.reason === "resigned";
  const question = isResigned ? TEXTS.actions.takeBackResigned : [TEXTS.actions.takeBackChoice, TEXTS.actions.takeBackOne][going.length] ?? TEXTS.actions.takeBackBoth;
  return button(isArmed ? question : TEXTS.actions.takeBack, (event) => pressTakeBack(store, send, event), { ...show, class: isArmed ? "sure" : "", "data-key": "takeBack" });
}

/**
 * @param {Store} store
 * @param {Send} send
 */
function resign(store, send) {
  const hasPerson = store.status?.players.some((player) => player.type === "person");
  return hasPerson ? askTwice(store, "resign", [TEXTS.actions.resign, TEXTS.actions.resignSure], () => send({ type: "resign" })) : null;
}

/**
 * @param {Store} store
 * @param {Send} send
 */
function moveNow(store, send) {
  const mover = store.player(store.status?.phase.actor ?? store.status?.toMove ?? "black");
  const canHurry = mover?.type === "engine" && store.engines[mover.engine]?.canAnalyse;
  return canHurry ? button(TEXTS.actions.moveNow, () => send({ type: "moveNow" }), { "data-key": "moveNow" }) : null;
}

/**
 * The row after a game.
 * @param {Store} store
 * @param {Games} games
 * @param {HTMLElement} analyse
 */
export function endings(store, games, analyse) {
  const players = store.status?.players ?? [];
  const leveled = players.find((player) => player.type === "engine" && store.engines[player.engine]?.hasLevels);
  const level = leveled?.type === "engine" ? levelOf(leveled) : 0;
  const other = (/** @type {any} */ setup) => {
    [setup.black, setup.white] = [setup.white, setup.black];
  };
  const change = (/** @type {number} */ step) => (/** @type {any} */ setup) => {
    for (const side of ["black", "white"]) {
      const player = setup[side];
      if (player.type === "engine" && store.engines[player.engine]?.hasLevels) setup[side] = withLevel(player, levelOf(player) + step);
    }
  };
  // Changes for a person are not offered after a game of two programs.
  const isWatched = players.every((player) => player.type === "engine");
  if (isWatched) return [button(TEXTS.actions.rematch, () => games.rematch(), { class: "primary", "data-key": "rematch" }), analyse];
  return [
    button(TEXTS.actions.rematch, () => games.rematch(), { class: "primary", "data-key": "rematch" }),
    button(TEXTS.actions.otherColor, () => games.rematch(other), { "data-key": "other" }),
    leveled ? button(TEXTS.actions.easier, () => games.rematch(change(-1)), { "data-key": "easier", disabled: level <= 1 }) : null,
    leveled ? button(TEXTS.actions.harder, () => games.rematch(change(1)), { "data-key": "harder", disabled: level > MAX_LEVEL }) : null,
    analyse,
  ];
}
