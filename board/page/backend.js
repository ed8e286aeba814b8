// @ts-check
// The two ways to a table: the program that served this page, or WebAssembly in the page itself.

import { TEXTS } from "./texts.js";

/**
 * @typedef {object} Backend
 * @property {(command: object) => void} send
 * @property {() => void} retry connects at once
 * @property {() => void} close
 *
 * @typedef {object} Handlers
 * @property {(message: any) => void} message
 * @property {(state: "connecting" | "open" | "lost" | "stranger" | "loading", progress?: number) => void} state
 */

const TOKEN_KEY = "dolmen.token";

/** The first and the longest pause before another attempt to connect, in milliseconds. */
const FIRST_PAUSE = 500;
const MAX_PAUSE = 8000;

/** Returns whether the program serves this page; the same page on another server has a table of its own. */
export const isOfProgram = () => document.documentElement.dataset.table === "program";

/**
 * Opens a table: that of the program that serves this page, otherwise one in this page.
 * @param {Handlers} handlers
 * @returns {Backend}
 */
export function openTable(handlers) {
  return isOfProgram() ? openSocket(readToken(), handlers) : openLocal(handlers);
}

/** Returns the token of the address and keeps it; without one, as in a link, returns the kept token. */
function readToken() {
  const token = new URLSearchParams(location.search).get("token");
  try {
    if (token) localStorage.setItem(TOKEN_KEY, token);
    return token ?? localStorage.getItem(TOKEN_KEY) ?? "";
  } catch {
    return token ?? "";
  }
}

/** Returns whether the program answers but knows another token. @param {string} token */
async function isStranger(token) {
  try {
    return (await fetch(`play/token?token=${encodeURIComponent(token)}`)).status === 403;
  } catch {
    return false;
  }
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
    const earlier = socket;
    const opened = new WebSocket(`${scheme}://${location.host}/play/socket?token=${encodeURIComponent(token)}`);
    socket = opened;
    // It may still be connecting.
    earlier?.close();
    opened.onopen = () => {
      pause = FIRST_PAUSE;
      handlers.state("open");
    };
    opened.onmessage = ({ data }) => {
      if (socket === opened) handlers.message(JSON.parse(data));
    };
    opened.onclose = async () => {
      if (isClosed || socket !== opened) return;
      handlers.state("lost");
      timer = setTimeout(connect, pause);
      pause = Math.min(pause * 2, MAX_PAUSE);
      if (await isStranger(token) && socket === opened) handlers.state("stranger");
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
      handlers.message({ type: "notice", text: TEXTS.games.notLoaded(error instanceof Error ? error.message : String(error)) });
    }
  };
  load();
  return { send: (command) => table?.send(command), retry: load, close: () => table?.close() };
}
