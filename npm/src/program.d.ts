/** The engine in a worker of a browser, as a program of the Gomocup protocol. */
export class Program {
  /**
   * Starts the engine.
   * @param parts the module, and functions that start the worker (`dolmen-engine/worker`) and its helper threads, which
   * only a module for several threads has
   * @param hear is called with each text line of the engine
   * @param gone is called with the reason if the engine has ended by itself
   */
  constructor(
    parts: { module: WebAssembly.Module; worker: () => Worker; threadWorker?: () => Worker },
    hear: (line: string) => void,
    gone: (reason: string) => void,
  );
  /** Sends a text line. YXSTOP stops the search, which then answers with the best move so far. */
  send(line: string): void;
  /** Ends the worker. */
  kill(): void;
}
