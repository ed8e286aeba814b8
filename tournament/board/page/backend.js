// @ts-check
// The two ways to a table: the program that served this page, or WebAssembly in the page itself.

/**
 * @typedef {object} Backend
 * @property {(command: object) => void} send
 * @property {() => void} close
 *
 * @typedef {object} Handlers
 * @property {(message: any) => void} message
 * @property {(state: "connecting" | "open" | "lost" | "loading", progress?: number) => void} state
 */

/** The longest pause before another attempt to connect, in milliseconds. */
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
  let pause = 500;
  let isClosed = false;
  const connect = () => {
    handlers.state("connecting");
    socket = new WebSocket(`ws://${location.host}/play/socket?token=${encodeURIComponent(token)}`);
    socket.onopen = () => {
      pause = 500;
      handlers.state("open");
    };
    socket.onmessage = ({ data }) => handlers.message(JSON.parse(data));
    socket.onclose = () => {
      if (isClosed) return;
      handlers.state("lost");
      setTimeout(connect, pause);
      pause = Math.min(pause * 2, MAX_PAUSE);
    };
  };
  connect();
  return {
    send(command) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
    },
    close() {
      isClosed = true;
      socket?.close();
    },
  };
}

/**
 * @param {Handlers} handlers
 * @returns {Backend}
 */
function openLocal(handlers) {
  /** @type {Backend | undefined} */
  let table;
  handlers.state("loading", 0);
  import("./wasm/local.js")
    .then(({ openLocalTable }) => openLocalTable(handlers.message, (progress) => handlers.state("loading", progress)))
    .then((opened) => {
      table = opened;
      handlers.state("open");
    })
    .catch((error) => {
      handlers.state("lost");
      handlers.message({ type: "notice", text: `The engine could not be loaded: ${error.message}` });
    });
  return { send: (command) => table?.send(command), close: () => table?.close() };
}
