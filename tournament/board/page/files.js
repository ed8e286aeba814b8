// @ts-check
// Files and links: what comes in, what goes out, and pictures of the board.

import { byId, button, make, replace } from "./dom.js";

/** @typedef {import("./store.js").Store} Store */

/** The largest file that is read, in bytes. */
const MAX_BYTES = 8 << 20;

/**
 * @param {Uint8Array} bytes
 */
function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/**
 * Reads a file and lets the table import it.
 * @param {Blob} file
 * @param {(command: object) => void} send
 * @param {(text: string) => void} complain
 */
export async function importFile(file, send, complain) {
  if (file.size > MAX_BYTES) {
    complain(`The file is too large: ${Math.ceil(file.size / (1 << 20))} MiB of at most 8.`);
    return;
  }
  send({ type: "import", data: base64(new Uint8Array(await file.arrayBuffer())) });
}

/**
 * Lets files be dropped on the page and texts be pasted into it.
 * @param {(command: object) => void} send
 * @param {(text: string) => void} complain
 */
export function acceptFiles(send, complain) {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) importFile(file, send, complain);
  });
  document.addEventListener("paste", (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    const text = event.clipboardData?.getData("text/plain").trim();
    if (text) importFile(new Blob([text]), send, complain);
  });
}

/**
 * Offers the ways to open and keep a game.
 * @param {Store} store
 * @param {(command: object) => void} send
 * @param {(text: string) => void} say
 */
export function askForFile(store, send, say) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  const input = make("input", { type: "file", accept: ".psq,.sgf,.lib,.txt", change: () => {
    const file = /** @type {HTMLInputElement} */ (input).files?.[0];
    if (file) importFile(file, send, say);
    dialog.close();
  } });
  const save = (/** @type {string} */ label, /** @type {string} */ format) => button(label, () => { send({ type: "export", format, at: store.shown }); dialog.close(); }, { "data-key": format });
  replace(dialog, make("h2", {}, "Open and save"),
    make("p", {}, "Open a game of Piskvork (psq), an SGF file, a library of RenLib (lib), or moves such as h8i9j10. You can also drop a file here, or paste moves."), input,
    make("h3", {}, "Save"),
    make("div", { class: "actions" }, save("SGF", "sgf"), save("Piskvork", "psq"), save("RenLib", "renLib"), save("Moves", "text")),
    make("h3", {}, "Share"),
    make("div", { class: "actions" },
      button("Copy link", () => copyLink(store, say), { "data-key": "link" }),
      button("Picture (SVG)", () => { savePicture("svg", say); dialog.close(); }, { "data-key": "svg" }), button("Picture (PNG)", () => { savePicture("png", say); dialog.close(); }, { "data-key": "png" })),
    make("div", { class: "actions" }, button("Done", () => dialog.close())));
  dialog.showModal();
}

/** @param {Store} store @param {(text: string) => void} say */
async function copyLink(store, say) {
  const link = new URL(location.href);
  link.search = "";
  link.hash = gameInAddress(store);
  try {
    await navigator.clipboard.writeText(link.href);
    say("Link copied.");
  } catch {
    say(`Copy this link: ${link.href}`);
  }
}

/**
 * Returns the game as the part of an address after the hash sign.
 * @param {Store} store
 */
export function gameInAddress(store) {
  const { setup } = store;
  const moves = store.path().slice(1).map((node) => node.point ?? "").join("");
  return `#g=${moves}&r=${setup?.rule ?? "freestyle"}&s=${setup?.width ?? 15}x${setup?.height ?? 15}`;
}

/**
 * Reads a game from an address; null if there is none.
 * @param {string} hash
 */
export function addressedGame(hash) {
  const found = /^#g=((?:[a-v]\d{1,2})*)&r=([a-z0-9]+)&s=(\d{1,2})x(\d{1,2})$/.exec(hash);
  return found ? { moves: found[1], rule: found[2], width: Number(found[3]), height: Number(found[4]) } : null;
}

/**
 * Keeps a file of the table.
 * @param {{ name: string, data: string }} file
 */
export function saveFile({ name, data }) {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  download(new Blob([bytes], { type: "application/octet-stream" }), name);
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
function download(blob, name) {
  const link = /** @type {HTMLAnchorElement} */ (make("a", { href: URL.createObjectURL(blob), download: name }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Keeps a picture of the board.
 * @param {"svg" | "png"} kind
 * @param {(text: string) => void} say
 */
function savePicture(kind, say) {
  const board = document.querySelector("svg.board");
  if (!board) return;
  const copy = /** @type {SVGElement} */ (board.cloneNode(true));
  const originals = board.querySelectorAll("*");
  for (const [index, element] of [...copy.querySelectorAll("*")].entries()) {
    const style = getComputedStyle(originals[index]);
    for (const key of ["fill", "stroke", "stroke-width", "stroke-linecap", "opacity", "font-size", "font-weight", "text-anchor", "font-family"]) element.setAttribute(key, style.getPropertyValue(key));
  }
  copy.querySelector(".cursor")?.remove();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", "1200");
  const [, , width, height] = (copy.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
  copy.setAttribute("height", String(Math.round((1200 * height) / width)));
  const blob = new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
  if (kind === "svg") {
    download(blob, "board.svg");
    return;
  }
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    canvas.toBlob((png) => (png ? download(png, "board.png") : say("The browser could not make the picture.")));
    URL.revokeObjectURL(image.src);
  };
  image.src = URL.createObjectURL(blob);
}
