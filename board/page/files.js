// @ts-check
// Opening, saving and linking games.

import { addressedGame, addressProblem, gameInAddress } from "./address.js";
import { isOfProgram } from "./backend.js";
import { closeDialog, doneRow, openDialog } from "./dialogs.js";
import { button, isTextField, make } from "./dom.js";
import { earlierGames, stonesOfGame } from "./saved.js";
import { download } from "./pictures.js";
import { isOwnRequest, newRequest } from "./requests.js";
import { problemNote, RULE_NAMES } from "./setup.js";
import { TEXTS } from "./texts.js";
import { toastProgress } from "./toast.js";

/** @typedef {import("./setup.js").Answered} Answered */
/** @typedef {import("./store.js").Store} Store */

/** The largest file that is read, in bytes. */
const MAX_BYTES = 8 << 20;
/** A text that is a link with a game, and the part of the game. A file may have links in its comments. */
const LINK = /^[^\s(]*(#g=\S*)$/;

/** Writes bytes in base64. @param {Uint8Array} bytes */
function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/**
 * Reads a file.
 * @param {Blob} file
 * @param {(data: string) => void} open takes the content in base64
 * @param {(text: string) => void} complain
 * @param {string} [name] of one file among several
 */
export async function readFile(file, open, complain, name) {
  if (file.size > MAX_BYTES) {
    complain(TEXTS.files.tooLarge(name, Math.ceil(file.size / (1 << 20))));
    return;
  }
  open(base64(new Uint8Array(await file.arrayBuffer())));
}

/**
 * Lets files be dropped on the page and texts be pasted into it.
 * @param {(data: string) => void} open takes the content in base64
 * @param {(text: string) => void} complain
 */
export function acceptFiles(open, complain) {
  const mark = (/** @type {boolean} */ isOver) => document.documentElement.classList.toggle("drops", isOver);
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    mark(event.dataTransfer?.types.includes("Files") ?? false);
  });
  // Only a drag that leaves the window enters no other element.
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    closeDialog();
    openFile(file, open, complain);
  });
  document.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (isTextField(event.target) || !text.trim()) return;
    closeDialog();
    openText(text, open, complain);
  });
}

/**
 * Opens a file, and says so until the table has answered.
 * @param {File} file
 * @param {(data: string) => void} open takes the content in base64
 * @param {(text: string) => void} complain
 */
function openFile(file, open, complain) {
  toastProgress(TEXTS.files.opening(file.name));
  readFile(file, open, complain).catch(() => complain(TEXTS.files.unreadable(file.name)));
}

/**
 * Opens the game in a text: a link, or what a file may contain.
 * @param {string} whole
 * @param {(data: string) => void} open takes the content in base64
 * @param {(text: string) => void} complain
 */
function openText(whole, open, complain) {
  const text = whole.trim();
  const link = LINK.exec(text)?.[1];
  if (link && addressedGame(link)) {
    closeDialog();
    location.hash = link;
  } else if (!text) complain(TEXTS.files.nothing);
  else if (link) complain(addressProblem(link));
  else readFile(new Blob([text]), open, complain);
}

/** Returns a time as a text: the time of the day, with the date unless it is today. @param {number} at milliseconds since 1970 */
function timeOf(at) {
  const then = new Date(at);
  /** @type {Intl.DateTimeFormatOptions} */
  const date = then.toDateString() === new Date().toDateString() ? {} : { month: "short", day: "numeric" };
  return then.toLocaleString([], { ...date, hour: "2-digit", minute: "2-digit" });
}

/**
 * Shows the dialog that opens, saves and links games.
 * @param {Store} store
 * @param {string} notation
 * @param {(command: object) => void} send
 * @param {(data: string, answered?: Answered) => void} open takes the content of a file in base64
 * @param {(text: string) => void} say
 * @param {(game: any) => void} restore goes back to an earlier game
 * @param {(kind: import("./pictures.js").PictureKind) => void} savePicture saves a picture of the board
 */
export function askForFile(store, notation, send, open, say, restore, savePicture) {
  const input = make("input", { type: "file", accept: ".psq,.sgf,.lib,.txt,.rec", "data-key": "file", change: (/** @type {any} */ event) => {
    const [file] = event.currentTarget.files;
    closeDialog();
    if (file) openFile(file, open, say);
  } });
  const done = (/** @type {() => void} */ action) => () => {
    closeDialog();
    action();
  };
  const save = (/** @type {string} */ label, /** @type {string} */ format) =>
    button(label, done(() => send({ type: "export", id: newRequest(), format, at: format === "renLib" ? store.shown : lastOfLine(store), points: notation })), { "data-key": format });
  const earlier = earlierGames().map(({ at, names, game }, index) =>
    button(TEXTS.files.earlierGame(timeOf(at), names.join(" – "), new Map(RULE_NAMES).get(game.setup.rule) ?? game.setup.rule, stonesOfGame(game)), done(() => restore(game)), { class: "small", "data-key": `earlier ${index}` }));
  const isSquare15 = store.setup?.width === 15 && store.setup.height === 15;
  openDialog(TEXTS.files.title,
    make("p", { class: "note" }, TEXTS.files.note),
    make("label", { class: "field" }, make("span", {}, TEXTS.files.open), input),
    textForm((text, answered) => openText(text, (data) => open(data, answered), answered)),
    make("h3", {}, TEXTS.files.save),
    make("div", { class: "actions" }, save("SGF", "sgf"), save("Piskvork", "psq"), isSquare15 ? save("RenLib", "renLib") : null, save(TEXTS.files.text, "text")),
    make("p", { class: "note" }, TEXTS.files.saveNote(isSquare15)),
    make("p", { class: "note" }, TEXTS.files.pointsNote(TEXTS.files.names[notation])),
    make("h3", {}, TEXTS.files.share),
    make("div", { class: "actions" },
      button(TEXTS.files.link, done(() => copyLink(store, say)), { "data-key": "link" }),
      button(TEXTS.files.svg, done(() => savePicture("svg")), { "data-key": "svg" }),
      button(TEXTS.files.png, done(() => savePicture("png")), { "data-key": "png" }),
      button(TEXTS.files.diagram, done(() => savePicture("diagram")), { "data-key": "diagram" })),
    make("p", { class: "note" }, TEXTS.files.pictureNote),
    earlier.length > 0 ? [make("h3", {}, TEXTS.files.earlier), make("div", { class: "actions earlier", "data-key": "earlier" }, earlier)] : null,
    isServedWithEngine() ? make("p", { class: "note" },
      make("a", { href: "dolmen.html", download: "dolmen.html", "data-key": "offline" }, TEXTS.files.single), TEXTS.files.singleNote) : null,
    doneRow());
}

/** The field for moves or a position, for devices without a key that pastes. A refusal is shown below it. @param {(text: string, answered: Answered) => void} action */
function textForm(action) {
  const problem = make("div", {});
  const answered = (refusal = "") => {
    if (refusal) problem.replaceChildren(problemNote(refusal));
    else closeDialog();
  };
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    action(String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("text")), answered);
  };
  return make("form", { class: "pasting", submit, "data-key": "pasting" },
    make("label", { class: "field" }, make("span", {}, TEXTS.files.paste), make("textarea", { rows: 2, name: "text", spellcheck: "false", autocapitalize: "off", "data-key": "pasted" })),
    make("button", { type: "submit", "data-key": "open pasted" }, TEXTS.files.openPasted),
    problem);
}

/** Returns the last node of the line that files without variations have: of the game, if the shown position belongs to one. @param {Store} store */
export function lastOfLine(store) {
  const last = store.status?.last ?? 0;
  const isGame = store.isLive() || store.status?.canReturn === true || Boolean(store.status?.result);
  const isOnGame = store.wholePath(last).some(({ id }) => id === store.shown);
  return isGame && isOnGame ? last : store.line().at(-1)?.id;
}

/** Returns whether this is the static page on a web server, which also offers the page as a single file. */
const isServedWithEngine = () => location.protocol !== "file:" && !isOfProgram();

/**
 * @param {Store} store
 * @param {(text: string) => void} say
 */
async function copyLink(store, say) {
  const link = new URL(location.href);
  // The token of the program stays here; the browser keeps it.
  link.search = "";
  link.hash = gameInAddress(store);
  try {
    await navigator.clipboard.writeText(link.href);
    say(isOfProgram() ? TEXTS.files.copiedHere : TEXTS.files.copied);
  } catch {
    say(TEXTS.files.copyThis(link.href));
  }
}

/**
 * Downloads a file that the table has written, if this page has asked for it.
 * @param {{ id: string, name: string, data: string }} file
 */
export function saveFile({ id, name, data }) {
  if (!isOwnRequest(id)) return;
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  download(new Blob([bytes], { type: "application/octet-stream" }), name);
}
