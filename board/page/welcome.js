// @ts-check
// The game with which a page begins: that of the table, the one that the browser has kept, or the one in the page's address.

import { addressedGame, addressProblem } from "./address.js";
import { keptGame, keptLargeGame } from "./saved.js";
import { TEXTS } from "./texts.js";
import { toast } from "./toast.js";

/** @typedef {import("./game.js").Game} Game */

/** Returns whether a game has begun and is not over. @param {import("./store.js").Phase | undefined} phase */
const isUnfinished = (phase) => ["opening", "playing", "paused"].includes(phase?.type ?? "");

/**
 * Opens the game in the page's address, or restores the kept game if that of the table has no moves. An unfinished game goes on, and the page offers that of the address.
 * @param {Game} game
 */
export function welcome(game) {
  const { store } = game.page;
  if (store.arrival !== "greeted") return;
  store.arrival = "settled";
  refuseAddress();
  if (store.nodes.size === 1) {
    const kept = keptGame();
    if (kept) resume(game, kept);
    else resumeLarge(game, keptLargeGame());
    return;
  }
  // The game may be played in another tab.
  if (addressedGame(location.hash) && isUnfinished(store.status?.phase)) offerAddress(game);
  else openAddress(game);
}

/**
 * Restores a kept game, or offers it if it is over.
 * @param {Game} game
 * @param {any} kept
 */
function resume(game, kept) {
  const { store, send } = game.page;
  store.arrival = "settled";
  const restore = () => {
    store.arrival = "resuming";
    send({ type: "restore", game: kept });
  };
  const isLinked = addressedGame(location.hash) !== null;
  if (isLinked && !isUnfinished(kept.phase)) {
    openAddress(game, kept);
    return;
  }
  if (kept.phase?.type === "over") toast(TEXTS.games.kept, { label: TEXTS.games.look, action: restore });
  else restore();
  if (isLinked) offerAddress(game);
}

/**
 * Restores a kept game that the browser reads slowly. Until then, the empty game of the table must not replace it.
 * @param {Game} game
 * @param {Promise<any>} large
 */
async function resumeLarge(game, large) {
  const { store } = game.page;
  store.arrival = "resuming";
  const kept = await large;
  if (store.arrival !== "resuming") return;
  store.arrival = "settled";
  if (kept) resume(game, kept);
  else openAddress(game);
}

/** Offers the game in the page's address. @param {Game} game */
function offerAddress(game) {
  toast(TEXTS.games.linkWaits, { label: TEXTS.games.openLink, waits: true, action: () => openAddress(game) });
}

/** Says why the page's address has no game, if something else is in its place, such as a damaged link. */
function refuseAddress() {
  // The address may also name a part of the page, such as the board.
  const problem = document.getElementById(location.hash.slice(1)) ? "" : addressProblem(location.hash);
  if (!problem) return;
  toast(problem, { label: TEXTS.dialogs.done, waits: true, action: () => {} });
  clearAddress();
}

/** Takes the game out of the page's address. */
const clearAddress = () => history.replaceState(null, "", location.pathname + location.search);

/**
 * Opens the game in the page's address, if there is one.
 * @param {Game} game
 * @param {any} [before] the game that it replaces
 */
export function openAddress(game, before = game.page.store.kept()) {
  refuseAddress();
  const linked = addressedGame(location.hash);
  if (!linked) return;
  const { send } = game.page;
  const { rule, width, height, moves, points, names, wantsReview } = linked;
  const person = { type: "person", name: "" };
  const clock = { turnMs: 0, gameMs: 0, incrementMs: 0 };
  game.leave(TEXTS.games.linked, () => {
    if (moves) {
      send({ type: "import", data: btoa(moves), points, onto: { rule, width, height }, names });
      return;
    }
    send({ type: "new", setup: { rule, continuous: false, width, height, black: person, white: person, clock, opening: null } });
    send({ type: "review" });
  }, { then: wantsReview && moves ? () => game.review() : undefined, before });
  clearAddress();
}
