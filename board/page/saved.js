// @ts-check
// The game that the browser keeps, so that a reload or a crash loses nothing.

import { inTable } from "./database.js";
import { keepValue, keptValue } from "./shelf.js";
import { TEXTS } from "./texts.js";

const GAME_KEY = "dolmen.game";
const POSITION_KEY = "dolmen.position";
const EDITOR_KEY = "dolmen.editor";
const EARLIER_KEY = "dolmen.earlier";
/** The most earlier games that are kept, the most characters of all, and the most nodes of each. */
const MAX_EARLIER = 30;
const MAX_EARLIER_LENGTH = 1_500_000;
const MAX_EARLIER_NODES = 2_000;
/** The most nodes that are kept in the storage; larger games are kept in the database. */
const MAX_NODES = 20_000;
/** What the storage holds in place of a game that is in the database. */
const IN_DATABASE = { isLarge: true };
/** The delays of writes to the storage and to the database, in milliseconds: changes within them are written together. */
const WRITE_DELAY = 400;
const LARGE_DELAY = 2_000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let writeTimer;
/** The number of games that were written. */
let writes = 0;

/** Keeps the game after the delay. @param {import("./store.js").Store} store */
export function keepGame(store) {
  writeTimer ??= setTimeout(() => writeGame(store), store.nodes.size > MAX_NODES ? LARGE_DELAY : WRITE_DELAY);
}

/** Keeps the game at once, unless the kept one is on its way to the table. @param {import("./store.js").Store} store */
export function writeGame(store) {
  clearTimeout(writeTimer);
  writeTimer = undefined;
  const game = store.arrival === "resuming" ? null : store.kept();
  if (!game) return;
  writes += 1;
  if (game.nodes.length > MAX_NODES || !keepValue("local", GAME_KEY, game)) keepLargeGame(game, writes);
}

/** Keeps a game in the database. @param {any} game @param {number} write its number */
async function keepLargeGame(game, write) {
  try {
    await inTable("game", "readwrite", (games) => games.put(game, GAME_KEY));
    if (write === writes) keepValue("local", GAME_KEY, IN_DATABASE);
  } catch {
    // An older game must not take its place.
    if (write === writes) keepValue("local", GAME_KEY, null);
  }
}

/** Returns the kept game if it has moves, or is an analysis, where a position may be set up. @returns {any} */
export function keptGame() {
  const game = keptValue("local", GAME_KEY);
  return game?.nodes?.length > 1 || game?.phase?.type === "analysis" ? game : null;
}

/** Returns the kept game if it is in the database. @returns {Promise<any>} */
export async function keptLargeGame() {
  if (!keptValue("local", GAME_KEY)?.isLarge) return null;
  try {
    return (await inTable("game", "readonly", (games) => games.get(GAME_KEY))).result ?? null;
  } catch {
    return null;
  }
}

/**
 * Returns the moves that lead to a position, which distinguish it from a node of the same number in another game.
 * @param {import("./store.js").Store} store
 * @param {number} [id]
 */
const movesOf = (store, id) => store.wholePath(id).slice(1).map((node) => node.point ?? "--").join(" ");

/** Keeps the shown position of this tab; of the last one of the game, only that it was shown. @param {import("./store.js").Store} store */
export function keepPosition(store) {
  const position = store.shown === store.status?.last ? {} : { id: store.shown, moves: movesOf(store) };
  keepValue("session", POSITION_KEY, position);
}

/** Returns the position that this tab has shown, if the game has it. @param {import("./store.js").Store} store */
export function keptPosition(store) {
  const { id, moves } = keptValue("session", POSITION_KEY) ?? {};
  if (!store.nodes.has(id)) return null;
  return movesOf(store, id) === moves ? id : null;
}

/**
 * Keeps the game that another one replaces.
 * @param {import("./store.js").Store} store
 * @param {any} next the other game
 */
export function keepEarlier(store, next) {
  const game = store.kept();
  if (!game || game.nodes.length < 2 || game.nodes.length > MAX_EARLIER_NODES) return;
  const then = new Map(next.nodes.map((/** @type {any} */ node) => [node.id, node]));
  const goesOn = game.nodes.every((node) => {
    const other = then.get(node.id);
    return other && other.point === node.point && (isPlain(node) || written(other) === written(node));
  });
  // The same stones of other players are another game; an opening may exchange the colours of the same ones.
  const players = (/** @type {any} */ { setup: { black, white } }) => JSON.stringify([black, white].map((player) => JSON.stringify(player)).sort());
  if (goesOn && players(game) === players(next)) return;
  const kept = { at: Date.now(), names: [store.name("black"), store.name("white")], game };
  const others = earlierGames().filter((other) => recordOf(other) !== recordOf(kept));
  const games = [kept, ...others].slice(0, MAX_EARLIER);
  while (games.length > 1 && JSON.stringify(games).length > MAX_EARLIER_LENGTH) games.pop();
  keepValue("local", EARLIER_KEY, games);
}

/** Returns whether a node has no comment and no drawings. @param {any} node */
const isPlain = ({ comment, drawings }) => !comment && !drawings?.length;

/** The move, the comment and the drawings of a node, as a text. @param {any} node */
const written = ({ point, comment, drawings }) => JSON.stringify([point, comment || "", drawings ?? []]);

/** The players of an earlier game, its moves, comments and drawings, as a text. @param {{ names: string[], game: any }} earlier */
const recordOf = ({ names, game }) => JSON.stringify([names, game.nodes.map(written)]);

/** Returns the number of stones of a kept game, without its variations. @param {any} game */
export function stonesOfGame({ nodes, last }) {
  const byId = new Map(nodes.map((/** @type {any} */ node) => [node.id, node]));
  let count = 0;
  for (let node = byId.get(last); node; node = byId.get(node.parent)) count += node.point ? 1 : 0;
  return count;
}

/** Returns the earlier games, the newest first. @returns {{ at: number, names: string[], game: any }[]} */
export function earlierGames() {
  const games = keptValue("local", EARLIER_KEY);
  return Array.isArray(games) ? games.filter((kept) => kept?.game?.nodes?.length > 1) : [];
}

/** Keeps the position that is being set up, for a reload. @param {import("./store.js").Store} store */
export const keepEditor = (store) => keepValue("session", EDITOR_KEY, store.editor);

/** Returns the position that was being set up before a reload. @returns {import("./editor.js").Editor | null} */
export function keptEditor() {
  const editor = keptValue("session", EDITOR_KEY);
  keepValue("session", EDITOR_KEY, null);
  return Array.isArray(editor?.stones) ? editor : null;
}

/**
 * Returns a command that restores the previous game, for a message; `undefined` if that game had no moves or was over.
 * @param {any} before
 * @param {(command: any) => void} send
 * @returns {import("./toast.js").ToastCommand | undefined}
 */
export function wayBack(before, send) {
  if (!before || before.nodes.length <= 1 || before.phase.type === "over") return undefined;
  return { label: TEXTS.games.back, undoes: true, action: () => send({ type: "restore", game: before }) };
}
