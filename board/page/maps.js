// @ts-check
// The maps of the board: its contents as a function of the store, the settings and the hand.

import { areaOf, drawingsOf } from "./boardtools.js";
import { openingOffers, openingSquare } from "./openings.js";
import { practiceGhosts, practiceMover, practiceStones } from "./practise.js";
import { proofDefences, proofGhosts, proofIsShown } from "./proof.js";
import { badges, isLesson, lessonGhosts } from "./review.js";
import { otherSide } from "./sides.js";
import { shortValue } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {"black" | "white"} Side */

/** The most moves of a line that are drawn, unless a person has stepped through all of them. */
const MAX_GHOSTS = 12;
/** The most points whose values are drawn. */
const MAX_VALUES = 18;
/** Points with fewer nodes than this part of the best are drawn faintly. */
const FEW = 0.05;

/**
 * @param {Store} store
 * @param {Settings} settings
 * @param {import("./hand.js").Hand} hand
 * @param {number | null} numbered the move to which stones are numbered
 * @returns {import("./boardview.js").BoardMaps}
 */
export function boardMaps(store, settings, hand, numbered) {
  if (store.editor) return editorMaps(store.editor, settings, hand);
  if (store.practice) return practiceMaps(store, store.practice, settings, hand);
  const { stones, toMove } = store.stones();
  const insight = store.insights.get(store.shown);
  const isAnalysis = store.status?.phase.type === "analysis";
  const isPending = store.pending?.at === store.shown && store.pending.isDrawn;
  if (isPending && store.pending) stones.push({ point: store.pending.point, color: toMove, ply: store.path().length });
  const refused = store.refused?.point ?? null;
  const reason = refused ? insight?.forbidden.find(({ point }) => point === refused) : null;
  return {
    width: store.setup?.width ?? 15,
    height: store.setup?.height ?? 15,
    stones,
    numbered: numbered ?? (settings.numbers ? Infinity : 0),
    faded: numbered ?? Infinity,
    last: lastMove(stones),
    going: store.shown === store.status?.last ? store.going : [],
    five: isPending ? [] : insight?.five ?? [],
    forbidden: !isPending && (store.canPlay() || isAnalysis) ? insight?.forbidden ?? [] : [],
    rows: reason?.rows ?? [],
    refused: reason ? refused : null,
    ghosts: isPending ? openingOffers(store) : ghosts(store, settings, toMove),
    within: openingSquare(store),
    // In a proof, the person places the replies.
    toMove: proofIsShown(store) ? otherSide(store.proof.side) : isPending ? otherSide(toMove) : toMove,
    heat: isAnalysis && settings.heat && !isPending && !isLesson(store) ? topPoints(insight?.heat ?? []) : [],
    marks: isAnalysis && !isPending ? marks(store, settings, insight) : [],
    lines: isAnalysis && settings.threats ? rows(insight) : [],
    ...(isAnalysis && !isLesson(store) ? areaOf(store) : {}),
    drawings: drawings(store, hand),
    hover: hand.hover,
    cursor: hand.cursor,
    zoom: hand.zoom,
    crosshair: settings.crosshair,
    notation: settings.notation,
    coordinates: settings.coordinates,
  };
}

/** Returns the point of the last stone that was played. @param {{ point: string, ply: number }[]} stones */
function lastMove(stones) {
  const last = stones.at(-1);
  return last && last.ply > 0 ? last.point : null;
}

/**
 * The maps of a position that is set up, which show only its stones.
 * @param {import("./editor.js").Editor} editor
 * @param {Settings} settings
 * @param {import("./hand.js").Hand} hand
 * @returns {import("./boardview.js").BoardMaps}
 */
function editorMaps({ stones, width, height, tool, toMove }, settings, hand) {
  return {
    width, height,
    stones: stones.map((stone, index) => ({ ...stone, ply: index + 1 })),
    numbered: 0, faded: Infinity, last: null, going: [], five: [], forbidden: [], rows: [], refused: null, ghosts: [], within: null, heat: [], marks: [], lines: [],
    toMove: tool === "black" || tool === "white" ? tool : toMove,
    hover: tool === "erase" ? null : hand.hover,
    cursor: hand.cursor, zoom: hand.zoom, crosshair: false, notation: settings.notation, coordinates: settings.coordinates,
  };
}

/** The drawings of the position, and the one that is being made. @param {Store} store @param {import("./hand.js").Hand} hand */
function drawings(store, { stroke }) {
  const made = stroke?.to ? [{ from: stroke.from, ...(stroke.to === stroke.from ? {} : { to: stroke.to }), color: stroke.color }] : [];
  return [...drawingsOf(store), ...made];
}

/**
 * The maps of a puzzle.
 * @param {Store} store
 * @param {import("./practise.js").Practice} practice
 * @param {Settings} settings
 * @param {import("./hand.js").Hand} hand
 * @returns {import("./boardview.js").BoardMaps}
 */
function practiceMaps(store, practice, settings, hand) {
  const { puzzle, answer, phase } = practice;
  const stones = practiceStones(practice).map((stone, index) => ({ ...stone, ply: index + 1 }));
  const toMove = practiceMover(practice);
  const forbidden = phase === "checking" ? [] : answer?.forbidden ?? [];
  const reason = forbidden.find((/** @type {{ point: string }} */ { point }) => point === store.refused?.point);
  return {
    width: puzzle?.width ?? 15, height: puzzle?.height ?? 15, stones,
    numbered: 0, faded: Infinity, last: practice.moves.length > 0 || phase === "checking" ? stones.at(-1)?.point ?? null : null,
    going: [], five: phase === "solved" ? answer?.five ?? [] : [], forbidden, rows: reason?.rows ?? [], refused: reason?.point ?? null,
    ghosts: coloredGhosts(practiceGhosts(practice), toMove), within: null, toMove: phase === "checking" ? otherSide(toMove) : toMove,
    heat: [], marks: [], lines: [], hover: hand.hover, cursor: hand.cursor, zoom: hand.zoom,
    crosshair: settings.crosshair, notation: settings.notation, coordinates: settings.coordinates,
  };
}

/**
 * Returns moves as numbered ghosts of alternate colours. `null`, which stands for any other reply, gets no ghost.
 * @param {(string | null)[]} moves
 * @param {Side} first
 * @param {number} [most] the most moves
 */
const coloredGhosts = (moves, first, most = MAX_GHOSTS) =>
  moves.slice(0, most).flatMap((point, index) => point === null ? [] : [{ point, color: index % 2 ? otherSide(first) : first, text: String(index + 1) }]);

/** Returns the points with the highest values. @param {{ point: string, value: number }[]} heat */
const topPoints = (heat) => [...heat].sort((a, b) => b.value - a.value).slice(0, MAX_VALUES);

/**
 * The moves that are drawn as ghosts: of a line under the pointer, of a proof, or of the thinking engine.
 * @param {Store} store
 * @param {Settings} settings
 * @param {Side} toMove
 */
function ghosts(store, settings, toMove) {
  if (isLesson(store)) return coloredGhosts(lessonGhosts(store), toMove);
  const offers = openingOffers(store);
  if (offers.length > 0) return offers;
  if (store.ghosts.length > 0) return coloredGhosts(store.ghosts, toMove);
  if (proofIsShown(store)) return coloredGhosts(proofGhosts(store), store.proof.side, Infinity);
  const best = store.thoughts.get(1);
  const isThinking = settings.thinking && store.status?.phase.type !== "analysis" && best?.at === store.shown;
  return isThinking && best ? coloredGhosts(best.line.slice(0, 5), toMove) : [];
}

/**
 * @param {Store} store
 * @param {Settings} settings
 * @param {import("./store.js").Insight | undefined} insight
 */
function marks(store, settings, insight) {
  if (proofIsShown(store)) return proofDefences(store).map((point) => ({ point, kind: "defence", text: "?" }));
  if (isLesson(store)) return [];
  const found = [...badges(store), ...candidates(store), ...(settings.threats ? threats(insight) : []), ...labels(store)];
  const points = new Set();
  return found.filter(({ point, text }) => text === undefined || (!points.has(point) && points.add(point)));
}

/**
 * The first moves of the best lines with their values, coloured by their loss against the best.
 * @param {Store} store
 */
function candidates(store) {
  const thoughts = [...store.shownThoughts().values()].filter(({ at, line }) => at === store.shown && line.length > 0);
  if (thoughts.length === 0) return [];
  const { toMove } = store.stones();
  const chance = (/** @type {import("./store.js").Thought} */ { blackWins }) => (blackWins === null ? null : toMove === "black" ? blackWins : 1 - blackWins);
  const best = Math.max(...thoughts.map((thought) => chance(thought) ?? 0));
  const most = Math.max(...thoughts.map(({ nodes }) => nodes ?? 0));
  return thoughts.map((thought) => {
    const value = chance(thought);
    const loss = value === null ? 0 : best - value;
    const grade = thought.rank === 1 ? "best" : loss < 0.04 ? "good" : loss < 0.15 ? "fair" : "poor";
    const isFaint = thought.nodes !== null && thought.nodes < most * FEW;
    return { point: thought.line[0], kind: `candidate ${grade}${isFaint ? " faint" : ""}`, text: shortValue(thought.value, value) ?? String(thought.rank) };
  });
}

/** @param {import("./store.js").Insight | undefined} insight */
function threats(insight) {
  const found = insight?.threats;
  if (!found) return [];
  const both = (/** @type {string[][]} */ sides, /** @type {string} */ kind) =>
    sides.flatMap((points, side) => points.map((point) => ({ point, kind: `${kind} ${side ? "white" : "black"}` })));
  const win = (/** @type {string[]} */ points, /** @type {string} */ kind) => points.map((point, index) => ({ point, kind, text: index === 0 ? "!" : String(index + 1) }));
  /** @type {{ point: string, kind: string, text?: string }[]} */
  const all = [...both(found.fives, "five-point"), ...both(found.openFours, "four-point"), ...win(found.vcfAfterPass, "vcf"), ...win(found.vctAfterPass ?? [], "vct").slice(0, MAX_GHOSTS)];
  return all;
}

/** @param {import("./store.js").Insight | undefined} insight */
function rows(insight) {
  const threes = insight?.threats?.threes ?? [[], []];
  return threes.flatMap((/** @type {string[][]} */ rows, /** @type {number} */ side) => rows.map((points) => ({ points, kind: `three ${side ? "white" : "black"}` })));
}

/** Returns the letters of a variation: A to Z, then AA, AB and so on. @param {number} index from 0 @returns {string} */
export const lettersOf = (index) => (index < 26 ? "" : lettersOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** The labels of the moves that follow, as in a library of RenLib. @param {Store} store */
function labels(store) {
  const children = store.nodes.get(store.shown)?.children ?? [];
  const isChoice = children.length > 1;
  return children.flatMap((id, index) => {
    const node = store.nodes.get(id);
    const text = node?.label || (isChoice ? lettersOf(index) : "");
    return node?.point && text ? [{ point: node.point, kind: "variation", text: text.slice(0, 3) }] : [];
  });
}
