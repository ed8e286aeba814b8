// @ts-check
// The thoughts of engines, and analysis: several best variations, threats, values of points, a sweep.

import { areaLine, toolSection } from "./boardtools.js";
import { button, byId, choice, dotted, make, replace, toggle } from "./dom.js";
import { edit, editorSection } from "./editor.js";
import { knownSection } from "./known.js";
import { librarySection } from "./library.js";
import { analyseCommand, limitSection } from "./limits.js";
import { lineRow } from "./linerow.js";
import { proofSection } from "./proof.js";
import { isLesson, reviewSection } from "./review.js";
import { colorName, otherSide } from "./sides.js";
import { TEXTS } from "./texts.js";
import { brief, longValue, plainValue, searched } from "./words.js";

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
      toggle(TEXTS.analysis.thinking, settings.thinking, (thinking) => commands.set({ thinking }), { "data-key": "thinking" }),
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
  const counts = Array.from({ length: 10 }, (_, index) => /** @type {[string, string]} */ ([String(index + 1), TEXTS.analysis.lineCount(index + 1)]));
  return make("section", { class: "card", "data-key": "analysis" },
    make("h2", {}, TEXTS.analysis.title),
    engine ? make("div", { class: "actions" },
      button(isRunning ? TEXTS.analysis.stop : TEXTS.analysis.analyse, isRunning ? stop : start, { class: "primary", "data-key": "analyse", disabled: isSweep }),
      button(TEXTS.analysis.edit, () => edit(store), { "data-key": "edit", title: TEXTS.analysis.editTitle }),
      choice(TEXTS.analysis.lines, counts, String(settings.lines), (lines) => set({ lines: Number(lines) }), { "data-key": "lines", "aria-label": TEXTS.analysis.lines }),
      engines.length > 1 ? choice(TEXTS.analysis.engine, engines.map(({ id, name }) => [String(id), name]), String(engine.id), (id) => {
        chosen = Number(id);
        if (isRunning) send(analyseCommand(store, settings, chosen));
        store.changed();
      }, { "data-key": "engine", "aria-label": TEXTS.analysis.engine }) : null) : make("p", { class: "muted" }, TEXTS.analysis.noEngine),
    engine ? limitSection(store, settings, set) : null,
    toolSection(store, send),
    make("div", { class: "switches" },
      toggle(TEXTS.analysis.threats, settings.threats, (threats) => set({ threats }), { "data-key": "threats" }),
      toggle(TEXTS.analysis.values, settings.heat, (heat) => set({ heat }), { "data-key": "heat" })),
    settings.threats ? threatLegend(store.insights.get(store.shown)?.threats) : null,
    settings.heat ? make("p", { class: "legend" }, TEXTS.analysis.valuesNote) : null,
    lines(store, settings, commands), areaLine(store, send), knownSection(store, settings.notation, commands.addLine), log(store));
}

/**
 * The legend of the threats on the board.
 * @param {import("./store.js").Insight["threats"]} threats
 */
function threatLegend(threats) {
  if (!threats) return null;
  const has = (/** @type {any[][]} */ sides) => sides.some((found) => found.length > 0);
  const kinds = /** @type {[boolean, string, string][]} */ ([
    [has(threats.fives), "five-point", TEXTS.analysis.five], [has(threats.openFours), "four-point", TEXTS.analysis.openFour],
    [has(threats.threes), "three", TEXTS.analysis.openThree], [threats.vcfAfterPass.length > 0, "vcf", TEXTS.analysis.foursAfterPass],
    [(threats.vctAfterPass?.length ?? 0) > 0, "vct", TEXTS.analysis.threesAfterPass],
  ]).filter(([isThere]) => isThere);
  if (kinds.length === 0) return make("p", { class: "legend", "data-key": "threat legend" }, TEXTS.analysis.noThreats);
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
      dotted([TEXTS.analysis.depth(`${first.depth ?? "–"}${first.selectiveDepth && first.selectiveDepth !== first.depth ? `–${first.selectiveDepth}` : ""}`), first.nodes ? TEXTS.analysis.nodes(brief(first.nodes)) : "", first.ms === null ? "" : searched(first.ms),
        first.speed ? TEXTS.analysis.speed(brief(first.speed)) : "", solved(store, first) || (first.value ? TEXTS.analysis.value(plainValue(first.value)) : "")].filter(Boolean))),
    store.stones(first.at).stones.length === 0 ? make("p", { class: "legend" }, TEXTS.analysis.emptyNote) : null,
    thoughts.some(({ value }) => /^[+-]M/.test(value ?? "")) ? make("p", { class: "legend" }, TEXTS.analysis.winNote) : null,
    make("p", { class: "legend", "data-key": "chances of" }, TEXTS.analysis.chancesOf(colorName(store.stones(first.at).toMove))),
    make("ol", { class: "best", "data-key": "best" }, thoughts.map((thought) => line(store, settings, commands, thought))),
  ];
}

/**
 * Says which side wins, if the search knows.
 * @param {Store} store
 * @param {Thought} thought
 */
function solved(store, { at, value }) {
  const [, sign, plies] = /^([+-])M(\d+)$/.exec(value ?? "") ?? [];
  if (!sign) return "";
  const { toMove } = store.stones(at);
  return TEXTS.analysis.solved(colorName(sign === "+" ? toMove : otherSide(toMove)), Math.ceil(Number(plies) / 2));
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
    isHere, canAdd: isHere && store.status?.phase.type === "analysis", title: TEXTS.analysis.addLine,
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
  return make("details", { "data-key": "log" }, make("summary", {}, TEXTS.analysis.log), make("pre", { class: "log" }, store.log.slice(-SHOWN_LOG).join("\n")));
}
