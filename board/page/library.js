// @ts-check
// The card of the collection: which games have the shown position, how they went on, and how they ended.

import { askTwice } from "./actions.js";
import { Collection, followCollection, forgetGame, forgetGames, keepGames, keptGames, tellOfCollection } from "./collection.js";
import { button, make } from "./dom.js";
import { lastOfLine, readFile } from "./files.js";
import { shown } from "./notation.js";
import { newRequest } from "./requests.js";
import { TEXTS } from "./texts.js";
import { toast } from "./toast.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./collection.js").CollectedGame} CollectedGame */

/** The most games and next moves that are listed. */
const LISTED = 12;
/** The games that are indexed at once. */
const SLICE = 400;
/** The most files that a message names. */
const NAMED = 5;

/**
 * @typedef {object} Outcome what became of a file
 * @property {string} name
 * @property {number} added the number of its new games
 * @property {number} known the number of its games that were there already
 * @property {number} tooMany the number of those for which the collection had no room
 * @property {boolean} isKept whether the browser keeps its new games
 * @property {string} [refusal] why it was not read, as a sentence with its name
 */

const collection = new Collection();
/** Whether reading the games that the browser keeps has begun. */
let isLoaded = false;
/** The queue of files and games that the table has not read yet. @type {{ name: string, command: object }[]} */
let waiting = [];
/** What became of the files that were added together. @type {Outcome[]} */
let outcomes = [];
/** The file or game that the table reads: the identifier of the request, and the name. @type {{ id: string, name: string } | null} */
let reading = null;
/** The answer for the position that was shown last. @type {{ key: string, found: ReturnType<Collection["find"]> } | null} */
let cached = null;

/** Adds games a few at a time, so that the page stays responsive; returns those that are new, and the number of those without room. @param {CollectedGame[]} games */
async function addSlowly(games) {
  const added = [];
  let tooMany = 0;
  for (let at = 0; at < games.length; at += SLICE) {
    const slice = games.slice(at, at + SLICE);
    added.push(...collection.add(slice));
    tooMany += slice.filter((game) => !collection.has(game)).length;
    await new Promise((resume) => setTimeout(resume));
  }
  return { added, tooMany };
}

/** Removes a game from the collection of this page. @param {CollectedGame} game */
async function removeSlowly(game) {
  const others = collection.without(game);
  collection.clear();
  await addSlowly(others);
}

/** Reads the games that the browser keeps, once. @param {Store} store */
async function loadGames(store) {
  if (isLoaded) return;
  isLoaded = true;
  followCollection((news) => takeNews(store, news));
  try {
    await addSlowly(await keptGames());
  } catch {
    // Without storage in the browser, the collection is empty.
  }
  cached = null;
  store.changed();
}

/** Makes a change of another page to the games that the browser keeps. @param {Store} store @param {import("./collection.js").CollectionNews} news */
async function takeNews(store, news) {
  if (news.type === "forgotten") collection.clear();
  else if (news.type === "removed") await removeSlowly(news.game);
  else await addSlowly(news.games);
  cached = null;
  store.changed();
}

/**
 * Takes the games of a file, which the table has read, if this page has asked for them.
 * @param {Store} store
 * @param {(command: object) => void} send
 * @param {{ id: string, games: CollectedGame[] }} message
 */
export async function takeGames(store, send, { id, games }) {
  if (reading?.id !== id) return;
  const { added, tooMany } = await addSlowly(games);
  cached = null;
  store.changed();
  const isKept = await keepAdded(added);
  // The connection may have been lost meanwhile.
  if (reading?.id !== id) return;
  outcomes.push({ name: reading.name, added: added.length, known: games.length - added.length - tooMany, tooMany, isKept });
  readNext(send);
}

/** Gives new games to the browser; returns whether it keeps them. @param {CollectedGame[]} added */
async function keepAdded(added) {
  try {
    if (added.length === 0) return true;
    await keepGames(added);
    tellOfCollection({ type: "added", games: added });
    return true;
  } catch {
    return false;
  }
}

/**
 * Notes that the table has refused a file, and continues with the next one. Returns whether the refusal was of a file.
 * @param {(command: object) => void} send
 * @param {{ id?: string, reason: string }} message
 */
export function gamesRefused(send, { id, reason }) {
  if (!reading || reading.id !== id) return false;
  refuseFile(reading.name, TEXTS.library.refused(reading.name, reason));
  readNext(send);
  return true;
}

/** Forgets the files that the table has not read, because the connection to it is lost. */
export function forgetFiles() {
  if (!reading) return;
  for (const { name } of [reading, ...waiting]) refuseFile(name, TEXTS.library.lost(name));
  [reading, waiting] = [null, []];
  reportFiles();
}

/**
 * Notes why a file was not read.
 * @param {string} name
 * @param {string} refusal
 */
function refuseFile(name, refusal) {
  outcomes.push({ name, added: 0, known: 0, tooMany: 0, isKept: true, refusal });
}

/** Tells what became of the files: of a single one by its name, of several together with those that were refused. */
function reportFiles() {
  if (outcomes.length === 0) return;
  const refusals = outcomes.flatMap(({ refusal }) => refusal ?? []);
  const more = refusals.length - NAMED;
  const sentences = [...totals(), ...refusals.slice(0, NAMED), more > 0 ? TEXTS.library.moreRefused(more) : "", outcomes.every(({ isKept }) => isKept) ? "" : TEXTS.library.notKept];
  // A list takes time to read.
  toast(sentences.filter(Boolean).join(" "), refusals.length > 1 ? { label: TEXTS.dialogs.done, action: () => {} } : undefined);
  outcomes = [];
}

/** Says how many games the files have added, unless there is only one, which was refused. */
function totals() {
  const [{ name, refusal }, ...others] = outcomes;
  if (refusal && others.length === 0) return [];
  const sum = (/** @type {"added" | "known" | "tooMany"} */ key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  return [TEXTS.library.added(others.length > 0 ? TEXTS.library.files(outcomes.length) : name, TEXTS.library.games(sum("added")), sum("known"), sum("tooMany"))];
}

/** Gives the next file or game to the table; tells what became of all after the last one. @param {(command: object) => void} send */
function readNext(send) {
  const next = waiting.shift();
  reading = next ? { id: newRequest(), name: next.name } : null;
  if (next) send({ ...next.command, id: reading?.id });
  else reportFiles();
}

/**
 * Reads files into the collection, one after the other.
 * @param {Store} store
 * @param {(command: object) => void} send
 * @param {(Blob & { name: string })[]} files
 */
export async function addFiles(store, send, files) {
  if (store.connection !== "open") {
    toast(TEXTS.games.noTable);
    return;
  }
  for (const file of files) {
    const taken = (/** @type {string} */ data) => waiting.push({ name: file.name, command: { type: "collect", data } });
    const refused = (/** @type {string} */ refusal) => refuseFile(file.name, refusal);
    await readFile(file, taken, refused, file.name).catch(() => refused(TEXTS.files.unreadable(file.name)));
  }
  if (!reading) readNext(send);
}

/** Adds the game on the board. @param {Store} store @param {(command: object) => void} send */
export function addThisGame(store, send) {
  waiting.push({ name: TEXTS.library.thisGame, command: { type: "collectGame", at: lastOfLine(store) } });
  if (!reading) readNext(send);
}

/** Returns the games with the shown position, and their next moves. @param {Store} store */
function found(store) {
  const { setup } = store;
  if (!setup) return { matches: [], moves: [] };
  const { stones } = store.stones();
  const key = [setup.rule, setup.width, setup.height, ...stones.map(({ point, color }) => color[0] + point)].join();
  if (cached?.key !== key) cached = { key, found: collection.find(setup, stones) };
  return cached.found;
}

/**
 * The card of the collection.
 * @param {Store} store
 * @param {import("./settings.js").Settings} settings
 * @param {{ send: (command: object) => void, set: (change: Partial<import("./settings.js").Settings>) => void, addLine: (moves: string[]) => void, openGame: (game: CollectedGame, ply: number) => void }} commands
 */
export function librarySection(store, settings, { send, set, addLine, openGame }) {
  const toggled = (/** @type {any} */ event) => {
    if (event.target.open !== settings.collection) set({ collection: event.target.open });
  };
  if (settings.collection) loadGames(store);
  return make("section", { class: "card", "data-key": "collection card" },
    make("details", { open: settings.collection, toggle: toggled, "data-key": "collection" },
      make("summary", {}, make("h2", {}, TEXTS.library.title)),
      settings.collection ? [summary(store), moveTable(store, settings, addLine), gameList(store, openGame), commandsRow(store, send)] : null));
}

/** @param {Store} store */
function summary(store) {
  const { games } = collection;
  if (games.length === 0) {
    return make("p", { class: "note" }, TEXTS.library.note);
  }
  const count = found(store).matches.length;
  return make("p", { class: "note", "data-key": "collection count" }, TEXTS.library.count(TEXTS.library.games(games.length), count));
}

/**
 * @param {Store} store
 * @param {import("./settings.js").Settings} settings
 * @param {(moves: string[]) => void} addLine
 */
function moveTable(store, settings, addLine) {
  const { moves } = found(store);
  if (moves.length === 0) return null;
  const ghosts = (/** @type {string[]} */ points) => () => {
    store.ghosts = points;
    store.changed();
  };
  const row = (/** @type {import("./collection.js").NextMove} */ { point, games, black, white, draws }) =>
    make("tr", { "data-key": `next ${point}`, pointerenter: ghosts([point]), pointerleave: ghosts([]) },
      make("td", {}, button(shown(point, settings.notation, store.setup?.height ?? 15), () => addLine([point]), { class: "move", "data-key": `collected ${point}`, title: TEXTS.library.playThis })),
      ...[games, black, draws, white].map((number) => make("td", {}, String(number))));
  return make("table", { class: "collected", "data-key": "next moves" },
    make("thead", {}, make("tr", {}, TEXTS.library.columns.map((title) => make("th", { scope: "col" }, title)))),
    make("tbody", {}, moves.slice(0, LISTED).map(row)));
}

/**
 * @param {Store} store
 * @param {(game: CollectedGame, ply: number) => void} openGame
 */
function gameList(store, openGame) {
  const { matches } = found(store);
  const item = (/** @type {import("./collection.js").Match} */ { game, ply }, /** @type {number} */ index) => {
    const [black, white] = game.names.map((name, side) => name || (side ? TEXTS.colors.white : TEXTS.colors.black));
    const end = game.winner ? TEXTS.library.won(game.winner) : game.isDraw ? TEXTS.library.drawn : TEXTS.library.open;
    return make("li", {}, button(TEXTS.library.game(black, white, end), () => openGame(game, ply), { class: "quiet", "data-key": `open game ${index}`, title: TEXTS.library.openThis }),
      askTwice(store, `remove ${black} ${white} ${game.moves}`, [TEXTS.library.remove, TEXTS.library.removeOneSure], () => removeGame(store, game), { title: TEXTS.library.removeTitle }));
  };
  return matches.length === 0 ? null : make("ol", { class: "games", "data-key": "collected games" }, matches.slice(0, LISTED).map(item), matches.length > LISTED ? make("li", { class: "muted" }, TEXTS.library.more(matches.length - LISTED)) : null);
}

/** Removes a game from the collection. @param {Store} store @param {CollectedGame} game */
async function removeGame(store, game) {
  await removeSlowly(game);
  cached = null;
  store.changed();
  await forgetGame(game).then(() => tellOfCollection({ type: "removed", game }), () => toast(TEXTS.library.notForgotten));
}

/** @param {Store} store @param {(command: object) => void} send */
function commandsRow(store, send) {
  const change = (/** @type {any} */ event) => {
    const files = [...event.currentTarget.files];
    event.currentTarget.value = "";
    addFiles(store, send, files);
  };
  const forget = async () => {
    collection.clear();
    cached = null;
    store.changed();
    await forgetGames().then(() => tellOfCollection({ type: "forgotten" }), () => toast(TEXTS.library.notForgotten));
  };
  return make("div", { class: "actions", "data-key": "collection commands" },
    make("label", { class: "field" }, make("span", {}, TEXTS.library.add),
      make("input", { type: "file", multiple: true, accept: ".psq,.sgf,.lib,.txt,.rec", "data-key": "collect", change })),
    button(TEXTS.library.addThis, () => addThisGame(store, send), { "data-key": "collect game", title: TEXTS.library.addThisTitle, disabled: store.connection !== "open" || store.nodes.size < 2 }),
    collection.games.length > 0 ? askTwice(store, "forget games", [TEXTS.library.removeAll, TEXTS.library.removeSure], forget) : null);
}
