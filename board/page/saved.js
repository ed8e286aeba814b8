// @ts-check
// The game that the browser keeps, so that a reload or a crash loses nothing.

const GAME_KEY = "dolmen.game";
const POSITION_KEY = "dolmen.position";
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

/**
 * The moves that lead to a position, which tell it from the position with the same number in another game.
 * @param {import("./store.js").Store} store
 * @param {number} [id]
 */
const movesOf = (store, id) => store.path(id).slice(1).map((node) => node.point ?? "--").join(" ");

/** Keeps the shown position of this tab, unless it is the last one of the game. @param {import("./store.js").Store} store */
export function keepPosition(store) {
  const position = store.shown === store.status?.last ? {} : { id: store.shown, moves: movesOf(store) };
  try {
    sessionStorage.setItem(POSITION_KEY, JSON.stringify(position));
  } catch {
    // A browser that keeps nothing shows the last move after a reload.
  }
}

/** Returns the position that this tab has shown, if the game has it. @param {import("./store.js").Store} store */
export function keptPosition(store) {
  try {
    const { id, moves } = JSON.parse(sessionStorage.getItem(POSITION_KEY) ?? "{}");
    if (!id || !store.nodes.has(id)) return null;
    return movesOf(store, id) === moves ? id : null;
  } catch {
    return null;
  }
}
