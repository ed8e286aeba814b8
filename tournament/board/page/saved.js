// @ts-check
// The game that the browser keeps, so that a reload or a crash loses nothing.

const KEY = "dolmen.game";

/** @param {import("./store.js").Store} store */
export function keepGame(store) {
  const game = store.kept();
  if (!game) return;
  try {
    localStorage.setItem(KEY, JSON.stringify(game));
  } catch {
    // Too large a tree, or a browser that keeps nothing.
  }
}

/** Returns the kept game if it has moves. @returns {any} */
export function keptGame() {
  try {
    const game = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return game?.nodes?.length > 1 ? game : null;
  } catch {
    return null;
  }
}
