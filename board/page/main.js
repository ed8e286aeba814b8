// @ts-check
// The page: joins the table, the store, the views and the person.

import { hasEnded, pressTakeBack, showActions } from "./actions.js";
import { openTable } from "./backend.js";
import { applyTool, canMark, forgetLines, sendDrawing, takeTool, toggleArea, toolInHand } from "./boardtools.js";
import { BoardView, describe } from "./boardview.js";
import { askForSettings, showKeys } from "./dialogs.js";
import { button, byId, icon, make, replace } from "./dom.js";
import { acceptFiles, askForFile, saveFile } from "./files.js";
import { Game } from "./game.js";
import { showGraph } from "./graph.js";
import { Hand } from "./hand.js";
import { keepPage } from "./install.js";
import { listenToKeys } from "./keys.js";
import { forgetFiles, gamesRefused, takeGames } from "./library.js";
import { analyseCommand, limitsOf, limitsText } from "./limits.js";
import { boardMaps } from "./maps.js";
import { showMoves } from "./moves.js";
import { shown } from "./notation.js";
import { outsideSquare, takesPoint } from "./openings.js";
import { showClocks, showPanel } from "./panel.js";
import { askForPicture, takePicture } from "./pictures.js";
import { takeProving } from "./proof.js";
import { noteCommand, noteRefusal, tellOfOtherTab } from "./othertabs.js";
import { Practise } from "./practise.js";
import { isOwnRequest } from "./requests.js";
import { showPractice } from "./practisecard.js";
import { noResult, resultCame, revealResult } from "./reveal.js";
import { keepEarlier, keepEditor, keepGame, writeGame } from "./saved.js";
import { keepSettings, readSettings } from "./settings.js";
import { askForGame, askToPlayOn } from "./setup.js";
import { Store } from "./store.js";
import { showStudy } from "./study.js";
import { showTabs } from "./tabs.js";
import { TEXTS } from "./texts.js";
import { endProgress, hideToast, toast } from "./toast.js";
import { colorName } from "./sides.js";
import { openAddress } from "./welcome.js";
import { sentence, stateOfPlay } from "./words.js";

/** The interval at which the clocks are redrawn, in milliseconds. */
const TICK = 100;
/** How long a refusal stays on the board, in milliseconds. */
const REFUSAL = 5000;
/** Boards with more lines than this are enlarged by the first tap. */
const LARGE = 15;
const ICONS = {
  new: "M12 5v14M5 12h14",
  files: "M4 7a1 1 0 0 1 1-1h5l2 2h7a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1z",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M13 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0M7 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
  keys: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.6v.2",
};

const store = new Store();
let settings = readSettings();
const view = new BoardView(byId("board"));
/** The move to which stones are numbered while the pointer is on it. @type {number | null} */
let numbered = null;
/** The last request for the facts of the shown position, so that it is sent once. */
let asked = "";
/** The node of the last request to a running analysis. */
let followed = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let refusal;

const table = openTable({ message: take, state: setConnection });
const send = (/** @type {object} */ command) => {
  noteCommand(command);
  table.send(command);
};
const practise = new Practise({ store, send, settings: () => settings, say });
const game = new Game({ store, send, settings: () => settings, set, say, practise: () => practise });
/** Returns whether a stone that is placed counts: in a game and in a puzzle. */
const mustChoose = () => store.practice !== null || store.isPlaying();
const hand = new Hand(byId("board"), view, {
  canPlay: () => store.canPlay(),
  takesStones: () => store.editor !== null,
  confirms: (pointer) => mustChoose() && (settings.confirm === "always" || (settings.confirm === "touch" && pointer !== "mouse")),
  zooms: () => settings.zoom === "always" || (settings.zoom === "large" && Math.max(view.maps?.width ?? 0, view.maps?.height ?? 0) > LARGE),
  play: (point) => game.play(point),
  tool: () => toolInHand(store),
  use: (point) => applyTool(store, send, point, say),
  canDraw: () => canMark(store),
  draw: (from, to, color) => sendDrawing(store, send, from, to, color),
  explain: () => game.explain(),
  refuses: (point) => game.refuses(point),
  isOutside: (point) => outsideSquare(store, point) !== null,
  say: (text) => {
    byId("cursor-name").textContent = text;
  },
  changed: showBoard,
});

/** @param {any} message */
function take(message) {
  // A refusal without an identifier may be that of any page.
  if (message.type === "refused" && message.id !== undefined && !isOwnRequest(message.id)) return;
  if (message.type === "refused" && gamesRefused(send, message)) return;
  if (message.type === "file") {
    saveFile(message);
    return;
  }
  if (message.type === "picture") {
    takePicture(message, toast);
    return;
  }
  if (message.type === "proving") {
    takeProving(message);
    // After a reload, the page can stop the search too.
    store.isProving = true;
  }
  if (message.type === "node") forgetLines(store, message.node);
  if (message.type === "game") {
    if (store.arrival === "absent") {
      store.arrival = "greeted";
      if (store.connection === "joining") store.connection = "open";
    } else {
      keepEarlier(store, message.game);
      tellOfOtherTab(store, send, toast);
    }
  }
  if (message.type === "proof") resultCame("proof result");
  if (message.type === "review") resultCame("review table");
  if (message.type === "refused") noResult();
  if (message.type === "refused") noteRefusal();
  if (message.type === "game" || message.type === "refused") endProgress();
  if (message.type === "puzzle") practise.take(message.answer);
  if (message.type === "refused") practise.refused();
  if (message.type === "games") {
    takeGames(store, send, message);
    return;
  }
  store.take(message);
  if (message.type === "game") asked = "";
  game.take(message);
  if (["node", "removed", "order", "status"].includes(message.type)) keepGame(store);
}

/**
 * @param {string} state
 * @param {number} [progress]
 */
function setConnection(state, progress) {
  if (state !== "open") store.arrival = "absent";
  store.connection = state === "open" && store.arrival === "absent" ? "joining" : state;
  store.progress = progress ?? 0;
  if (state !== "open") {
    store.pending = null;
    store.isProving = false;
    asked = "";
    endProgress();
    forgetFiles();
  }
  store.changed();
}

/** @param {string} text */
function say(text) {
  byId("news").textContent = text;
}

/** @param {Partial<import("./settings.js").Settings>} change */
function set(change) {
  settings = { ...settings, ...change };
  keepSettings(settings);
  applySettings();
  follow();
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
  if (!store.status || store.connection !== "open" || key === asked || !store.nodes.has(store.shown)) return;
  asked = key;
  send({ type: "look", at: store.shown, threats, heat });
}

/** Lets a running analysis follow the shown position. */
function follow() {
  const work = store.status?.work;
  if (work?.type !== "analysis") return;
  const isSame = work.at === store.shown && work.lines === settings.lines && limitsText(work.limits ?? {}) === limitsText(limitsOf(settings));
  if (!isSame) send(analyseCommand(store, settings, work.engine));
}

/** Stops the analysis, the review or the proof that runs; without any, starts the analysis of the shown position. */
function analyse() {
  const engine = store.engines.find((engine) => engine.canAnalyse);
  if (store.status?.work || store.isProving) send({ type: "stop" });
  else if (engine) send(analyseCommand(store, settings, engine.id));
}

/** Shows the board alone: the pointer changes nothing else. */
function showBoard() {
  if (!store.canPlay() && (hand.hover || hand.zoom)) {
    hand.hover = null;
    hand.waits = false;
    hand.zoom = null;
  }
  const maps = boardMaps(store, settings, hand, numbered);
  view.show(maps);
  byId("surface").style.setProperty("--shape", view.shape().toFixed(3));
  const board = byId("board");
  board.classList.toggle("turn", mustChoose() && store.canPlay());
  board.classList.toggle("marks", toolInHand(store) !== "play");
  board.classList.toggle("draws", toolInHand(store) === "draw");
  const label = `${TEXTS.board.label(maps.width, maps.height)} ${stateOfPlay(store)}${maps.last ? TEXTS.board.last(describe(maps.last, maps)) : ""}`;
  if (board.getAttribute("aria-label") !== label) board.setAttribute("aria-label", label);
  showConfirm();
}

/** The button that confirms a stone: always at the same place, and always the same button. */
function showConfirm() {
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const confirms = mustChoose() && (settings.confirm === "always" || (settings.confirm === "touch" && isTouch));
  const isPerson = store.practice !== null || (store.status?.players.some((player) => player.type === "person") ?? false);
  const chooses = store.status?.phase.type === "opening" && !takesPoint(store.status.phase);
  byId("confirm").hidden = !confirms || !isPerson || chooses;
  const point = hand.waits ? hand.hover : null;
  const keeps = store.status?.phase.task?.type === "choose" && !store.practice;
  replace(byId("confirm"),
    button(TEXTS.board.cancel, () => hand.clear(), { "data-key": "cancel", disabled: point === null && hand.zoom === null }),
    button(point ? TEXTS.board[keeps ? "keep" : "play"](shown(point, settings.notation, view.maps?.height ?? 15)) : store.canPlay() ? TEXTS.board.tap : TEXTS.board.wait, () => hand.confirm(), { class: "primary", "data-key": "confirm", disabled: point === null }));
}

function showReason() {
  const text = store.refused ? sentence(store.refused.reason) : "";
  const element = byId("reason");
  if (element.textContent === text) return;
  element.textContent = text;
  if (text) hideToast();
  clearTimeout(refusal);
  refusal = text ? setTimeout(() => {
    store.refused = null;
    store.changed();
  }, REFUSAL) : undefined;
}

function show() {
  look();
  if (followed !== store.shown) {
    followed = store.shown;
    follow();
  }
  showBoard();
  showReason();
  showPanel(store, settings, send, () => table.retry());
  showTabs(store, { send, askForGame: newGame, begin: (setup) => game.begin(setup), changeRule: (rule) => game.changeRule(rule), back: () => (store.status?.canReturn ? game.back() : playOn()), practise });
  if (store.practice) {
    practise.look();
    showPractice(store, practise, settings, (position) => game.arrange(position));
    document.title = TEXTS.titles.practise;
    return;
  }
  showActions(store, send, { rematch: (change) => game.rematch(change), review: () => send({ type: "review" }), playOn });
  showStudy(store, settings, { send, set, analyse, addLine: (moves) => game.addLine(moves), arrange: (position) => game.arrange(position), openGame: (collected, ply) => game.openCollected(collected, ply) });
  showGraph(store, settings.thinking);
  revealResult();
  showMoves(store, send, (at) => game.remove(at), settings.notation, (ply) => {
    numbered = ply;
    showBoard();
  });
  document.title = store.isPlaying() ? TEXTS.titles.toMove(colorName(store.status?.toMove ?? "black")) : TEXTS.titles.page;
}

/**
 * @param {keyof typeof ICONS} key
 * @param {string} label
 * @param {() => void} action
 */
const item = (key, label, action) => button([icon(ICONS[key]), make("span", {}, label)], action, { "data-key": key, title: label, "aria-label": label });

/** Runs an action that needs a table, or reports that there is none yet. @param {() => void} action */
const withTable = (action) => () => (store.setup && store.connection === "open" ? action() : toast(TEXTS.games.noTable));

/**
 * Opens the content of a file.
 * @param {string} data in base64
 * @param {import("./setup.js").Answered} [answered] takes the answer of the table; without it, the page shows a refusal
 */
const openData = (data, answered) => (store.setup && store.connection === "open" ? game.open(data, answered) : (answered ?? toast)(TEXTS.games.noTable));

/** Asks who plays on from the shown position. */
const playOn = () => (hasEnded(store) ? store.refuse(TEXTS.actions.playOnOver) : askToPlayOn(store, settings.level, (players) => game.playOn(players)));

function newGame() {
  const begin = (/** @type {any} */ setup, /** @type {(refusal?: string) => void} */ answered) =>
    (store.connection === "open" ? game.begin(setup, answered) : answered(TEXTS.games.noTable));
  withTable(() => askForGame(store, settings, begin, set))();
}

replace(byId("menu"),
  item("new", TEXTS.menu.new, newGame),
  item("files", TEXTS.menu.files, withTable(() => askForFile(store, settings.notation, send, openData, toast, (kept) => game.restore(kept), (kind) => askForPicture(kind, boardMaps(store, settings, hand, null), send)))),
  item("settings", TEXTS.menu.settings, () => askForSettings(settings, set)),
  item("keys", TEXTS.menu.keys, showKeys));
applySettings();
acceptFiles(openData, toast);
listenToKeys(store, {
  send, analyse, showKeys, toast,
  play: (point) => (store.canPlay() ? game.play(point) : game.explain()),
  clear: () => {
    hand.clear();
    takeTool(store, "play");
  },
  mark: (kind) => {
    const point = hand.cursor ?? hand.over;
    if (!point || !canMark(store)) return;
    if (kind === "circle") sendDrawing(store, send, point, point, "green");
    else if (store.status?.phase.type === "analysis") toggleArea(store, send, kind, point);
  },
  takeBack: () => pressTakeBack(store, send),
  notation: () => settings.notation,
  numbers: () => set({ numbers: !settings.numbers }),
});
addEventListener("hashchange", () => openAddress(game));
addEventListener("pagehide", () => {
  writeGame(store);
  keepEditor(store);
});
keepPage((reload) => {
  store.update = reload;
  store.changed();
});
store.subscribe(show);
store.changed();
setInterval(() => showClocks(store), TICK);
