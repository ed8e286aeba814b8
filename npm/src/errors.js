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

/** Returns the words of anything that was thrown. @param {unknown} error */
export const wordsOf = (error) => (error instanceof Error ? error.message : String(error));

/** Returns what a call throws whose signal is aborted. @param {AbortSignal} signal */
export const abortReason = (signal) => signal.reason ?? new DOMException("This operation was aborted", "AbortError");
