// @ts-check
// Serves the page with a mock table, for trying it and for tests: `node tests/server.js [PORT]`.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

import { MockTable } from "./mock-table.js";
import { accept } from "./websocket.js";

const FOLDER = fileURLToPath(new URL("..", import.meta.url));
const TYPES = /** @type {Record<string, string>} */ ({ ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" });
/** The policy of the real server, so that the page cannot depend on anything that it forbids. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Starts a server on the loopback address.
 * @param {number} port 0 for any
 */
export async function serve(port) {
  /** @type {Set<(text: string) => void>} */
  const pages = new Set();
  /** @type {Set<import("node:stream").Duplex>} */
  const sockets = new Set();
  const table = new MockTable((message) => {
    for (const send of pages) send(JSON.stringify(message));
  });
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    const file = join(FOLDER, path === "/" ? "index.html" : path);
    if (path === "/play/token") {
      response.writeHead(204).end();
      return;
    }
    try {
      const bytes = await readFile(file);
      // The mark by which the program tells the page that it has a table.
      const content = path === "/" ? bytes.toString().replace("<html ", '<html data-table="program" ') : bytes;
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-security-policy": POLICY }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.on("upgrade", (request, socket) => {
    const send = accept(request, socket, (text) => table.take(JSON.parse(text)));
    sockets.add(socket);
    pages.add(send);
    socket.on("close", () => {
      pages.delete(send);
      sockets.delete(socket);
    });
    table.greet();
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(null)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    table,
    address: `http://127.0.0.1:${address.port}/?token=mock`,
    /** Breaks all connections, as the end of the program does. */
    hangUp: () => sockets.forEach((socket) => socket.destroy()),
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { address } = await serve(Number(process.argv[2] ?? 8123));
  console.log(address);
}
