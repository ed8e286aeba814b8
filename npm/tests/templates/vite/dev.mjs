// Runs the page on Vite's server for development.

import { spawn } from "node:child_process";

import { createServer } from "vite";

const server = await createServer({ server: { port: 0, host: "127.0.0.1", proxy: { "/result": "http://127.0.0.1:4417" } } });
await server.listen();
const { port } = server.httpServer.address();

const browser = spawn(process.execPath, ["browser.mjs", `http://127.0.0.1:${port}/`], { stdio: "inherit" });
browser.on("exit", async (code) => {
  await server.close();
  process.exitCode = code ?? 1;
});
