// The engine of the installed package in Node.js.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

import { createBoard, createEngine } from "dolmen-engine";

import { flow } from "./flow.mjs";

const GAME = { moves: "h8i9g9" };

/** Runs a test with an engine. */
const withEngine = (name, call, options) =>
  test(name, async () => {
    const engine = await createEngine(options);
    try {
      await call(engine);
    } finally {
      engine.close();
    }
  });

test("the way through the package", async () => {
  const { stopsBy } = await flow({ createEngine, createBoard });
  assert.equal(stopsBy, "signal");
});

withEngine("calls wait for each other, and reports come in order", async (engine) => {
  const order = [];
  const calls = [3, 1, 2].map(async (nodes) => {
    await engine.analyse(GAME, { nodes: nodes * 1000, onInfo: ({ depth }) => order.push(`${nodes}:${depth}`) });
    order.push(`${nodes} is done`);
  });
  assert.equal(engine.pending, 3);
  await Promise.all(calls);
  assert.deepEqual(order.filter((text) => text.endsWith("done")), ["3 is done", "1 is done", "2 is done"]);
  assert.equal(engine.pending, 0);
});

withEngine("the table stays after a stop, until it is cleared", async (engine) => {
  const first = await engine.analyse(GAME, { depth: 9 });
  const second = await engine.analyse(GAME, { depth: 9 });
  assert.ok(second.nodes < first.nodes, `${second.nodes} of ${first.nodes} nodes`);
  await engine.clear();
  assert.equal((await engine.analyse(GAME, { depth: 9 })).nodes, first.nodes);
});

withEngine("stop ends all calls with what they have found", async (engine) => {
  let begin = () => {};
  const begun = new Promise((resolve) => (begin = resolve));
  const first = engine.analyse(GAME, { time: 1000, onInfo: begin });
  const second = engine.analyse(GAME, { time: 1000 });
  await begun;
  engine.stop();
  const [found, nothing] = await Promise.allSettled([first, second]);
  assert.ok(found.value.stopped && found.value.depth > 0);
  assert.equal(nothing.reason.code, "no-result");
});

withEngine("limits and choices are obeyed", async (engine) => {
  const only = await engine.analyse(GAME, { nodes: 500, only: ["a1", [1, 0]] });
  assert.ok(["a1", "b1"].includes(only.best));
  const best = (await engine.analyse(GAME, { nodes: 500 })).best;
  assert.notEqual((await engine.analyse(GAME, { nodes: 500, avoid: [best] })).best, best);
  assert.equal((await engine.analyse(GAME, { depth: 3, fresh: true })).depth, 3);
});

withEngine("boards are analysed as they stand", async (engine) => {
  const diagram = ".......\n.......\n.XXXX..\n.OOO...\n.......\n.......\n......#";
  const board = createBoard({ diagram, turn: "white" });
  const { best, score } = await engine.analyse(board);
  assert.ok(["a3", "f3"].includes(best) || score.plies !== null);
  const [reply] = await engine.query({ ...board.toQuery(), includeBoard: true, maxVisits: 1 });
  assert.equal(reply.board.join("\n"), diagram);
  await assert.rejects(engine.analyse({ moves: "h8a1h9a3h10a5h11a7h12" }), { code: "game-over", message: "the game has ended: black" });
  await assert.rejects(engine.analyse({ rule: "go" }), { code: "invalid" });
  await assert.rejects(engine.analyse(GAME, { node: 5 }), { code: "invalid", message: /unknown option "node" of analyse: expected nodes/ });
  await assert.rejects(engine.analyse(), { code: "invalid", message: /^no position: expected a board/ });
  await assert.rejects(engine.analyse("h8i9"), { code: "invalid", message: /expected an object such as/ });
  assert.throws(() => engine.analysis(GAME, { onInfo: () => {} }), { code: "invalid", message: /unknown option "onInfo" of analysis/ });
  assert.throws(() => createBoard(board), { code: "invalid", message: /board.copy\(\)/ });
  await assert.rejects(engine.analyse(GAME, { nodes: -5 }), { code: "invalid", field: "nodes", message: "invalid nodes -5: expected a whole number from 1" });
  await assert.rejects(engine.solve(GAME, "magic"), { code: "invalid", field: "method", message: 'invalid method "magic": expected one of vcf, vct, win' });
});

withEngine("proofs of each kind, with their certificates", async (engine) => {
  const fours = await engine.solve({ moves: "h8a1i9a3j10a5" }, "vcf");
  assert.equal(fours.verdict, "win");
  assert.equal(fours.certificate, null);
  const won = await engine.solve({ moves: "h8a1i8a5g9a9" }, "win", { nodes: 2_000, certificate: true });
  assert.equal(won.verdict, "win");
  assert.match(new TextDecoder().decode(won.certificate), /^dolmen certificate/);
  assert.equal((await engine.solve(GAME, "vct", { nodes: 1 })).verdict, "unknown");
});

withEngine("queries have warnings, reports, actions and ids", async (engine) => {
  const heard = [];
  const query = { id: "mine", ...createBoard(GAME).toQuery(), maxVisits: 50_000, reportDuringSearchEvery: 0.01, bogus: 1 };
  const pending = engine.query(query, { onReply: (reply) => heard.push(reply) });
  await assert.rejects(engine.query({ id: "mine" }), { code: "duplicate-id", field: "id" });
  const replies = await pending;
  assert.deepEqual(replies.map(({ id, code }) => [id, code]), [["mine", "unknown-field"], ["mine", undefined]]);
  assert.ok(heard.some(({ isDuringSearch }) => isDuringSearch));
  const endless = engine.query({ id: "endless", infinite: true });
  const [status] = await engine.query({ action: "query_status" });
  assert.equal(status.openPositions, 1);
  const [echo] = await engine.query({ action: "terminate", terminateId: "endless" });
  assert.equal(echo.terminateId, "endless");
  assert.equal((await endless)[0].isDuringSearch, false);
  const [version] = await engine.query({ action: "query_version" });
  assert.ok(version.rules.includes("renju"));
});

withEngine("a reader that throws ends its own call alone", async (engine) => {
  const mistake = new Error("mine");
  const throwing = () => {
    throw mistake;
  };
  await assert.rejects(engine.analyse(GAME, { time: 1000, onInfo: throwing }), mistake);
  assert.equal((await engine.analyse(GAME, { nodes: 100 })).stopped, false);
});

const native = process.env.DOLMEN_NATIVE;
test("a fresh search is that of pbrain-dolmen", { skip: native ? false : "DOLMEN_NATIVE names no program" }, async () => {
  const engine = await createEngine();
  for (const rule of ["freestyle", "renju", "caro"]) {
    const query = { id: "a", ...createBoard({ ...GAME, rule }).toQuery(), maxVisits: 30_000, maxLines: 2 };
    const [own, expected] = [...(await engine.query(query)), JSON.parse(execFileSync(native, ["analyse"], { input: JSON.stringify(query), encoding: "utf8" }))];
    for (const reply of [own, expected]) delete reply.rootInfo.seconds;
    assert.deepEqual(own, expected);
  }
  engine.close();
});

test("wrong addresses are named", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/page.wasm") response.setHeader("content-type", "text/html").end("<!doctype html>");
    else response.writeHead(404).end();
  });
  await new Promise((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const home = `http://127.0.0.1:${server.address().port}`;
  const missing = `${home}/missing.wasm`;
  await assert.rejects(createEngine({ wasm: missing }), { code: "load", message: `cannot load the engine from ${missing}: the server answered 404 Not Found` });
  await assert.rejects(createEngine({ wasm: `${home}/page.wasm` }), { code: "load", message: /expected a WebAssembly module, got text\/html$/ });
  await assert.rejects(createEngine({ wasm: "/no/such/file.wasm" }), { code: "load", message: /ENOENT/ });
  await assert.rejects(createEngine({ worker: "/no/such/worker.js" }), { code: "worker", message: /Cannot find module/ });
  const other = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  await assert.rejects(createEngine({ wasm: other }), { code: "load", message: /expected the module of this version of dolmen-engine/ });
  await assert.rejects(createEngine({ memory: 0 }), { code: "invalid" });
  const gone = new AbortController();
  gone.abort();
  await assert.rejects(createEngine({ signal: gone.signal }), { name: "AbortError" });
  server.close();
});

test("the module and the worker can be given", async () => {
  const bytes = await readFile(new URL(import.meta.resolve("dolmen-engine/dolmen.wasm")));
  const worker = () => new Worker(new URL(import.meta.resolve("dolmen-engine/worker-node")));
  const seen = [];
  const engine = await createEngine({ wasm: await WebAssembly.compile(bytes), worker, onProgress: (fraction) => seen.push(fraction) });
  assert.ok((await engine.analyse(GAME, { nodes: 100 })).best);
  engine.close();
  const fromBytes = await createEngine({ wasm: bytes, worker, onProgress: (fraction) => seen.push(fraction) });
  assert.ok(seen.length > 0 && seen.every((fraction) => fraction > 0 && fraction <= 1));
  fromBytes.close();
});

test("a closed engine ends its calls", async () => {
  const engine = await createEngine();
  const endless = engine.analyse(GAME, { time: 1000 });
  engine.close();
  await assert.rejects(endless, { code: "closed", message: "the engine is closed" });
  await assert.rejects(engine.values(GAME), { code: "closed" });
});
