// Serves a folder, opens its page in a headless browser, and prints the result that the page reports.
//
// Usage: node browser.mjs FOLDER|ADDRESS [--isolated] [--without-addresses]
//
// With --isolated the page may share memory with its workers. With --without-addresses its content security policy
// forbids the object URLs that a stop needs without shared memory. An ADDRESS is that of another server, which
// forwards /result to port 4417.

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
const ISOLATION = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
const POLICY = { "content-security-policy": "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self' blob:" };
/** The timeout of a page without a result. */
const PATIENCE = 180_000;
/** The port for pages of another server. */
const PORT = 4417;
/** The page lies below this path, as pages of many projects do. */
const HOME = "/games/dolmen/";

const [place, ...flags] = process.argv.slice(2);
const isAddress = /^http:/.test(place);
const headers = { ...(flags.includes("--isolated") ? ISOLATION : {}), ...(flags.includes("--without-addresses") ? POLICY : {}) };

/** @type {(result: any) => void} */
let tell = () => {};
const told = new Promise((resolve) => (tell = resolve));

const server = createServer(async (request, response) => {
  if (request.url === "/result") {
    let text = "";
    for await (const piece of request) text += piece;
    response.end();
    tell(JSON.parse(text));
    return;
  }
  const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname).replace(HOME, "/");
  const file = join(place, normalize(path === "/" ? "/index.html" : path));
  try {
    const bytes = await readFile(file);
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", ...headers }).end(bytes);
  } catch {
    response.writeHead(404, { "content-type": "text/html" }).end("<!doctype html><title>Not found</title>");
  }
});
await new Promise((resolve) => void server.listen(isAddress ? PORT : 0, "127.0.0.1", () => resolve(undefined)));
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());

const profile = await mkdtemp(join(tmpdir(), "dolmen-browser-"));
const address = isAddress ? place : `http://127.0.0.1:${port}${HOME}`;
const switches = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", `--user-data-dir=${profile}`, address];
const browser = spawn(process.env.CHROMIUM ?? "chromium", switches, { stdio: "ignore" });
browser.on("error", (error) => tell({ failed: `no browser: ${error.message}; CHROMIUM names it` }));
browser.on("exit", () => tell({ failed: "the browser has ended" }));
const timer = setTimeout(() => tell({ failed: `the page has said nothing for ${PATIENCE / 1000} s` }), PATIENCE);

const result = await told;
clearTimeout(timer);
browser.kill();
server.close();
server.closeAllConnections();
await new Promise((resolve) => (browser.exitCode !== null || browser.signalCode ? resolve(undefined) : browser.once("exit", resolve)));
await rm(profile, { recursive: true, force: true });
console.log(`${place} ${flags.join(" ")}: ${JSON.stringify(result.passed ?? "failed")}`);
if (result.failed) {
  console.error(result.failed);
  process.exitCode = 1;
}
