// Invalid options and queries: each gets a precise error, and leaves no call in flight.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";

import { createEngine } from "dolmen-engine";

const GAME = { moves: "h8i9g9" };
const COUNT = "expected a whole number from 1";
const SECONDS = "expected a number of seconds such as 0.5";
const LIST = 'expected a list of points such as ["h8", "i9"]';
const SIGNAL = "expected an AbortSignal, such as that of an AbortController";

/** @type {import("dolmen-engine").Engine} */
let engine;
before(async () => void (engine = await createEngine()));
after(() => engine.close());

/** Asserts the message and the option of an error with the code "invalid", and that no call is in flight. */
async function refused(call, field, message) {
  await assert.rejects(call, { name: "DolmenError", code: "invalid", field, message });
  assert.equal(engine.pending, 0);
}

test("numbers that are none are refused", async () => {
  for (const [value, words] of [[NaN, "NaN"], [Infinity, "Infinity"], [-Infinity, "-Infinity"], [5n, "5n"], ["5", '"5"']]) {
    for (const name of ["nodes", "depth", "lines"]) await refused(() => engine.analyse(GAME, { [name]: value }), name, `invalid ${name} ${words}: ${COUNT}`);
    await refused(() => engine.analyse(GAME, { time: value }), "time", `invalid time ${words}: ${SECONDS}`);
    await refused(() => engine.solve(GAME, "vct", { nodes: value }), "nodes", `invalid nodes ${words}: ${COUNT}`);
    await refused(() => engine.solve(GAME, "vct", { time: value }), "time", `invalid time ${words}: ${SECONDS}`);
    assert.throws(() => engine.analysis(GAME, { nodes: value }), { code: "invalid", field: "nodes" });
  }
  assert.equal((await engine.analyse(GAME, { nodes: 5, time: undefined, depth: null })).nodes, 5);
});

test("queries that JSON cannot write are refused", async () => {
  const circle = { moves: ["h8"] };
  circle.self = circle;
  await refused(() => engine.query(circle), undefined, "the query cannot be written as JSON: Converting circular structure to JSON");
  await refused(() => engine.query({ moves: ["h8"], maxVisits: 5n }), "maxVisits", "invalid number 5n in maxVisits: expected one that JSON can write");
  await refused(() => engine.query({ moves: ["h8"], maxVisits: NaN }), "maxVisits", "invalid number NaN in maxVisits: expected one that JSON can write");
  await refused(() => engine.query({ id: 5n }), "id", "invalid id 5n: expected a string");
  await refused(() => engine.analyse(GAME, { only: [[7n, 7]] }), "only", "invalid number 7n in only: expected one that JSON can write");
});

test("a process ends after a query that cannot be written", () => {
  const program = `
    import { createEngine } from "dolmen-engine";
    const engine = await createEngine();
    await engine.query({ moves: ["h8"], maxVisits: 5n }).catch(({ code }) => console.log(code, engine.pending));`;
  const options = { encoding: "utf8", cwd: import.meta.dirname ?? new URL(".", import.meta.url).pathname, timeout: 60_000 };
  assert.equal(execFileSync(process.execPath, ["--input-type=module", "--eval", program], options), "invalid 0\n");
});

test("errors name the options of the call", async () => {
  await refused(() => engine.analyse(GAME, { nodes: 0 }), "nodes", `invalid nodes 0: ${COUNT}`);
  await refused(() => engine.analyse(GAME, { time: -1 }), "time", "invalid time -1: expected seconds from 0.001 to 10000000");
  await refused(() => engine.analyse(GAME, { depth: 1.5 }), "depth", /^invalid depth 1.5: /);
  await refused(() => engine.analyse(GAME, { lines: 101 }), "lines", /^invalid lines 101: /);
  await refused(() => engine.analyse(GAME, { avoid: ["maxVisits"] }), "avoid", 'option avoid: invalid point "maxVisits": expected a point such as "h8"');
  await refused(() => engine.analyse(GAME, { only: ["h10"], avoid: ["h10"] }), "only", /^option only leaves no legal move .*: point h10 is in option avoid, too$/);
  await refused(() => engine.solve(GAME, "vct", { nodes: -1 }), "nodes", `invalid nodes -1: ${COUNT}`);
  await refused(() => engine.solve(GAME, 5), "method", "invalid method 5: expected vcf, vct or win");
  await refused(() => engine.query({ moves: ["h8"], maxVisits: 0 }), "maxVisits", `invalid maxVisits 0: ${COUNT}`);
});

test("options of a wrong type are refused before the call begins", async () => {
  await refused(() => engine.analyse(GAME, { signal: 5 }), "signal", `invalid signal 5: ${SIGNAL}`);
  await refused(() => engine.analyse(GAME, { signal: new AbortController() }), "signal", `invalid signal [object AbortController]: ${SIGNAL}`);
  await refused(() => engine.analyse(GAME, { onInfo: 5 }), "onInfo", "invalid onInfo 5: expected a function");
  await refused(() => engine.analyse(GAME, { avoid: "h9" }), "avoid", `invalid avoid "h9": ${LIST}`);
  await refused(() => engine.analyse(GAME, { fresh: "yes" }), "fresh", 'invalid fresh "yes": expected true or false');
  await refused(() => engine.solve(GAME, "vct", { signal: {} }), "signal", `invalid signal {}: ${SIGNAL}`);
  await refused(() => engine.query(GAME, { onReply: "x" }), "onReply", 'invalid onReply "x": expected a function');
  await refused(() => createEngine({ onProgress: 5 }), "onProgress", "invalid onProgress 5: expected a function");
  await refused(() => createEngine({ signal: 5 }), "signal", `invalid signal 5: ${SIGNAL}`);
  const source = "expected an address, bytes, a Response or a WebAssembly.Module";
  await refused(() => createEngine({ wasm: 42 }), "wasm", `invalid wasm 42: ${source}`);
  await refused(() => createEngine({ wasm: Promise.resolve() }), "wasm", `invalid wasm [object Promise]: ${source}`);
  await refused(() => createEngine({ worker: 5 }), "worker", "invalid worker 5: expected an address, or a function that returns a Worker");
  await refused(() => createEngine({ worker: () => null }), "worker", "invalid worker: expected a function that returns a Worker, got null from it");
  await refused(() => createEngine({ memory: "64" }), "memory", 'invalid memory "64": expected a whole number of megabytes from 1 to 1024');
  await refused(() => createEngine({ memory: NaN }), "memory", /^invalid memory NaN: /);
});
