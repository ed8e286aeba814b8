// @ts-check
// The game that the browser keeps, so that a reload or a crash loses nothing.

const GAME_KEY = "dolmen.game";
/** The most nodes that are kept; a library has its own file. */
const MAX_NODES = 20_000;
/** How long changes are gathered before they are written, in milliseconds. */
const GATHER = 400;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let writeTimer;

/** Keeps the game soon. @param {import("./store.js").Store} store */
export function keepGame(store) {
  writeTimer ??= setTimeout(() => writeGame(store), GATHER);
}

/** Keeps the game now. @param {import("./store.js").Store} store */
export function writeGame(store) {
  clearTimeout(writeTimer);
  writeTimer = undefined;
  const game = store.nodes.size > MAX_NODES ? null : store.kept();
  if (!game) return;
  try {
    localStorage.setItem(GAME_KEY, JSON.stringify(game));
  } catch {
    // A full store, or a browser that keeps nothing.
  }
}

/** Returns the kept game if it has moves. @returns {any} */
export function keptGame() {
  try {
    const game = JSON.parse(localStorage.getItem(GAME_KEY) ?? "null");
    return game?.nodes?.length > 1 ? game : null;
  } catch {
    return null;
  }
}
