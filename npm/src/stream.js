// @ts-check
// An analysis as an asynchronous iterator of its reports, with its result.

/**
 * @template T
 * @typedef {{ promise: Promise<T>, stop: () => void }} Running
 */

/** @template T */
export class Stream {
  /** The newest report that the reader has not taken yet; it replaces older ones. @type {T | undefined} */
  #news;
  #isOver = false;
  /** @type {(() => void) | undefined} */
  #wake;
  /** @type {Running<T>} */
  #running;

  /** @param {(onInfo: (info: T) => void) => Running<T>} start */
  constructor(start) {
    this.#running = start((info) => {
      this.#news = info;
      this.#wake?.();
    });
    const end = () => {
      this.#isOver = true;
      this.#wake?.();
    };
    this.result = this.#running.promise;
    // A loop over the reports gets the error itself.
    this.result.then(end, end);
  }

  /** Stops the search, and returns its result so far. */
  stop() {
    this.#running.stop();
    return this.result;
  }

  async *[Symbol.asyncIterator]() {
    try {
      for (;;) {
        while (this.#news === undefined && !this.#isOver) {
          await new Promise((/** @type {(value: void) => void} */ resolve) => (this.#wake = resolve));
        }
        const news = this.#news;
        this.#news = undefined;
        if (news === undefined) break;
        yield news;
      }
      await this.result;
    } finally {
      if (!this.#isOver) {
        this.#running.stop();
        this.result.catch(() => {});
      }
    }
  }
}
