// @ts-check
// The maps of the board: what is drawn, as a function of the store, the settings and the hand.

import { proofStep } from "./study.js";

/** The kinds of threats that have a mark. */
const KINDS = /** @type {[string, string][]} */ ([["fives", "five-point"], ["openFours", "four-point"]]);

/**
 * @param {import("./store.js").Store} store
 * @param {import("./settings.js").Settings} settings
 * @param {import("./hand.js").Hand} hand
 * @param {number | null} numbered the move to which stones are numbered
 * @returns {import("./boardview.js").BoardMaps}
 */
export function boardMaps(store, settings, hand, numbered) {
  const { stones, toMove } = store.stones();
  const insight = store.insights.get(store.shown);
  const isAnalysis = store.status?.phase.type === "analysis";
  const { pending } = store;
  if (pending && pending.at === store.shown) stones.push({ point: pending.point, color: toMove, ply: stones.length + 1 });
  const refused = store.refused?.point ? insight?.forbidden.find(({ point }) => point === store.refused?.point) : null;
  const shownStones = numbered === null ? stones : stones.map((stone) => stone);
  return {
    width: store.setup?.width ?? 15,
    height: store.setup?.height ?? 15,
    stones: shownStones,
    numbers: settings.numbers || numbered !== null,
    last: stones.at(-1)?.point ?? null,
    five: insight?.five ?? [],
    forbidden: store.canPlay() || isAnalysis ? insight?.forbidden ?? [] : [],
    rows: refused?.rows ?? [],
    ghosts: ghosts(store, settings),
    toMove: pending && pending.at === store.shown ? other(toMove) : toMove,
    heat: isAnalysis && settings.heat && !pending ? insight?.heat ?? [] : [],
    marks: isAnalysis ? [...threats(insight, settings), ...labels(store)] : [],
    lines: isAnalysis && settings.threats ? rows(insight) : [],
    hover: hand.hover,
    cursor: hand.cursor,
    notation: settings.notation,
    coordinates: settings.coordinates,
  };
}

/** @param {"black" | "white"} color */
const other = (color) => (color === "black" ? "white" : "black");

/**
 * The moves that are drawn as ghosts: of a line under the pointer, of a proof, or of the engine's best line.
 * @param {import("./store.js").Store} store
 * @param {import("./settings.js").Settings} settings
 */
function ghosts(store, settings) {
  if (store.ghosts.length > 0) return store.ghosts.slice(0, 12);
  const isAnalysis = store.status?.phase.type === "analysis";
  const { toMove } = store.stones();
  if (isAnalysis && store.proof?.at === store.shown && store.proof.verdict === "win" && store.proof.side === toMove) return proofStep(store).moves;
  const best = store.thoughts.get(1);
  return settings.thinking && !isAnalysis && best?.at === store.shown ? best.line.slice(0, 5) : [];
}

/**
 * @param {import("./store.js").Insight | undefined} insight
 * @param {import("./settings.js").Settings} settings
 */
function threats(insight, settings) {
  const found = settings.threats ? insight?.threats : null;
  if (!found) return [];
  const marks = KINDS.flatMap(([key, kind]) => found[key].flatMap((/** @type {string[]} */ points, /** @type {number} */ side) => points.map((point) => ({ point, kind: `${kind} ${side ? "white" : "black"}` }))));
  const vcf = found.vcfAfterPass.map((/** @type {string} */ point, /** @type {number} */ index) => ({ point, kind: "vcf", text: index === 0 ? "!" : String(index + 1) }));
  return [...marks, ...vcf];
}

/** @param {import("./store.js").Insight | undefined} insight */
function rows(insight) {
  const threes = insight?.threats?.threes ?? [[], []];
  return threes.flatMap((/** @type {string[][]} */ rows, /** @type {number} */ side) => rows.map((points) => ({ points, kind: `three ${side ? "white" : "black"}` })));
}

/** The labels of the moves that follow, as in a library of RenLib. @param {import("./store.js").Store} store */
function labels(store) {
  const children = store.nodes.get(store.shown)?.children ?? [];
  if (children.length < 2) return [];
  return children.flatMap((id, index) => {
    const node = store.nodes.get(id);
    return node?.point ? [{ point: node.point, kind: "variation", text: node.label || String.fromCharCode(65 + (index % 26)) }] : [];
  });
}
