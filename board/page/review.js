// @ts-check
// The review of a game: what each move gave away, the accuracy of the players, and their mistakes as exercises.

import { button, choice, dotted, make } from "./dom.js";
import { shown } from "./notation.js";
import { wantResult } from "./reveal.js";
import { colorName, otherSide } from "./sides.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./store.js").TreeNode} TreeNode */
/** @typedef {import("./settings.js").Settings} Settings */

/** The signs of classes of moves. @type {Record<string, string>} */
const SIGNS = { brilliant: "!!", interesting: "!?", inaccuracy: "?!", mistake: "?", blunder: "??" };
/** The nodes for each move of a review. */
const EFFORTS = Object.entries(TEXTS.review.efforts);
/** The most moves of a line that are written. */
const WRITTEN = 8;

/** Returns the sign of a move; empty if it has none. @param {TreeNode | undefined} node */
export const signOf = (node) => SIGNS[node?.judgement?.class ?? ""] ?? "";

/** The signs on the stones of the shown position. @param {Store} store */
export const badges = (store) => store.path().flatMap((node) => (node.point && signOf(node) ? [{ point: node.point, kind: `badge ${node.judgement?.class}`, text: signOf(node) }] : []));

/**
 * @typedef {object} Lesson
 * @property {number[]} ids the moves that are asked for
 * @property {number} index the present one
 * @property {"ask" | "checking" | "right" | "better" | "wrong" | "shown"} phase
 * @property {string | null} point the answer that is checked or was given
 * @property {boolean} isNew whether the answer is a variation that the lesson has added
 * @property {boolean} isSearched whether the table has begun to search the answer that is checked
 */

/** The phases in which a stone is an answer. */
const OPEN_LESSON = ["ask", "better", "wrong"];
/** The chance that an answer must gain over the move of the game to count as better, and the most that it may lose itself. */
const BETTER = 0.1;
const MAX_BETTER_LOSS = 0.25;

/** Returns the node of the move for which a better one is asked. @param {Store} store */
const askedMove = (store) => store.nodes.get(store.lesson?.ids[store.lesson.index] ?? -1);

/** Returns whether a stone on the shown board answers an exercise. @param {Store} store */
export const isAsked = (store) => isLesson(store);

/** Returns whether an exercise is on the board, whose answer the page must not give away. @param {Store} store */
export const isLesson = (store) => store.lesson !== null && askedMove(store)?.parent === store.shown;

/**
 * Returns the moves of a side that the review asks as exercises, without those that have been removed.
 * @param {Store} store
 * @param {string} side
 * @returns {number[]}
 */
export const exercisesOf = (store, side) => (store.review?.players[side === "black" ? 0 : 1].exercises ?? []).filter((/** @type {number} */ id) => store.nodes.has(id));

/**
 * Begins to ask for better moves of a side.
 * @param {Store} store
 * @param {string} side
 */
function begin(store, side) {
  store.lesson = { ids: exercisesOf(store, side), index: 0, phase: "ask", point: null, isNew: false, isSearched: false };
  store.show(askedMove(store)?.parent ?? store.shown);
  document.querySelector("#board")?.scrollIntoView({ block: "nearest" });
  wantResult("review card", true);
}

/**
 * Takes a stone as the answer of an exercise.
 * @param {Store} store
 * @param {(command: object) => void} send
 * @param {string} point
 * @param {number} effort nodes
 */
export function answer(store, send, point, effort) {
  const { lesson } = store;
  const node = askedMove(store);
  const parent = store.nodes.get(node?.parent ?? -1);
  const engine = store.engines.find(({ canAnalyse }) => canAnalyse);
  if (lesson && !OPEN_LESSON.includes(lesson.phase)) {
    store.refuse(lesson.phase === "checking" ? TEXTS.review.stillChecked : TEXTS.review.chooseNext);
    return;
  }
  store.refutation = [];
  if (!lesson || !node || !parent || !engine) return;
  lesson.point = point;
  if (point === node.point) lesson.phase = "wrong";
  else if (point === node.judgement?.better?.[0]) lesson.phase = "right";
  else {
    lesson.phase = "checking";
    lesson.isSearched = false;
    lesson.isNew = !parent.children.some((id) => store.nodes.get(id)?.point === point);
    send({ type: "try", at: parent.id, point, engine: engine.id, nodes: effort });
  }
  store.changed();
}

/** Judges the checked answer once the table has sent its judgement. @param {Store} store @param {(command: object) => void} send @param {TreeNode} node */
export function takeJudgement(store, send, node) {
  const { lesson } = store;
  if (lesson?.phase !== "checking" || node.parent !== askedMove(store)?.parent || node.point !== lesson.point || !node.judgement) return;
  const isRight = !["inaccuracy", "mistake", "blunder", "lost"].includes(node.judgement.class);
  const loss = node.judgement.loss ?? 1;
  const isBetter = loss <= MAX_BETTER_LOSS && (askedMove(store)?.judgement?.loss ?? 0) - loss >= BETTER;
  lesson.phase = isRight ? "right" : isBetter ? "better" : "wrong";
  store.refutation = lesson.phase !== "wrong" ? [] : (node.reading?.line ?? []);
  if (lesson.isNew && !isRight) send({ type: "remove", at: node.id });
  store.changed();
}

/** Asks again if the search of the checked answer has ended without a judgement, as after a stop or the end of the engine. @param {Store} store @param {(command: object) => void} send */
export function followCheck(store, send) {
  const { lesson } = store;
  if (lesson?.phase !== "checking") return;
  const isSearching = store.status?.work?.type === "sweep";
  // A state of play that was sent before the answer came knows nothing of its search.
  if (lesson.isSearched && !isSearching) askAgain(store, send);
  else lesson.isSearched = isSearching;
}

/** Asks again if an answer was being checked, and removes the variation that it has added. @param {Store} store @param {(command: object) => void} send */
export function askAgain(store, send) {
  const { lesson } = store;
  if (lesson?.phase !== "checking") return;
  const parent = store.nodes.get(askedMove(store)?.parent ?? -1);
  const added = lesson.isNew ? parent?.children.find((id) => store.nodes.get(id)?.point === lesson.point) : undefined;
  Object.assign(lesson, { phase: "ask", point: null, isSearched: false });
  if (added !== undefined && store.status?.phase.type === "analysis") send({ type: "remove", at: added });
  store.changed();
}

/**
 * The card of the review.
 * @param {Store} store
 * @param {Settings} settings
 * @param {{ send: (command: object) => void, set: (change: Partial<Settings>) => void }} commands
 * @param {import("./store.js").Engine | undefined} engine
 */
export function reviewSection(store, settings, { send, set }, engine) {
  const { work } = store.status ?? {};
  const isRunning = work?.type === "sweep" && !store.lesson;
  const start = () => {
    wantResult("review table", false);
    send({ type: "sweep", at: store.shown, engine: engine?.id, nodes: settings.effort });
  };
  if (store.nodes.size < 2) return null;
  return make("section", { class: "card", "data-key": "review card" },
    make("h2", {}, TEXTS.review.title),
    store.lesson ? exercise(store, settings, send) : [
      engine ? make("div", { class: "actions" },
        button(isRunning ? TEXTS.review.stop : TEXTS.review.start, isRunning ? () => send({ type: "stop" }) : start, { "data-key": "sweep", title: isRunning ? null : TEXTS.review.startTitle }),
        isRunning ? make("span", { class: "muted", "data-key": "sweep progress" }, TEXTS.review.progress(work.done, work.all)) : null,
        choice(TEXTS.review.effort, EFFORTS, String(settings.effort), (effort) => set({ effort: Number(effort) }), { "data-key": "effort", "aria-label": TEXTS.review.effort })) : null,
      isRunning ? make("progress", { max: work.all, value: work.done, "aria-label": TEXTS.review.done }) : null,
      store.review ? [moveVerdict(store, settings), reviewTable(store), turning(store, settings), exercises(store)] : null]);
}

/** The judgement of the shown move. @param {Store} store @param {Settings} settings */
function moveVerdict(store, settings) {
  const node = store.nodes.get(store.shown);
  const { judgement } = node ?? {};
  if (!node?.point || !judgement) return null;
  const name = nameOf(store, settings);
  const better = judgement.better?.slice(0, WRITTEN) ?? [];
  const ghosts = (/** @type {string[]} */ moves) => () => {
    store.ghosts = moves;
    store.changed();
  };
  // The better line begins before the shown move.
  const show = better.length > 0 ? button(better.map(name).join(" "), () => { store.show(node.parent ?? 0); store.ghosts = better; store.changed(); },
    { class: "move first", "data-key": "better", title: TEXTS.review.betterTitle, pointerleave: ghosts([]) }) : null;
  return make("p", { class: `verdict ${judgement.class}`, "data-key": "verdict" },
    make("strong", {}, TEXTS.review.verdict([name(node.point), signOf(node)].filter(Boolean).join(" "), TEXTS.review.classes[judgement.class])), judgement.words ?? "", show ? [TEXTS.review.better, show] : null);
}

/** @param {Store} store @param {Settings} settings */
const nameOf = (store, settings) => (/** @type {string} */ point) => shown(point, settings.notation, store.setup?.height ?? 15);

/** Writes an accuracy; only one without any loss is 100 %. @param {number} accuracy in percent */
const accuracyText = (accuracy) => `${Math.floor(accuracy)} %`;

/** The accuracy and the counts of both players. @param {Store} store */
function reviewTable(store) {
  const { players } = store.review;
  const { signs } = TEXTS.review;
  const rows = /** @type {[string, string, string][]} */ ([["brilliant", "!!", signs.brilliant], ["interesting", "!?", signs.interesting],
    ["inaccuracies", "?!", signs.inaccuracies], ["mistakes", "?", signs.mistakes], ["blunders", "??", signs.blunders]]);
  const isOld = players.every((/** @type {any} */ player) => player.accuracy === null);
  const cells = (/** @type {number} */ side) => rows.map(([key]) => make("td", {}, String(players[side][key])));
  return [make("table", { class: "review", "data-key": "review table" },
    make("thead", {}, make("tr", {}, make("th", {}), make("th", { scope: "col" }, TEXTS.review.accuracy), rows.map(([key, sign, words]) => make("th", { scope: "col", class: key, title: words }, sign)))),
    make("tbody", {}, ["black", "white"].map((side, index) => make("tr", { "data-key": `review ${side}` },
      make("th", { scope: "row" }, make("span", { class: `pebble small ${side}`, role: "img", "aria-label": side }), store.name(side)), make("td", {}, players[index].accuracy === null ? "–" : accuracyText(players[index].accuracy)), cells(index))))),
  make("p", { class: "legend", "data-key": "review legend" }, isOld ? TEXTS.review.fromFile : dotted(rows.map(([, sign, words]) => `${sign} ${words}`)))];
}

/** The moves that turned the game. @param {Store} store @param {Settings} settings */
function turning(store, settings) {
  const name = nameOf(store, settings);
  const moves = store.review.turning.map((/** @type {number} */ id) => store.nodes.get(id)).filter(Boolean);
  if (moves.length === 0) return null;
  return make("p", { class: "turning", "data-key": "turning" }, TEXTS.review.turning,
    moves.map((/** @type {TreeNode} */ node) => button(`${store.path(node.id).length - 1}. ${name(node.point ?? "")} ${signOf(node)}`, () => store.show(node.id), { class: "small", "data-key": `turning ${node.id}` })));
}

/** @param {Store} store */
function exercises(store) {
  const sides = ["black", "white"].map((side) => /** @type {[string, number]} */ ([side, exercisesOf(store, side).length])).filter(([, count]) => count > 0);
  if (sides.length === 0) return null;
  return [make("div", { class: "actions", "data-key": "exercises" },
    sides.map(([side, count]) => button(TEXTS.review.learn(colorName(side), count), () => begin(store, side), { "data-key": `learn ${side}` }))),
  make("p", { class: "note" }, TEXTS.review.learnNote)];
}

/**
 * An exercise: the question, the verdict on the answer, and the next steps.
 * @param {Store} store
 * @param {Settings} settings
 * @param {(command: object) => void} send
 */
function exercise(store, settings, send) {
  const lesson = /** @type {Lesson} */ (store.lesson);
  const node = askedMove(store);
  const name = nameOf(store, settings);
  const end = () => {
    if (lesson.phase === "checking") send({ type: "stop" });
    store.lesson = null;
    store.refutation = [];
    store.changed();
  };
  const go = (/** @type {number} */ index) => () => {
    Object.assign(lesson, { index, phase: "ask", point: null });
    store.refutation = [];
    store.show(askedMove(store)?.parent ?? store.shown);
  };
  if (!node?.point) return button(TEXTS.review.end, end, { "data-key": "lesson end" });
  const side = otherSide(store.stones(node.id).toMove);
  const better = node.judgement?.better ?? [];
  const text = {
    ask: TEXTS.review.ask(colorName(side), `${name(node.point)} ${signOf(node)}`),
    checking: TEXTS.review.checking(name(lesson.point ?? "")),
    right: TEXTS.review.right(name(lesson.point ?? "")),
    wrong: lesson.point === node.point ? TEXTS.review.played(name(node.point), node.judgement?.words ?? "") : TEXTS.review.wrong(name(lesson.point ?? "")),
    better: TEXTS.review.partly(name(lesson.point ?? ""), name(node.point)),
    shown: TEXTS.review.shown(better.slice(0, WRITTEN).map(name).join(" ")),
  }[lesson.phase];
  const isLast = lesson.index + 1 >= lesson.ids.length;
  return [
    make("p", { class: "legend", "data-key": "lesson number" }, TEXTS.review.number(lesson.index + 1, lesson.ids.length)),
    make("p", { "data-key": "lesson", role: "status" }, text),
    make("div", { class: "actions" },
      lesson.phase === "wrong" || lesson.phase === "better" ? button(TEXTS.review.again, go(lesson.index), { class: "primary", "data-key": "lesson again" }) : null,
      OPEN_LESSON.includes(lesson.phase) ? button(TEXTS.review.show, () => { lesson.phase = "shown"; store.refutation = []; store.changed(); }, { "data-key": "lesson show" }) : null,
      isLast ? null : button(TEXTS.review.next(lesson.index + 2, lesson.ids.length), go(lesson.index + 1), { class: lesson.phase === "right" ? "primary" : "", "data-key": "lesson next" }),
      button(TEXTS.review.end, end, { "data-key": "lesson end" })),
  ];
}

/** The moves that are drawn as ghosts in an exercise: a refutation, or the answer. @param {Store} store */
export function lessonGhosts(store) {
  const { lesson } = store;
  const node = askedMove(store);
  if (!lesson || !node) return [];
  if (lesson.phase === "shown") return node.judgement?.better?.slice(0, WRITTEN) ?? [];
  if (lesson.phase === "wrong") return [lesson.point ?? "", ...(lesson.point === node.point ? node.reading?.line ?? [] : store.refutation)];
  return ["right", "better", "checking"].includes(lesson.phase) ? [lesson.point ?? ""] : [];
}
