// @ts-check
// Names of points. The table writes `h8`, with rows counted from the top; people may prefer others.

/** @typedef {{ x: number, y: number }} Place a column and a row, from 0 at the top left */

/**
 * Reads a point of the table.
 * @param {string} point
 * @returns {Place}
 */
export function place(point) {
  return { x: point.charCodeAt(0) - 97, y: Number(point.slice(1)) - 1 };
}

/**
 * Writes a point for the table.
 * @param {Place} place
 */
export function point({ x, y }) {
  return String.fromCharCode(97 + x) + String(y + 1);
}

/**
 * Names a column for a person.
 * @param {number} x
 * @param {string} notation
 */
export const columnName = (x, notation) => (notation === "numbers" ? String(x + 1) : notation === "engine" ? String(x) : String.fromCharCode(97 + x));

/**
 * Names a row for a person.
 * @param {number} y
 * @param {string} notation
 * @param {number} height the number of rows
 */
export const rowName = (y, notation, height) => String(notation === "bottom" ? height - y : notation === "engine" ? y : y + 1);

/**
 * Names a point for a person.
 * @param {string} name a point of the table
 * @param {string} notation "top", "bottom" or "numbers"; reports also have "engine", numbers from 0
 * @param {number} height the number of rows
 */
export function shown(name, notation, height) {
  const { x, y } = place(name);
  return columnName(x, notation) + (notation === "numbers" ? "," : "") + rowName(y, notation, height);
}

/**
 * Reads a point that a person has typed in their notation.
 * @param {string} text
 * @param {string} notation
 * @param {number} width
 * @param {number} height
 * @returns {string | null} a point of the table, or null if it is none
 */
export function typed(text, notation, width, height) {
  const letters = /^([a-v])(\d{1,2})$/i.exec(text.trim());
  const numbers = /^(\d{1,2})\s*[, ]\s*(\d{1,2})$/.exec(text.trim());
  let found = null;
  if (letters) {
    const row = Number(letters[2]);
    found = { x: letters[1].toLowerCase().charCodeAt(0) - 97, y: notation === "bottom" ? height - row : row - 1 };
  } else if (numbers) {
    found = { x: Number(numbers[1]) - 1, y: Number(numbers[2]) - 1 };
  }
  const isOn = found && found.x >= 0 && found.y >= 0 && found.x < width && found.y < height;
  return found && isOn ? point(found) : null;
}
