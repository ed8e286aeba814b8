// @ts-check
// The two ways to a table: the program that served this page, or WebAssembly in the page itself.

/**
 * @typedef {object} Backend
 * @property {(command: object) => void} send
 * @property {() => void} retry connects at once
 * @property {() => void} close
 *
 * @typedef {object} Handlers
 * @property {(message: any) => void} message
 * @property {(state: "connecting" | "open" | "lost" | "loading", progress?: number) => void} state
 */

/** The first and the longest pause before another attempt to connect, in milliseconds. */
const FIRST_PAUSE = 500;
const MAX_PAUSE = 8000;

/**
 * Opens a table: that of the program if the address has its token, otherwise one in this page.
 * @param {Handlers} handlers
 * @returns {Backend}
 */
export function openTable(handlers) {
  const token = new URLSearchParams(location.search).get("token");
  return token ? openSocket(token, handlers) : openLocal(handlers);
}

/**
 * @param {string} token
 * @param {Handlers} handlers
 * @returns {Backend}
 */
function openSocket(token, handlers) {
  /** @type {WebSocket | undefined} */
  let socket;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let pause = FIRST_PAUSE;
  let isClosed = false;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const connect = () => {
    clearTimeout(timer);
    const opened = new WebSocket(`${scheme}://${location.host}/play/socket?token=${encodeURIComponent(token)}`);
    socket = opened;
    opened.onopen = () => {
      pause = FIRST_PAUSE;
      handlers.state("open");
    };
    opened.onmessage = ({ data }) => {
      if (socket === opened) handlers.message(JSON.parse(data));
    };
    opened.onclose = () => {
      if (isClosed || socket !== opened) return;
      handlers.state("lost");
      timer = setTimeout(connect, pause);
      pause = Math.min(pause * 2, MAX_PAUSE);
    };
  };
  handlers.state("connecting");
  connect();
  return {
    send(command) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
    },
    retry: connect,
    close() {
      isClosed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}

/**
 * @param {Handlers} handlers
 * @returns {Backend}
 */
function openLocal(handlers) {
  /** @type {{ send: (command: object) => void, close: () => void } | undefined} */
  let table;
  const load = async () => {
    table?.close();
    handlers.state("loading", 0);
    try {
      const { openLocalTable } = await import("./wasm/local.js");
      table = await openLocalTable(handlers.message, (progress) => handlers.state("loading", progress));
      handlers.state("open");
    } catch (error) {
      handlers.state("lost");
      handlers.message({ type: "notice", text: `Dolmen could not be loaded (${error instanceof Error ? error.message : error}).` });
    }
  };
  load();
  return { send: (command) => table?.send(command), retry: load, close: () => table?.close() };
}
