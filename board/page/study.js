// @ts-check
// The thoughts of engines, and analysis: several best variations, threats, values of points, a sweep.

import { areaLine, toolSection } from "./boardtools.js";
import { button, byId, choice, make, replace, toggle } from "./dom.js";
import { edit, editorSection } from "./editor.js";
import { knownSection } from "./known.js";
import { librarySection } from "./library.js";
import { analyseCommand, limitSection } from "./limits.js";
import { lineRow } from "./linerow.js";
import { proofSection } from "./proof.js";
import { isLesson, reviewSection } from "./review.js";
import { colorName, otherSide } from "./sides.js";
import { brief, longValue, used } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./store.js").Thought} Thought */
/** @typedef {import("./settings.js").Settings} Settings */

/** The most moves of a line that are written. */
const LINE = 10;
/** The most lines of the log that are shown. */
const SHOWN_LOG = 40;

/**
 * @typedef {object} Commands
 * @property {(command: object) => void} send
 * @property {(change: Partial<Settings>) => void} set
 * @property {() => void} analyse starts or stops
 * @property {(moves: string[]) => void} addLine
 * @property {(position: any) => void} arrange begins to analyse a position that was set up
 * @property {(game: import("./collection.js").CollectedGame, ply: number) => void} openGame opens a game of the collection
 */

/** The engine that analyses. */
let chosen = -1;

/**
 * @param {Store} store
 * @param {Settings} settings
 * @param {Commands} commands
 */
export function showStudy(store, settings, commands) {
  const element = byId("study");
  if (store.status?.phase.type === "analysis") {
    if (store.editor) {
      replace(element, editorSection(store, commands.arrange));
      return;
    }
    const analyst = store.engines.find(({ canAnalyse }) => canAnalyse);
    replace(element, isLesson(store) ? null : analysis(store, settings, commands), reviewSection(store, settings, commands, analyst),
      isLesson(store) ? null : [proofSection(store, settings, commands), librarySection(store, settings, commands)]);
  } else if (store.isAgainstEngine()) {
    replace(element, make("section", { class: settings.thinking ? "card" : "", "data-key": "thinking part" },
      toggle("Show what the program thinks", settings.thinking, (thinking) => commands.set({ thinking }), { "data-key": "thinking" }),
      settings.thinking ? [lines(store, settings, commands), log(store)] : null));
  } else {
    replace(element);
  }
}

/**
 * @param {Store} store
 * @param {Settings} settings
 * @param {Commands} commands
 */
function analysis(store, settings, commands) {
  const { send, set } = commands;
  const engines = store.engines.filter((engine) => engine.canAnalyse);
  const engine = engines.find(({ id }) => id === chosen) ?? engines[0];
  const work = store.status?.work;
  const isRunning = work?.type === "analysis";
  const isSweep = work?.type === "sweep";
  const stop = () => send({ type: "stop" });
  const start = () => send(analyseCommand(store, settings, engine.id));
  const counts = Array.from({ length: 10 }, (_, index) => /** @type {[string, string]} */ ([String(index + 1), index ? `${index + 1} lines` : "1 line"]));
  return make("section", { class: "card", "data-key": "analysis" },
    make("h2", {}, "Analysis"),
    engine ? make("div", { class: "actions" },
      button(isRunning ? "Stop" : "Analyse", isRunning ? stop : start, { class: "primary", "data-key": "analyse", disabled: isSweep }),
      button("Edit position", () => edit(store), { "data-key": "edit", title: "Place and remove stones of either colour" }),
      choice("Lines", counts, String(settings.lines), (lines) => set({ lines: Number(lines) }), { "data-key": "lines", "aria-label": "Lines" }),
      engines.length > 1 ? choice("Engine", engines.map(({ id, name }) => [String(id), name]), String(engine.id), (id) => {
        chosen = Number(id);
        if (isRunning) send(analyseCommand(store, settings, chosen));
        store.changed();
      }, { "data-key": "engine", "aria-label": "Engine" }) : null) : make("p", { class: "muted" }, "No engine here can analyse."),
    engine ? limitSection(store, settings, set) : null,
    toolSection(store, send),
    make("div", { class: "switches" },
      toggle("Threats", settings.threats, (threats) => set({ threats }), { "data-key": "threats" }),
      toggle("Values of points", settings.heat, (heat) => set({ heat }), { "data-key": "heat" })),
    settings.threats ? threatLegend(store.insights.get(store.shown)?.threats) : null,
    settings.heat ? make("p", { class: "legend" }, "The chance of the side to move after its best moves, in percent, as the evaluation sees it without a search.") : null,
    lines(store, settings, commands), areaLine(store, send), knownSection(store, settings.notation, commands.addLine), log(store));
}

/**
 * Explains the marks of the threats that are there.
 * @param {import("./store.js").Insight["threats"]} threats
 */
function threatLegend(threats) {
  if (!threats) return null;
  const has = (/** @type {any[][]} */ sides) => sides.some((found) => found.length > 0);
  const kinds = /** @type {[boolean, string, string][]} */ ([
    [has(threats.fives), "five-point", "makes five"], [has(threats.openFours), "four-point", "makes an open four"],
    [has(threats.threes), "three", "an open three"], [threats.vcfAfterPass.length > 0, "vcf", "!, 2, 3: how the other side wins by fours if this one passes"],
    [(threats.vctAfterPass?.length ?? 0) > 0, "vct", "!, 2, 3: how the other side wins by fours and open threes if this one passes"],
  ]).filter(([isThere]) => isThere);
  if (kinds.length === 0) return make("p", { class: "legend", "data-key": "threat legend" }, "There are no threats here.");
  return make("p", { class: "legend", "data-key": "threat legend" }, kinds.map(([, kind, text]) => [make("span", { class: `swatch ${kind}` }), text]));
}

/**
 * @param {Store} store
 * @param {Settings} settings
 * @param {Commands} commands
 */
function lines(store, settings, commands) {
  const thoughts = [...store.shownThoughts().values()].sort((a, b) => a.rank - b.rank);
  const first = thoughts[0];
  if (!first) return null;
  return [
    make("p", { class: "muted figures" },
      [`depth ${first.depth ?? "–"}${first.selectiveDepth && first.selectiveDepth !== first.depth ? `–${first.selectiveDepth}` : ""}`, first.nodes ? `${brief(first.nodes)} nodes` : "", first.ms === null ? "" : used(first.ms),
        first.speed ? `${brief(first.speed)} a second` : "", solved(store, first) || (first.value ? `value ${first.value}` : "")].filter(Boolean).join(" · ")),
    store.stones(first.at).stones.length === 0 ? make("p", { class: "legend" }, "On an empty board Dolmen considers the centre alone.") : null,
    thoughts.some(({ value }) => /^[+-]M/.test(value ?? "")) ? make("p", { class: "legend" }, "W7 on the board: wins in 7 moves. L7: loses in 7.") : null,
    make("ol", { class: "best", "data-key": "best" }, thoughts.map((thought) => line(store, settings, commands, thought))),
  ];
}

/**
 * Says which side wins, if the search knows.
 * @param {Store} store
 * @param {Thought} thought
 */
function solved(store, { at, value }) {
  if (!/^[+-]M/.test(value ?? "")) return "";
  const { toMove } = store.stones(at);
  const winner = value?.startsWith("+") ? toMove : otherSide(toMove);
  return `solved: ${colorName(winner)} ${longValue(value, null).replace("loses", "wins")}`;
}

/**
 * @param {Store} store
 * @param {Settings} settings
 * @param {Commands} commands
 * @param {Thought} thought
 */
function line(store, settings, commands, thought) {
  const isHere = thought.at === store.shown;
  return lineRow(store, settings.notation, commands.addLine, {
    key: `line ${thought.rank}`, moveKey: String(thought.rank), value: valueOf(store, thought), line: thought.line, written: LINE,
    isHere, canAdd: isHere && store.status?.phase.type === "analysis", title: "Add the line up to here",
  });
}

/**
 * The value for the side to move.
 * @param {Store} store
 * @param {Thought} thought
 */
function valueOf(store, { at, value, blackWins }) {
  const { toMove } = store.stones(at);
  return longValue(value, blackWins === null ? null : toMove === "black" ? blackWins : 1 - blackWins);
}

/** @param {Store} store */
function log(store) {
  if (store.log.length === 0) return null;
  return make("details", { "data-key": "log" }, make("summary", {}, "Messages of the engine"), make("pre", { class: "log" }, store.log.slice(-SHOWN_LOG).join("\n")));
}
