// @ts-check
// The page: joins the table, the store, the views and the person.

import { openTable } from "./backend.js";
import { BoardView, describe } from "./boardview.js";
import { button, byId, replace } from "./dom.js";
import { acceptFiles, addressedGame, askForFile, saveFile } from "./files.js";
import { showGraph } from "./graph.js";
import { giveHand } from "./hand.js";
import { listenToKeys } from "./keys.js";
import { boardMaps } from "./maps.js";
import { showMoves } from "./moves.js";
import { shown } from "./notation.js";
import { showClocks, showPanel, withLevel } from "./panel.js";
import { keepGame, keptGame } from "./saved.js";
import { keepSettings, readSettings } from "./settings.js";
import { askForGame, askForSettings, showKeys } from "./setup.js";
import { click, speak } from "./sounds.js";
import { Store } from "./store.js";
import { showStudy } from "./study.js";
import { colorName, stateOfPlay } from "./words.js";

/** The interval at which clocks are shown anew, in milliseconds. */
const TICK = 100;

const store = new Store();
let settings = readSettings();
const view = new BoardView(byId("board"));
/** The move to which stones are numbered while the pointer is on it. @type {number | null} */
let numbered = null;
/** The nodes of which an insight was asked for, with what was asked. */
let asked = "";
let isWelcomed = false;
/** The last node that was announced. */
let announced = 0;

const table = openTable({ message: take, state: setConnection });
const send = (/** @type {object} */ command) => table.send(command);
const hand = giveHand(byId("board"), view, {
  canPlay: () => store.canPlay(),
  confirms: () => settings.confirm !== "never",
  play,
  say: (text) => {
    byId("cursor-name").textContent = text;
  },
  changed: () => store.changed(),
});

/** @param {any} message */
function take(message) {
  if (message.type === "file") {
    saveFile(message);
    return;
  }
  store.take(message);
  if (message.type === "game") asked = "";
  if (message.type === "node") announce(message.node);
  if (message.type === "status") {
    welcome();
    adaptLevel(message.status);
  }
  if (["node", "removed", "order", "status", "game"].includes(message.type)) keepGame(store);
  if (message.type === "refused") say(message.reason);
}

/**
 * @param {string} state
 * @param {number} [progress]
 */
function setConnection(state, progress) {
  store.connection = state;
  if (state === "loading" && progress) say(`The engine is ${Math.round(progress * 100)} % loaded.`);
  store.changed();
}

/** Shows the game that the address or the browser has, when a table is met for the first time. */
function welcome() {
  if (isWelcomed) return;
  isWelcomed = true;
  const linked = addressedGame(location.hash);
  const kept = keptGame();
  if (linked) {
    const person = { type: "person", name: "" };
    const clock = { turnMs: 0, gameMs: 0, incrementMs: 0 };
    send({ type: "new", setup: { rule: linked.rule, continuous: false, width: linked.width, height: linked.height, black: person, white: person, clock, opening: "free" } });
    if (linked.moves) send({ type: "import", data: btoa(linked.moves) });
    history.replaceState(null, "", location.pathname + location.search);
  } else if (store.nodes.size === 1 && kept) {
    send({ type: "restore", game: kept });
  }
}

/** Plays a stone: it is drawn before the table is asked. @param {string} point */
function play(point) {
  store.pending = { at: store.shown, point };
  store.refused = null;
  if (settings.sounds) click();
  send({ type: "play", at: store.shown, point });
  store.changed();
}

/** Announces a move once. @param {any} node */
function announce(node) {
  if (!node.point || node.id <= announced || !store.isLive()) return;
  announced = node.id;
  const { toMove } = store.stones(node.id);
  const color = toMove === "black" ? "White" : "Black";
  const text = `${color} ${shown(node.point, settings.notation, store.setup?.height ?? 15)}`;
  say(text);
  const player = store.player(color.toLowerCase());
  if (player?.type === "engine" && settings.sounds) click();
  if (settings.speech) speak(text);
}

/** @param {string} text */
function say(text) {
  byId("news").textContent = text;
}

let wasOver = false;

/** Notes the result of a game for a level that adapts. @param {any} status */
function adaptLevel(status) {
  const isOver = status.phase.type === "over";
  const justEnded = isOver && !wasOver;
  wasOver = isOver;
  if (!justEnded) return;
  say(stateOfPlay(store));
  const side = status.players.findIndex((/** @type {any} */ player) => player.type === "engine");
  if (!settings.adapt || side < 0 || !status.phase.winner) return;
  const hasWon = (status.phase.winner === "black") === (side === 0);
  const player = status.players[side];
  if (store.setup && store.engines[player.engine]?.hasLevels) {
    store.setup[side === 0 ? "black" : "white"] = withLevel(player, (player.level ?? 13) + (hasWon ? -1 : 1));
  }
}

/** Begins another game with the conditions of this one, changed. @param {(setup: any) => void} change */
function rematch(change) {
  const setup = structuredClone(store.setup);
  if (!setup) return;
  change(setup);
  announced = 0;
  send({ type: "new", setup });
}

function review() {
  send({ type: "review" });
}

/** @param {Partial<import("./settings.js").Settings>} change */
function set(change) {
  settings = { ...settings, ...change };
  keepSettings(settings);
  applySettings();
  asked = "";
  if (change.lines && store.status?.work?.type === "analysis") follow();
  store.changed();
}

function applySettings() {
  const root = document.documentElement;
  if (settings.theme === "system") root.removeAttribute("data-theme");
  else root.setAttribute("data-theme", settings.theme);
  root.setAttribute("data-board", settings.board);
}

/** Asks for the facts of the shown position, once. */
function look() {
  const isAnalysis = store.status?.phase.type === "analysis";
  const threats = isAnalysis && settings.threats;
  const heat = isAnalysis && settings.heat;
  const key = [store.shown, threats, heat].join();
  if (!store.status || key === asked || !store.nodes.has(store.shown)) return;
  asked = key;
  send({ type: "look", at: store.shown, threats, heat });
}

/** Lets a running analysis follow the shown position. */
function follow() {
  const work = store.status?.work;
  if (work?.type === "analysis" && (work.at !== store.shown || work.lines !== settings.lines)) {
    send({ type: "analyse", at: store.shown, engine: work.engine, lines: settings.lines });
  }
}

let followed = 0;

function show() {
  look();
  if (followed !== store.shown) {
    followed = store.shown;
    follow();
  }
  const maps = boardMaps(store, settings, hand, numbered);
  view.show(maps);
  const reason = byId("reason");
  reason.hidden = !store.refused;
  reason.textContent = store.refused ? `${store.refused.reason[0].toUpperCase()}${store.refused.reason.slice(1)}.` : "";
  byId("board").setAttribute("aria-label", `Board, ${maps.width} by ${maps.height}. ${stateOfPlay(store)} ${maps.last ? `Last move ${describe(maps.last, maps)}.` : ""}`);
  showPanel(store, send, { rematch, review });
  showStudy(store, settings, send, set);
  showGraph(store);
  showMoves(store, send, settings.notation, (ply) => {
    numbered = ply;
    store.changed();
  });
  const turn = store.status?.phase.type === "playing" ? `${colorName(store.status.toMove)} to move — ` : "";
  document.title = `${turn}Dolmen`;
  const confirm = document.querySelector("#steps .confirm");
  confirm?.remove();
  if (hand.waits && hand.hover) {
    const point = hand.hover;
    byId("steps").append(button(`Play ${shown(point, settings.notation, maps.height)}`, () => {
      hand.hover = null;
      hand.waits = false;
      play(point);
    }, { class: "primary confirm" }));
  }
}

replace(byId("menu"),
  button("New game", () => askForGame(store, (setup) => { announced = 0; send({ type: "new", setup }); }), { "data-key": "new" }),
  button("Open, save", () => askForFile(store, send, say), { "data-key": "files" }),
  button("Settings", () => askForSettings(settings, set), { "data-key": "settings" }),
  button("?", showKeys, { "aria-label": "Keys", "data-key": "keys" }));
applySettings();
acceptFiles(send, (text) => store.take({ type: "notice", text }));
listenToKeys(store, {
  send, play, showKeys, review,
  notation: () => settings.notation,
  numbers: () => set({ numbers: !settings.numbers }),
  analyse: () => {
    const engine = store.engines.find((engine) => engine.canAnalyse);
    if (engine) send({ type: "analyse", at: store.shown, engine: engine.id, lines: settings.lines });
  },
});
store.subscribe(show);
store.changed();
setInterval(() => showClocks(store), TICK);
