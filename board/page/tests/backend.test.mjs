// @ts-check
// Tests of the connection to the program that need no browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openTable } from "../backend.js";

/** The sockets that were opened. @type {Socket[]} */
const sockets = [];

/** A connection that is made when the test says so. */
class Socket {
  constructor() {
    this.isClosed = false;
    /** @type {() => void} */
    this.onopen = () => {};
    sockets.push(this);
  }

  close() {
    this.isClosed = true;
  }
}

Object.assign(globalThis, {
  WebSocket: Socket,
  location: { protocol: "http:", host: "127.0.0.1:8225", search: "?token=x" },
  document: { documentElement: { dataset: { table: "program" } } },
});

test("another attempt to connect ends the one before", () => {
  /** @type {string[]} */
  const states = [];
  const table = openTable({ message: () => {}, state: (state) => states.push(state) });
  table.retry();
  table.retry();
  assert.deepEqual(sockets.map(({ isClosed }) => isClosed), [true, true, false]);
  sockets[2].onopen();
  assert.deepEqual(states, ["connecting", "open"]);
});
