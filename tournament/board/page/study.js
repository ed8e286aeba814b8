// @ts-check
// What engines think, and analysis: several best lines, threats, values of points, proofs, a sweep.

import { byId, button, choice, make, replace, toggle } from "./dom.js";
import { shown } from "./notation.js";
import { brief, percent } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {(command: object) => void} Send */

/** The number of positions that a proof search visits. */
const PROOF_NODES = 1_000_000;
/** Milliseconds for each move of a sweep. */
const SWEEP_MS = 500;

/**
 * @param {Store} store
 * @param {Settings} settings
 * @param {Send} send
 * @param {(change: Partial<Settings>) => void} set
 */
export function showStudy(store, settings, send, set) {
  const isAnalysis = store.status?.phase.type === "analysis";
  const isWanted = isAnalysis || (settings.thinking && store.isAgainstEngine());
  const wish = () => toggle("Show what the engine thinks", settings.thinking, (thinking) => set({ thinking }), { "data-key": "thinking" });
  replace(byId("study-head"), isAnalysis ? analysis(store, settings, send, set) : store.isAgainstEngine() ? wish() : null);
  replace(byId("study-lines"), isWanted ? lines(store, settings, send) : null);
  replace(byId("study-proof"), isAnalysis ? proof(store, settings, send) : null);
  replace(byId("study-log"), isWanted ? log(store) : null);
}

/**
 * @param {Store} store
 * @param {Settings} settings
 * @param {Send} send
 * @param {(change: Partial<Settings>) => void} set
 */
function analysis(store, settings, send, set) {
  const engine = store.engines.find((engine) => engine.canAnalyse);
  const work = store.status?.work;
  const isRunning = work?.type === "analysis";
  const start = () => send({ type: "analyse", at: store.shown, engine: engine?.id, lines: settings.lines });
  return [
    make("h2", {}, "Analysis"),
    make("div", { class: "actions" },
      engine ? button(isRunning ? "Stop" : `Analyse with ${engine.name}`, isRunning ? () => send({ type: "stop" }) : start, { class: "primary", "data-key": "analyse" }) : null,
      engine ? button(work?.type === "sweep" ? `Stop (${work.done} of ${work.all})` : "Whole game", () => send(work?.type === "sweep" ? { type: "stop" } : { type: "sweep", at: store.shown, engine: engine.id, ms: SWEEP_MS }), { "data-key": "sweep", title: "Evaluates every move of this line" }) : null,
      choice("Lines", Array.from({ length: 10 }, (_, index) => [String(index + 1), String(index + 1)]), String(settings.lines), (lines) => set({ lines: Number(lines) }), { "data-key": "lines" })),
    make("div", { class: "switches" },
      toggle("Threats", settings.threats, (threats) => set({ threats }), { "data-key": "threats" }),
      toggle("Values of points", settings.heat, (heat) => set({ heat }), { "data-key": "heat" })),
  ];
}

/**
 * @param {Store} store
 * @param {Settings} settings
 * @param {Send} send
 */
function lines(store, settings, send) {
  const thoughts = [...store.thoughts.values()].sort((a, b) => a.rank - b.rank);
  const first = thoughts[0];
  if (!first) return null;
  const height = store.setup?.height ?? 15;
  const isHere = first.at === store.shown;
  const row = (/** @type {import("./store.js").Thought} */ thought) =>
    make("li", { pointerenter: () => showGhosts(store, isHere ? thought.line : []), pointerleave: () => showGhosts(store, []) },
      button([make("strong", {}, thought.line[0] ? shown(thought.line[0], settings.notation, height) : ""), " ", make("span", { class: "value" }, chanceOf(store, thought)), make("span", { class: "muted" }, ` ${thought.line.slice(1, 9).map((name) => shown(name, settings.notation, height)).join(" ")}`)],
        () => addLine(store, thought, send), { "data-key": `line ${thought.rank}`, title: "Hover to see the line on the board; click to add its first move", disabled: store.status?.phase.type !== "analysis" || !isHere }));
  return [
    make("p", { class: "muted figures" }, `depth ${first.depth ?? "–"}${first.selectiveDepth ? `–${first.selectiveDepth}` : ""}`, first.nodes ? ` · ${brief(first.nodes)} nodes` : "", first.speed ? ` · ${brief(first.speed)} a second` : "", first.value ? ` · value ${first.value}` : ""),
    make("ol", { class: "best" }, thoughts.map(row)),
  ];
}

/**
 * The chance of the side to move.
 * @param {Store} store
 * @param {import("./store.js").Thought} thought
 */
function chanceOf(store, thought) {
  if (thought.blackWins === null) return thought.value ?? "";
  const { toMove } = store.stones(thought.at);
  return percent(toMove === "black" ? thought.blackWins : 1 - thought.blackWins);
}

/**
 * @param {Store} store
 * @param {string[]} moves
 */
function showGhosts(store, moves) {
  store.ghosts = moves;
  store.changed();
}

/**
 * @param {Store} store
 * @param {import("./store.js").Thought} thought
 * @param {Send} send
 */
function addLine(store, thought, send) {
  const first = thought.line[0];
  if (!first) return;
  store.pending = { at: thought.at, point: first };
  send({ type: "play", at: thought.at, point: first });
}

/**
 * @param {Store} store
 * @param {Settings} settings
 * @param {Send} send
 */
function proof(store, settings, send) {
  const { toMove } = store.stones();
  const prove = (/** @type {string} */ kind, /** @type {string} */ side) => () => send({ type: "prove", at: store.shown, kind, side, nodes: PROOF_NODES });
  const other = toMove === "black" ? "white" : "black";
  return [
    make("h2", {}, "Prove it"),
    make("div", { class: "actions" },
      button("Win by fours", prove("vcf", toMove), { "data-key": "vcf", title: `Does ${toMove} win by fours alone?` }),
      button("Win by threats", prove("vct", toMove), { "data-key": "vct", title: `Does ${toMove} win by fours and open threes?` }),
      button("The other side's threat", prove("vcf", other), { "data-key": "threat", title: `Would ${other} win by fours if it were to move?` })),
    verdict(store, settings),
  ];
}

/**
 * @param {Store} store
 * @param {Settings} settings
 */
function verdict(store, settings) {
  const { proof } = store;
  if (!proof || proof.at !== store.shown) return null;
  const kind = proof.kind === "vcf" ? "by fours" : "by fours and threes";
  const side = proof.side === "black" ? "Black" : "White";
  if (proof.verdict === "noWin") return make("p", {}, `${side} has no win ${kind}.`);
  if (proof.verdict === "unknown") return make("p", {}, `No win ${kind} was found within ${brief(proof.nodes)} positions. That is no proof that there is none.`);
  const height = store.setup?.height ?? 15;
  const name = (/** @type {string} */ point) => shown(point, settings.notation, height);
  const { move, moves } = proofStep(store);
  return make("div", { class: "proof" },
    make("p", {}, `${side} wins ${kind}. `, make("strong", {}, `${name(move.point)}`), moves.length > 1 ? ` is winning move ${(moves.length + 1) / 2}.` : " is the first move."),
    move.defences.length > 0
      ? make("p", {}, "Defences: ", move.defences.map((/** @type {any} */ defence) => button(name(defence.point), () => stepInto(store, defence.point), { "data-key": `defence ${defence.point}` })), move.incomplete ? " and others" : "")
      : make("p", {}, "Five in a row, or fours that cannot all be stopped."),
    store.proofPath.length > 0 ? button("One step back", () => stepInto(store, null), { "data-key": "proof back" }) : null);
}

/**
 * Follows the defences that were chosen.
 * @param {Store} store
 * @returns {{ move: any, moves: string[] }} the winning move, and all moves up to it
 */
export function proofStep(store) {
  let move = store.proof.root;
  const moves = [move.point];
  for (const point of store.proofPath) {
    const defence = move.defences.find((/** @type {any} */ defence) => defence.point === point);
    if (!defence) break;
    move = defence.then;
    moves.push(point, move.point);
  }
  return { move, moves };
}

/**
 * @param {Store} store
 * @param {string | null} point
 */
function stepInto(store, point) {
  store.proofPath = point === null ? store.proofPath.slice(0, -1) : [...store.proofPath, point];
  store.changed();
}

/** @param {Store} store */
function log(store) {
  if (store.log.length === 0) return null;
  return make("details", {}, make("summary", {}, "Messages of the engine"), make("pre", { class: "log" }, store.log.slice(-30).join("\n")));
}
