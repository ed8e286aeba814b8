// Prints the figures of README.md: sizes, times of calls, and speeds.
//
// Usage: node npm/measure.mjs [NATIVE]     (after npm/build; NATIVE is a released pbrain-dolmen)

import { execFileSync } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { RULES_MODULE } from "./src/rules-module.js";
import { server } from "./src/serve.js";
import { createBoard, createEngine } from "./src/node.js";

const [native] = process.argv.slice(2);
const GAME = { rule: "freestyle", moves: "h8i9j7h10k9" };
const row = (/** @type {unknown[]} */ ...cells) => console.log(`| ${cells.join(" | ")} |`);
const kilobytes = (/** @type {number} */ bytes) => `${Math.round(bytes / 1000).toLocaleString("en")} kB`;

/** Returns the median of the times of some calls in milliseconds. */
async function median(count, call) {
  const times = [];
  for (let index = 0; index < count; index += 1) {
    const began = performance.now();
    await call(index);
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[count >> 1];
}
const digits = (/** @type {number} */ value) => (value < 10 ? value.toPrecision(2) : value < 100 ? value.toFixed() : String(10 * Math.round(value / 10)));
const shown = (/** @type {number} */ ms) => (ms < 1 ? `${digits(ms * 1000)} µs` : `${digits(ms)} ms`);

console.log("\nSizes\n");
row("part", "raw", "gzip", "brotli");
row("---", "---", "---", "---");
const folder = new URL("./src/", import.meta.url);
const scripts = (await readdir(folder)).filter((name) => name.endsWith(".js") && name !== "rules-module.js");
const texts = await Promise.all(scripts.map((name) => readFile(new URL(name, folder))));
const parts = { "the engine, `dolmen.wasm`": await readFile(new URL("dolmen.wasm", folder)), "the rules, inside `rules-module.js`": Buffer.from(RULES_MODULE, "base64"), "the scripts": Buffer.concat(texts) };
for (const [name, bytes] of Object.entries(parts)) {
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } });
  row(name, ...[bytes, gzipSync(bytes, { level: 9 }), brotli].map(({ length }) => kilobytes(length)));
}

console.log("\nTimes\n");
row("call", "median");
row("---", "---");
row("`createEngine()`, from a file", shown(await median(5, async () => (await createEngine()).close())));
const engine = await createEngine();
await engine.analyse(GAME, { nodes: 1000 });
const board = createBoard(GAME);
row("`analyse` with one node", shown(await median(500, () => engine.analyse(board, { nodes: 1 }))));
row("`values`", shown(await median(500, () => engine.values(board))));
row("`query` with an action", shown(await median(500, () => engine.query({ action: "query_status" }))));
/** The time from a stop to the result. */
async function stopped() {
  const running = engine.analysis(board);
  for await (const { depth } of running) if (depth >= 8) break;
  const began = performance.now();
  await running.stop();
  return performance.now() - began;
}
const stops = [];
for (let index = 0; index < 20; index += 1) stops.push(await stopped());
row("the result after `stop`, Node.js", shown(stops.sort((a, b) => a - b)[10]));
for (const rule of ["freestyle", "renju"]) {
  const own = createBoard({ ...GAME, rule });
  row(`\`push\` and \`pop\`, ${rule}`, shown((await median(50, () => {
    for (let index = 0; index < 100; index += 1) {
      own.push([0, 0]);
      own.pop();
    }
  })) / 100));
  row(`\`legal\` after a move, ${rule}`, shown(await median(500, () => {
    own.push([0, 0]);
    const { length } = own.legal;
    own.pop();
    return length;
  })));
}

console.log("\nNodes a second\n");
row("engine", "speed");
row("---", "---");
const speedOf = (/** @type {string} */ text) => Number(/nodes per second (\d+)/.exec(text)?.[1]);
const speed = (/** @type {string} */ program, /** @type {string[]} */ args) => speedOf(execFileSync(program, args, { encoding: "utf8" }));
const rounded = (/** @type {number} */ value) => (1000 * Math.round(value / 1000)).toLocaleString("en");
const bench = new URL("./wasm/bench.mjs", import.meta.url).pathname;
let [natively, inNode] = [0, 0];
// The runs alternate, so that other load of the machine slows both. The best of some runs is the least disturbed one.
for (let run = 0; run < 4; run += 1) {
  if (native) natively = Math.max(natively, speed(native, ["bench"]));
  inNode = Math.max(inNode, speed(process.execPath, [bench, new URL("dolmen.wasm", folder).pathname]));
}
if (native) row("`pbrain-dolmen bench`", rounded(natively));
row("the bench in this module, Node.js", rounded(inNode) + (native ? ` (${Math.round((100 * inNode) / natively)} %)` : ""));
const query = JSON.stringify({ id: "a", ...board.toQuery(), maxVisits: 1_000_000 });
const ofReply = (/** @type {any} */ { rootInfo: { visits, seconds } }) => visits / seconds;
let [nativeSearch, ownSearch] = [0, 0];
for (let run = 0; run < 3; run += 1) {
  if (native) nativeSearch = Math.max(nativeSearch, ofReply(JSON.parse(execFileSync(native, ["analyse"], { input: query, encoding: "utf8" }))));
  const [reply] = await engine.query(JSON.parse(query));
  ownSearch = Math.max(ownSearch, ofReply(reply));
}
if (native) row("`pbrain-dolmen analyse`, a million nodes of one position", rounded(nativeSearch));
row("`analyse`, the same, Node.js", rounded(ownSearch) + (native ? ` (${Math.round((100 * ownSearch) / nativeSearch)} %)` : ""));

/** @type {(value: unknown) => void} */
let answered = () => {};
const handle = server((message) => message.reply && answered(message.reply), setImmediate);
handle({ open: { module: await WebAssembly.compile(parts["the engine, `dolmen.wasm`"]), megabytes: 64, signal: { flag: undefined, probe: undefined } } });
/** Answers a query without a signal: the search is cut into slices. */
const inSlices = (/** @type {object} */ query) =>
  new Promise((resolve) => {
    answered = resolve;
    handle({ query: JSON.stringify({ id: "a", ...query }) });
  });
await inSlices({ maxVisits: 10_000 });
const ratios = [];
for (const moves of ["h8i9j7h10k9", "h8i9g9i8i10", "h8h9i8j8g7"]) {
  const depth = 14;
  const { nodes } = await engine.analyse({ moves }, { depth, fresh: true });
  const sliced = JSON.parse(String(await inSlices({ ...createBoard({ moves }).toQuery(), maxDepth: depth })));
  ratios.push(sliced.rootInfo.visits / nodes);
}
console.log(`\nThe nodes to depth 14 in slices, as a share of those with a signal: ${ratios.map((ratio) => ratio.toFixed(1)).join(", ")}`);
engine.close();
