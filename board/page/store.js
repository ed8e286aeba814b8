// @ts-check
// The single store of the page: the state of the table, and the position and the tools that the person looks at. Views
// are functions of it.

/** @typedef {import("./tree.js").TreeNode} TreeNode */

/**
 * @typedef {{ value: string | null, blackWins: number | null, depth: number | null, selectiveDepth: number | null, nodes: number | null, ms: number | null, line: string[] }} FoundLine
 * @typedef {{ type: "person", name: string } | { type: "engine", engine: number, level?: number }} Player
 * @typedef {{ rule: string, continuous: boolean, width: number, height: number, black: Player, white: Player, clock: { turnMs: number, gameMs: number, incrementMs: number }, opening: string | null, delayMs?: number, thinkingMs?: number }} Setup
 * @typedef {{ turnMs: number | null, gameMs: number | null, usedMs: number, waitsMs?: number }} ClockFace
 * @typedef {{ type: string, reason?: string, winner?: string, actor?: string, task?: { type: string, by?: string, within?: number | null, left?: number, most?: number }, count?: number | null }} Phase
 * @typedef {{ phase: Phase, players: [Player, Player], last: number, title?: string, date?: string, result?: string, toMove: string, clocks: [ClockFace, ClockFace], running: string | null, engines: { type: string, reason?: string }[], work: any, canTakeBack: boolean, canReturn: boolean, acts?: any[], takesActBack?: boolean, offers?: string[], decisions?: { by: string, act: any }[] }} Status
 * @typedef {{ engine: number, at: number, rank: number, depth: number | null, selectiveDepth: number | null, value: string | null, blackWins: number | null, nodes: number | null, speed: number | null, ms: number | null, line: string[], text: string | null }} Thought
 * @typedef {{ at: number, toMove: string | null, forbidden: { point: string, reason: string, rows: string[][] }[], five: string[], outcome: string | null, threats: any, heat: { point: string, value: number }[] | null, book?: import("./known.js").BookLine[] }} Insight
 * @typedef {{ id: number, name: string, about?: string, hasLevels: boolean, canAnalyse: boolean }} Engine
 *
 * How far the page has come with the game of a table that it joins:
 * "absent": the table has not sent its game;
 * "greeted": it has, but not yet its state of play;
 * "resuming": its game has no moves, but the browser has kept one, which is still to come;
 * "settled": the game is there, with the position that was shown or set up before a reload;
 * "left": the person has begun or opened another game.
 * @typedef {"absent" | "greeted" | "resuming" | "settled" | "left"} Arrival
 */

import { GameState } from "./gamestate.js";
import { takesPoint } from "./openings.js";
import { foundLines, keptThoughts } from "./lines.js";
import { mayTry, practiceStones } from "./practise.js";
import { keepPosition, keptEditor, keptPosition } from "./saved.js";
import { TEXTS } from "./texts.js";

/** The most lines of the log that are kept. */
const MAX_LOG = 200;
/** The most notices that are shown at once. */
const NOTICES = 3;

/** The state of the table and of the view, with the changes of both. */
export class Store extends GameState {
  constructor() {
    super();
    /** @type {Engine[]} */
    this.engines = [];
    /** @type {Setup | null} */
    this.setup = null;
    /** @type {Status | null} */
    this.status = null;
    /** Loads the new version of the page, if there is one. @type {(() => void) | null} */
    this.update = null;
    /** The arrival of the status, by the page's clock. */
    this.statusAt = 0;
    /** The texts of engines. @type {string[]} */
    this.log = [];
    /** The puzzle that is asked, beside the game. @type {import("./practise.js").Practice | null} */
    this.practice = null;
    /** A position that is set up, until the game comes to which it belongs. @type {import("./editor.js").Editor | null} */
    this.waitingEditor = null;
    /** "connecting", "joining" until the table has sent its game, "open", "lost", "stranger" or "loading". */
    this.connection = "connecting";
    /** The progress since the page was loaded or connected again. @type {Arrival} */
    this.arrival = "absent";
    /** The part of the engine that is loaded, from 0 to 1. */
    this.progress = 0;
    /** @type {(() => void)[]} */
    this.listeners = [];
    this.isScheduled = false;
  }

  /** @param {() => void} listener */
  subscribe(listener) {
    this.listeners.push(listener);
  }

  /** Updates all views, at most once in a frame. */
  changed() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      for (const listener of this.listeners) listener();
    });
  }

  /** Takes a message of the table. @param {any} message */
  take(message) {
    switch (message.type) {
      case "engines":
        this.engines = message.engines;
        break;
      case "game":
        this.takeGame(message.game);
        break;
      case "node":
        this.takeNode(message.node);
        break;
      case "removed":
        this.drop(message.nodes);
        break;
      case "order":
        this.orderNodes(message.at, message.children);
        break;
      case "status":
        this.takeStatus(message.status);
        break;
      case "thought":
        this.takeThought(message.thought);
        break;
      case "insight":
        this.insights.set(message.insight.at, message.insight);
        break;
      case "proof":
        this.proof = message.proof;
        this.isProving = false;
        this.proofPath = [];
        break;
      case "review":
        this.review = message.review;
        break;
      case "refused":
        this.refuse(message.reason, message.point ?? null);
        break;
      case "notice":
        this.notify(message.text, message.point ?? null);
        break;
    }
    this.changed();
  }

  /**
   * @param {string} text
   * @param {string | null} point the point that the text is about
   */
  notify(text, point) {
    const { notices } = this;
    this.notices = [...notices.filter((notice) => notice.text !== text).slice(1 - NOTICES), { text, point }];
  }

  /** @param {Status} status */
  takeStatus(status) {
    // Another analysis of the same position replaces all its lines, of which it may have fewer.
    if (status.work && JSON.stringify(status.work) !== JSON.stringify(this.status?.work)) this.thoughts.clear();
    // The reason of a refusal belongs to the position before a move or a take-back.
    if (status.last !== this.status?.last) this.refused = null;
    this.status = status;
    this.statusAt = performance.now();
    // An offer adds no node.
    if (status.phase.type === "opening") this.pending = null;
    const [black, white] = status.players;
    if (this.setup) this.setup = { ...this.setup, black, white };
    if (!this.nodes.has(this.shown)) this.setShown(status.last);
    if (!this.isArriving()) keepPosition(this);
    this.going = [];
  }

  /**
   * Notes that a command was refused.
   * @param {string} reason
   * @param {string | null} [point]
   */
  refuse(reason, point = null) {
    this.refused = { reason, point };
    this.pending = null;
    this.queue = [];
    this.isProving = false;
    this.changed();
  }

  /** Forgets a notice. @param {string} text */
  dismiss(text) {
    this.notices = this.notices.filter((other) => other.text !== text);
    this.changed();
  }

  /** @param {any} game */
  takeGame(game) {
    const { editor: before } = this;
    this.setup = game.setup;
    this.replaceNodes(game.nodes);
    this.setShown((this.isArriving() ? keptPosition(this) : null) ?? game.last);
    // After a restart of the program, an empty game comes before that of the page.
    const editor = this.arrival === "left" ? null : before ?? this.waitingEditor ?? keptEditor();
    if (this.arrival === "resuming") this.arrival = "settled";
    this.forget();
    const isAnalysis = game.phase.type === "analysis";
    this.editor = isAnalysis ? editor : null;
    this.waitingEditor = isAnalysis ? null : editor;
  }

  /** Returns whether the game of the table is still to come. */
  isArriving() {
    return this.arrival !== "settled" && this.arrival !== "left";
  }

  /** @param {any} node */
  takeNode(node) {
    const isNew = !this.nodes.has(node.id);
    this.addNode(node);
    const isPending = this.pending?.at === node.parent && this.pending?.point === node.point;
    if (isPending) this.pending = null;
    // A page that shows the last move follows the game; in analysis, it follows only its own moves.
    if (node.parent === this.shown && (isPending || (isNew && this.isLive()))) this.show(node.id);
  }

  /** @param {number[]} nodes */
  drop(nodes) {
    this.removeNodes(nodes);
    keepPosition(this);
    for (const id of nodes) {
      this.insights.delete(id);
      this.analysed.delete(id);
    }
    this.thoughts.clear();
    this.pending = null;
    this.queue = [];
    this.going = [];
  }

  /** @param {Thought} thought */
  takeThought(thought) {
    if (thought.text !== null) {
      this.log = [...this.log.slice(1 - MAX_LOG), `${this.engines[thought.engine]?.name ?? ""}: ${thought.text}`];
      return;
    }
    const first = this.thoughts.values().next().value;
    if (first && first.at !== thought.at) this.thoughts.clear();
    // A move that changes its rank is listed once: it swaps ranks with the line at its new rank.
    const displaced = this.thoughts.get(thought.rank);
    for (const [rank, { line }] of this.thoughts) {
      if (rank === thought.rank || line[0] !== thought.line[0]) continue;
      if (displaced) this.thoughts.set(rank, { ...displaced, rank });
      else this.thoughts.delete(rank);
    }
    this.thoughts.set(thought.rank, thought);
    if (this.status?.phase.type === "analysis") this.keepThoughts(thought.at);
  }

  /** Keeps the thoughts about a node, unless a sweep would replace several lines by one. @param {number} at */
  keepThoughts(at) {
    if (this.status?.work?.type === "sweep" && this.analysedAt(at).size > 1) return;
    this.analysed.set(at, new Map(this.thoughts));
  }

  /** Returns the thoughts to be shown: those about the shown position in analysis, otherwise the newest. */
  shownThoughts() {
    return this.status?.phase.type === "analysis" ? this.analysedAt(this.shown) : this.thoughts;
  }

  /** Returns the newest thoughts about a node of an analysis, by rank: those of this visit, otherwise those that its node keeps. @param {number} at @returns {Map<number, Thought>} */
  analysedAt(at) {
    return this.analysed.get(at) ?? keptThoughts(at, this.nodes.get(at)?.lines ?? []);
  }

  /** Shows a node. @param {number} id */
  show(id) {
    if (!this.nodes.has(id)) return;
    if (this.editor) {
      this.refuse(TEXTS.editor.finishFirst);
      return;
    }
    if (id !== this.shown) this.proofPath = [];
    this.setShown(id);
    keepPosition(this);
    this.refused = null;
    this.ghosts = [];
    this.changed();
  }

  /** Returns the size and the stones of the board that is shown: of the puzzle, otherwise of the game. */
  board() {
    const { width = 15, height = 15 } = this.practice?.puzzle ?? this.setup ?? {};
    return { width, height, stones: this.practice ? practiceStones(this.practice) : this.stones().stones };
  }

  /** Returns the nodes of the line through a node, from the first position; of a game that is played or has ended, without the moves that were tried after its last one. @param {number} [id] */
  line(id = this.shown) {
    const line = super.line(id);
    const end = this.isLive() ? line.findIndex((node) => node.id === this.status?.last) : -1;
    return end < 0 ? line : line.slice(0, end + 1);
  }

  /** Returns whether a game is played, so that the board follows it. */
  isLive() {
    return this.isPlaying() || ["paused", "over"].includes(this.status?.phase.type ?? "");
  }

  /** Returns whether a game or its opening is played. */
  isPlaying() {
    return ["playing", "opening"].includes(this.status?.phase.type ?? "");
  }

  /** Returns the player of a side. @param {string} side */
  player(side) {
    return this.status?.players[side === "black" ? 0 : 1] ?? null;
  }

  /** Returns the name of a player. @param {string} side */
  name(side) {
    const player = this.player(side);
    const color = side === "black" ? TEXTS.colors.black : TEXTS.colors.white;
    if (!player) return color;
    if (player.type === "person") return player.name || (this.isAgainstEngine() ? TEXTS.games.you : color);
    return this.engines[player.engine]?.name ?? TEXTS.games.engine;
  }

  /** Returns whether a side is a person without a name who plays an engine: the page says "you". @param {string} side */
  isYou(side) {
    return this.player(side)?.type === "person" && this.name(side) === TEXTS.games.you;
  }

  isAgainstEngine() {
    return this.status?.players.some((player) => player.type === "engine") ?? false;
  }

  /** Returns whether the person may place a stone on the shown board. */
  canPlay() {
    const status = this.status;
    if (!status || this.pending || this.connection !== "open") return false;
    if (this.practice) return mayTry(this.practice);
    if (this.editor) return true;
    const { phase } = status;
    if (phase.type === "analysis") return !this.insights.get(this.shown)?.outcome;
    if (this.shown !== status.last) return false;
    if (phase.type === "opening") return takesPoint(phase) && this.player(phase.actor ?? "black")?.type === "person";
    return phase.type === "playing" && this.player(status.toMove)?.type === "person";
  }

  /** Returns the moves that go if a person takes back: the last of a person, and what came after it. */
  takenBack() {
    if (!this.status?.canTakeBack || this.status.phase.reason === "resigned") return [];
    const { stones } = this.stones(this.status.last);
    let from = stones.length - 1;
    // In an opening, one side places stones of both colours, offers them, or chooses.
    const { offers = [], acts = [], takesActBack } = this.status;
    if (takesActBack && !acts.at(-1)?.place) return [];
    if (takesActBack) return offers.length > 0 ? offers.slice(-1) : stones.slice(from).map(({ point }) => point);
    while (from > 0 && this.player(stones[from].color)?.type === "engine") from -= 1;
    return stones.slice(from).map(({ point }) => point);
  }

  /** Returns the game in the form in which it is restored. */
  kept() {
    if (!this.setup || !this.status || !this.nodes.has(this.status.last)) return null;
    const nodes = this.inOrder().map(({ children, ...node }) => {
      const found = this.analysed.get(node.id);
      return found ? { ...node, lines: foundLines(found) } : node;
    });
    const { phase, last, clocks, acts, title, date, result } = this.status;
    return { setup: this.setup, nodes, last, phase, leftMs: clocks.map((clock) => clock.gameMs ?? 0), acts, title, date, result };
  }
}
