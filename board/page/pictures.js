// @ts-check
// Pictures of the board as SVG and PNG, which the table draws, and the download of files.

import { fives, heatStrength } from "./boardlayers.js";
import { make } from "./dom.js";
import { newRequest } from "./requests.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./boardview.js").BoardMaps} BoardMaps */

/** The kinds of signs in the protocol of the table. */
const DRAWN_SIGNS = ["best", "good", "fair", "poor", "five-point", "four-point", "vcf", "vct", "defence", "variation", "brilliant", "interesting", "inaccuracy", "mistake", "blunder"];

/** The pictures that this page has asked for, by the identifiers of the requests. @type {Map<string, "svg" | "png">} */
const awaited = new Map();

/** @typedef {"svg" | "png" | "diagram"} PictureKind a diagram is SVG for print */

/**
 * Asks the table for a picture of the board.
 * @param {PictureKind} kind
 * @param {BoardMaps} maps
 * @param {(command: object) => void} send
 */
export function askForPicture(kind, maps, send) {
  const id = newRequest();
  awaited.set(id, kind === "png" ? "png" : "svg");
  send({ type: "picture", id, board: { ...shownBoard(maps), print: kind === "diagram" } });
}

/**
 * Downloads a picture that the table has drawn, if this page has asked for it.
 * @param {{ id: string, svg: string }} message
 * @param {(text: string) => void} complain
 */
export function takePicture({ id, svg }, complain) {
  const kind = awaited.get(id);
  awaited.delete(id);
  const picture = new Blob([svg], { type: "image/svg+xml" });
  if (kind === "svg") download(picture, "board.svg");
  else if (kind === "png") savePng(picture, complain);
}

/** Returns the contents of the board, without the marks of the pointer, in the protocol of the table. @param {BoardMaps} maps */
export function shownBoard({ width, height, stones, numbered, last, five, forbidden, ghosts, heat, marks, lines, excluded = [], only = [], drawings = [], within, crosshair, notation, coordinates }) {
  const covered = new Set(ghosts.map(({ point }) => point));
  const ends = (/** @type {string[]} */ points, /** @type {string} */ kind) => (points.length > 1 ? [{ from: points[0], to: points[points.length - 1], kind }] : []);
  return {
    width, height, crosshair, within,
    stones: stones.map(({ point, color, ply }) => ({ point, color, ...(ply > 0 && ply <= numbered ? { number: ply } : {}) })),
    last: last !== null && five.length === 0,
    names: coordinates ? notation : null,
    five, ghosts, drawings,
    forbidden: forbidden.map(({ point }) => point),
    rows: [...lines.flatMap(({ points }) => ends(points, "three")), ...fives(five).flatMap((points) => ends(points, "five"))],
    values: heat.map(({ point, value }) => ({ point, strength: Math.round(100 * heatStrength(value, heat)), text: String(Math.round(value * 100)) })),
    signs: marks.filter(({ point }) => !covered.has(point)).flatMap(({ point, kind, text }) => {
      const words = kind.split(" ");
      const sign = DRAWN_SIGNS.find((sign) => words.includes(sign));
      return sign ? [{ point, kind: sign, faint: words.includes("faint"), ...(text === undefined ? {} : { text }) }] : [];
    }),
    area: { excluded, only },
  };
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
 * Downloads a file.
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const link = /** @type {HTMLAnchorElement} */ (make("a", { href: URL.createObjectURL(blob), download: name }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
