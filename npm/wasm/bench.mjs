// Runs the bench of the module that is named on the command line, and prints the number of
// nodes and the speed as `pbrain-dolmen bench` does.
//
// Usage: node bench.mjs MODULE [DEPTH]

import { readFile } from "node:fs/promises";

const [path, depth] = process.argv.slice(2);
const page = { now: () => performance.now(), say: () => {}, is_stopped: () => 0 };
const module = await WebAssembly.compile(await readFile(path));
// A module for several threads has the memory of its page.
const isShared = WebAssembly.Module.imports(module).some(({ kind }) => kind === "memory");
const env = isShared ? { memory: new WebAssembly.Memory({ initial: 1024, maximum: 8192, shared: true }) } : {};
const instance = await WebAssembly.instantiate(module, { page, env });
const { bench, default_depth } = instance.exports;

const started = performance.now();
const nodes = bench(depth === undefined ? default_depth() : Number(depth));
const seconds = (performance.now() - started) / 1000;
console.log(`nodes ${nodes}`);
console.log(`time ${Math.round(seconds * 1000)} ms`);
console.log(`nodes per second ${Math.round(nodes / seconds)}`);
