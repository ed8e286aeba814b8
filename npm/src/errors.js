// @ts-check
// The errors of the package.

/** An error with a code for programs. */
export class DolmenError extends Error {
  /** @param {string} code @param {string} message @param {ErrorOptions & { field?: string, index?: number }} [details] */
  constructor(code, message, details = {}) {
    super(message, details);
    this.name = "DolmenError";
    this.code = code;
    this.field = details.field;
    this.index = details.index;
  }
}

/** Returns an error about an argument or an option. @param {string} name @param {unknown} value @param {string} expected */
export const invalid = (name, value, expected) => new DolmenError("invalid", `invalid ${name} ${valueWords(value)}: expected ${expected}`, { field: name });

/** Returns a value as an error shows it. @param {unknown} value */
export function valueWords(value) {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return "(a function)";
  if (typeof value === "object" && value !== null) {
    const kind = Object.prototype.toString.call(value);
    if (kind !== "[object Object]" && !Array.isArray(value)) return kind;
  }
  try {
    return typeof value === "number" ? String(value) : (JSON.stringify(value) ?? String(value));
  } catch {
    return String(value);
  }
}

/**
 * Returns the error of an error reply.
 * @param {any} reply
 * @param {Record<string, string>} [names] the options of the call that fields of its query stand for: the error names those
 */
export function errorOf({ code, error, field, index }, names = {}) {
  const option = names[field];
  if (option === undefined) return new DolmenError(code, error, { field, index });
  let isNamed = false;
  const renamed = (/** @type {string} */ all, /** @type {string} */ before, /** @type {string} */ word) => {
    if (word === undefined || !Object.hasOwn(names, word)) return all;
    isNamed = true;
    return before ? `${before}${names[word]}` : `option ${names[word]}`;
  };
  // Texts of the user stay unchanged.
  const message = error.replace(/"(?:[^"\\]|\\.)*"|(\binvalid )?\b([A-Za-z]+)\b/g, renamed);
  return new DolmenError(code, isNamed ? message : `option ${option}: ${message}`, { field: option });
}

/** Returns the message of a thrown value. @param {unknown} error */
export const wordsOf = (error) => (error instanceof Error ? error.message : String(error));

/** Returns the error of a call whose signal is aborted. @param {AbortSignal} signal */
export const abortReason = (signal) => signal.reason ?? new DOMException("This operation was aborted", "AbortError");
