// @ts-check
// Pictures of the board as SVG and PNG, and how the browser keeps files.

import { make } from "./dom.js";
import { TEXTS } from "./texts.js";

/** The width of a picture, in pixels. */
const PICTURE_WIDTH = 1200;
/** What a picture takes over from the style sheet. */
const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray", "opacity", "font-size", "font-weight", "text-anchor", "font-family"];

/**
 * Keeps a picture of the board.
 * @param {"svg" | "png"} kind
 * @param {(text: string) => void} complain
 */
export function savePicture(kind, complain) {
  const board = document.querySelector("svg.board");
  if (!board) return;
  const picture = new Blob([new XMLSerializer().serializeToString(copyOf(board))], { type: "image/svg+xml" });
  if (kind === "svg") download(picture, "board.svg");
  else savePng(picture, complain);
}

/** Copies the board with its styles, without what belongs to the pointer. @param {Element} board */
function copyOf(board) {
  const copy = /** @type {SVGElement} */ (board.cloneNode(true));
  const originals = board.querySelectorAll("*");
  for (const [index, element] of [...copy.querySelectorAll("*")].entries()) {
    if (element.closest("defs")) continue;
    const style = getComputedStyle(originals[index]);
    for (const key of STYLES) if (style.getPropertyValue(key)) element.setAttribute(key, style.getPropertyValue(key));
    element.removeAttribute("style");
  }
  for (const layer of copy.querySelectorAll("g.hover, g.cursor")) layer.remove();
  const [, , width, height] = (copy.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(PICTURE_WIDTH));
  copy.setAttribute("height", String(Math.round((PICTURE_WIDTH * height) / width)));
  return copy;
}

/**
 * @param {Blob} picture
 * @param {(text: string) => void} complain
 */
function savePng(picture, complain) {
  const image = new Image();
  const fail = () => complain(TEXTS.files.noPicture);
  image.onload = () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    canvas.toBlob((png) => (png ? download(png, "board.png") : fail()));
    URL.revokeObjectURL(image.src);
  };
  image.onerror = fail;
  image.src = URL.createObjectURL(picture);
}

/**
 * Lets the browser keep a file.
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const link = /** @type {HTMLAnchorElement} */ (make("a", { href: URL.createObjectURL(blob), download: name }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
