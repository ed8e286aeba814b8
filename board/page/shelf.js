// @ts-check
// The values that the browser keeps. If its storage is disabled or full, only these values are lost.

/** @typedef {"local" | "session"} Shelf for all tabs and visits, or for one tab */

/** @param {Shelf} shelf */
const storage = (shelf) => (shelf === "local" ? localStorage : sessionStorage);

/**
 * Returns a kept value; null if there is none, or it cannot be read.
 * @param {Shelf} shelf
 * @param {string} key
 * @returns {any}
 */
export function keptValue(shelf, key) {
  try {
    return JSON.parse(storage(shelf).getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Keeps a value; null removes it. Returns whether the browser keeps it.
 * @param {Shelf} shelf
 * @param {string} key
 * @param {any} value
 */
export function keepValue(shelf, key, value) {
  try {
    if (value === null) storage(shelf).removeItem(key);
    else storage(shelf).setItem(key, JSON.stringify(value));
    return true;
  } catch {
    // The page works without the value.
    return false;
  }
}
