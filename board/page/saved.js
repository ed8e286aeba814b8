// @ts-check
// The game that the browser keeps, so that a reload or a crash loses nothing.

const GAME_KEY = "dolmen.game";
const POSITION_KEY = "dolmen.position";
const EDITOR_KEY = "dolmen.editor";
const EARLIER_KEY = "dolmen.earlier";
/** The most earlier games that are kept, and the most nodes of each. */
const MAX_EARLIER = 8;
const MAX_EARLIER_NODES = 2_000;
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

/** Returns the kept game if it has moves, or is an analysis, where a position may be set up. @returns {any} */
export function keptGame() {
  try {
    const game = JSON.parse(localStorage.getItem(GAME_KEY) ?? "null");
    return game?.nodes?.length > 1 || game?.phase?.type === "analysis" ? game : null;
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

/**
 * Keeps the game that another one replaces.
 * @param {import("./store.js").Store} store
 * @param {any} next the other game
 */
export function keepEarlier(store, next) {
  const game = store.kept();
  if (!game || game.nodes.length < 2 || game.nodes.length > MAX_EARLIER_NODES) return;
  const points = new Map(next.nodes.map((/** @type {any} */ node) => [node.id, node.point]));
  const isSame = game.nodes.every((node) => points.has(node.id) && points.get(node.id) === node.point);
  if (isSame) return;
  const moves = JSON.stringify(game.nodes.map(({ point }) => point));
  const others = earlierGames().filter((/** @type {any} */ other) => JSON.stringify(other.game.nodes.map((/** @type {any} */ node) => node.point)) !== moves);
  try {
    localStorage.setItem(EARLIER_KEY, JSON.stringify([{ at: Date.now(), names: [store.name("black"), store.name("white")], game }, ...others].slice(0, MAX_EARLIER)));
  } catch {
    // A full store keeps the games that it has.
  }
}

/** Returns the earlier games, the newest first. @returns {{ at: number, names: [string, string], game: any }[]} */
export function earlierGames() {
  try {
    const games = JSON.parse(localStorage.getItem(EARLIER_KEY) ?? "[]");
    return Array.isArray(games) ? games.filter((kept) => kept?.game?.nodes?.length > 1) : [];
  } catch {
    return [];
  }
}

/** Keeps the position that is being set up, for a reload. @param {import("./store.js").Store} store */
export function keepEditor(store) {
  try {
    if (store.editor) sessionStorage.setItem(EDITOR_KEY, JSON.stringify(store.editor));
    else sessionStorage.removeItem(EDITOR_KEY);
  } catch {
    // A browser that keeps nothing forgets it.
  }
}

/** Returns the position that was being set up before a reload. @returns {import("./editor.js").Editor | null} */
export function keptEditor() {
  try {
    const editor = JSON.parse(sessionStorage.getItem(EDITOR_KEY) ?? "null");
    sessionStorage.removeItem(EDITOR_KEY);
    return Array.isArray(editor?.stones) ? editor : null;
  } catch {
    return null;
  }
}
