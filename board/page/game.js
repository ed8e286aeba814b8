// @ts-check
// The actions of a person that take more than one command: stones drawn before the table confirms them, variations,
// changes of games.

import { adapted, levelName, levelOf, withNextLevel } from "./adapt.js";
import { put } from "./editor.js";
import { shown } from "./notation.js";
import { openingDecisions, outsideSquare } from "./openings.js";
import { proofIsShown, replyWith } from "./proof.js";
import { answer, askAgain, followCheck, isAsked, takeJudgement } from "./review.js";
import { wayBack } from "./saved.js";
import { click, speak } from "./sounds.js";
import { TEXTS } from "./texts.js";
import { toast } from "./toast.js";
import { colorName } from "./sides.js";
import { welcome } from "./welcome.js";
import { stateOfPlay, whyNot } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./settings.js").Settings} Settings */

/**
 * @typedef {object} Page
 * @property {Store} store
 * @property {(command: object) => void} send
 * @property {() => Settings} settings
 * @property {(change: Partial<Settings>) => void} set
 * @property {(text: string) => void} say announces a text to screen readers
 * @property {() => import("./practise.js").Practise} practise
 */

/** The page's part in a game: it plays, announces moves and changes from game to game. */
export class Game {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** The last node that was announced. */
    this.announced = 0;
    /** The last announced choices of a program in an opening. */
    this.choices = "";
    /** Whether the person has placed a stone in this game, so that its result counts for an adaptive level. */
    this.hasPlayed = false;
    /** Whether the end of the game was announced. */
    this.hasEnded = false;
    /** The message for the arrival of another game, the game before it, and the action after it. @type {{ text: string, before: any, then?: () => void, refused?: (reason: string) => void } | null} */
    this.leaving = null;
  }

  /** Plays a stone, and draws it at once if it is known to be legal. @param {string} point */
  play(point) {
    const { store, send, settings } = this.page;
    if (store.editor) {
      put(store, point);
      return;
    }
    if (proofIsShown(store)) {
      replyWith(store, point);
      return;
    }
    const { practice } = store;
    const insight = practice ? practice.answer : store.insights.get(store.shown);
    const isAnswer = isAsked(store);
    const forbidden = insight?.forbidden.find((/** @type {{ point: string }} */ forbidden) => forbidden.point === point);
    if (forbidden) {
      store.refuse(this.forbids(forbidden, practice?.puzzle?.toMove ?? insight?.toMove ?? "black"), point);
      return;
    }
    if (practice) {
      this.page.practise().try(point);
      return;
    }
    if (isAnswer) {
      answer(store, send, point, settings().effort);
      return;
    }
    store.pending = { at: store.shown, point, isDrawn: insight !== undefined };
    store.refused = null;
    store.going = [];
    this.hasPlayed = true;
    if (settings().sounds) click();
    send({ type: "play", at: store.shown, point });
    store.changed();
  }

  /**
   * Says why a point is forbidden.
   * @param {{ point: string, reason: string, rows: string[][] }} forbidden
   * @param {string} color
   */
  forbids({ point, reason, rows }, color) {
    const name = (/** @type {string} */ of) => shown(of, this.page.settings().notation, this.page.store.setup?.height ?? 15);
    return TEXTS.board.wouldMake(color, name(point), reason, rows.map((row) => `${name(row[0])}–${name(row[row.length - 1])}`));
  }

  /** Says why a stone may not be placed on a point, if it belongs elsewhere. @param {string} point */
  refuses(point) {
    const reason = outsideSquare(this.page.store, point);
    if (reason !== null) this.page.store.refuse(reason, point);
    return reason !== null;
  }

  /** Says on the board why no stone may be placed. */
  explain() {
    this.page.store.refuse(whyNot(this.page.store));
  }

  /** Adds the moves of a variation to the tree, one after the other. @param {string[]} moves */
  addLine(moves) {
    const { store, send } = this.page;
    const [first, ...rest] = moves;
    if (!first) return;
    store.queue = rest;
    store.pending = { at: store.shown, point: first, isDrawn: true };
    send({ type: "play", at: store.shown, point: first });
  }

  /** Returns from analysis to the game that it interrupted. */
  back() {
    const { store, send } = this.page;
    if (!store.status) return;
    send({ type: "return" });
    store.lesson = null;
    store.show(store.status.last);
  }

  /** Plays on from the shown position with these players, and offers to return to the game before. @param {{ black: any, white: any }} players */
  playOn({ black, white }) {
    const { store, send } = this.page;
    const kept = store.kept();
    const before = kept && store.status?.canReturn ? { ...kept, phase: { type: "paused", reason: "" } } : null;
    send({ type: "seat", color: "black", player: black });
    send({ type: "seat", color: "white", player: white });
    send({ type: "playOn", at: store.shown });
    if (before) toast(TEXTS.games.playedOn, { label: TEXTS.games.back, undoes: true, action: () => send({ type: "restore", game: before }) });
  }

  /** Goes back to an earlier game. @param {any} kept */
  restore(kept) {
    this.leave(TEXTS.games.earlier, () => this.page.send({ type: "restore", game: kept }));
  }

  /** Begins to analyse a position that was set up. @param {any} position */
  arrange(position) {
    this.leave(TEXTS.games.arranged, () => this.page.send({ type: "arrange", ...position }));
  }

  /**
   * Begins a game, and offers to return to an unfinished one.
   * @param {any} setup
   * @param {(refusal?: string) => void} [answered] takes the answer of the table: the reason of a refusal, or nothing
   */
  begin(setup, answered) {
    this.leave(TEXTS.games.begun, () => this.page.send({ type: "new", setup }), { then: answered, refused: answered });
  }

  /** Begins another game with the setup of this one after `change`. @param {(setup: any) => void} [change] */
  rematch(change = () => {}) {
    const { store, send, settings } = this.page;
    if (!store.setup) return;
    const setup = withNextLevel(structuredClone(store.setup), settings());
    store.arrival = "left";
    change(setup);
    this.announced = 0;
    this.hasPlayed = false;
    send({ type: "new", setup });
  }

  /** Changes the rule of a game that is analysed, and stays where it is. @param {string} rule */
  changeRule(rule) {
    const { store, send } = this.page;
    this.stay(store.shown);
    send({ type: "rule", rule });
  }

  /** Shows a position once the table has sent the game anew. @param {number} at */
  stay(at) {
    this.leaving = { text: "", before: null, then: () => this.page.store.show(at) };
  }

  /** Removes a move and all after it, and offers to undo that. @param {number} at */
  remove(at) {
    const { store, send } = this.page;
    const [before, place] = [store.kept(), store.shown];
    const undo = () => {
      this.stay(place);
      send({ type: "restore", game: before });
    };
    send({ type: "remove", at });
    toast(TEXTS.games.removed, { label: TEXTS.games.undo, undoes: true, action: undo });
  }

  /**
   * Opens a file.
   * @param {string} data in base64
   * @param {import("./setup.js").Answered} [answered]
   */
  open(data, answered) {
    this.leave(TEXTS.games.opened, () => this.page.send({ type: "import", data, points: this.page.settings().notation }), { then: answered, refused: answered });
  }

  /** Opens a game of the collection at a position. @param {import("./collection.js").CollectedGame} game @param {number} ply */
  openCollected({ names, rule, width, height, moves }, ply) {
    const { store, send } = this.page;
    this.leave(TEXTS.games.opened, () => send({ type: "import", data: btoa(moves), points: "top", onto: { rule, width, height }, names }), {
      then: () => {
        const at = store.line()[ply];
        if (at) store.show(at.id);
      },
    });
  }

  /** Reviews the game on the board, if the table has an engine that analyses. */
  review() {
    const { store, send, settings } = this.page;
    const engine = store.engines.find(({ canAnalyse }) => canAnalyse);
    if (engine) send({ type: "sweep", at: store.shown, engine: engine.id, nodes: settings().effort });
  }

  /**
   * Leaves the game for another one. Once that has arrived, the page announces it, and offers to return if the game before has moves and is not over.
   * @param {string} text
   * @param {() => void} action
   * @param {object} [more]
   * @param {() => void} [more.then] runs once the other game has arrived
   * @param {(reason: string) => void} [more.refused] runs if the table refuses it
   * @param {any} [more.before] the game before, if it is not that of the table
   */
  leave(text, action, { then, refused, before = this.page.store.kept() } = {}) {
    this.leaving = { text, before, then, refused };
    this.page.store.arrival = "left";
    action();
  }

  /** Announces that another game has arrived. */
  left() {
    this.hasPlayed = false;
    if (!this.leaving) return;
    const { text, before, then } = this.leaving;
    this.leaving = null;
    this.page.practise().leave(false);
    then?.();
    const back = wayBack(before, this.page.send);
    if (back) toast(text, back);
  }

  /** Handles a message from the table. @param {any} message */
  take(message) {
    if (message.type === "node") {
      this.goOnWithLine(message.node);
      this.announce(message.node);
      takeJudgement(this.page.store, this.page.send, message.node);
    }
    if (message.type === "refused") {
      askAgain(this.page.store, this.page.send);
      if (this.leaving?.refused) {
        this.leaving.refused(message.reason);
        this.page.store.refused = null;
      }
      this.leaving = null;
      if (this.page.store.arrival === "resuming") this.page.store.arrival = "settled";
    }
    if (message.type === "game") {
      this.page.say("");
      // A game that has begun has its level.
      if (["playing", "opening"].includes(message.game.phase.type)) this.page.set({ nextLevel: 0 });
      this.announced = message.game.nodes.reduce((/** @type {number} */ most, /** @type {any} */ { id }) => Math.max(most, id), 0);
      this.left();
    }
    if (message.type === "status") {
      welcome(this);
      followCheck(this.page.store, this.page.send);
      this.decided();
      this.dated();
      this.ended(message.status);
    }
  }

  /** @param {any} node */
  goOnWithLine(node) {
    const { store, send } = this.page;
    if (store.pending || store.queue.length === 0 || node.id !== store.shown) return;
    const point = store.queue.shift() ?? "";
    store.pending = { at: node.id, point, isDrawn: true };
    send({ type: "play", at: node.id, point });
  }

  /** Announces a move once. @param {any} node */
  announce(node) {
    const { store, settings, say } = this.page;
    if (!node.point || node.id <= this.announced || !store.isLive()) return;
    this.announced = node.id;
    const { toMove } = store.stones(node.id);
    const color = toMove === "black" ? "white" : "black";
    const text = `${colorName(color)} ${shown(node.point, settings().notation, store.setup?.height ?? 15)}`;
    say(text);
    if (store.player(color)?.type === "engine" && settings().sounds) click();
    if (settings().speech) speak(text);
  }

  /** Announces once what a program has chosen in an opening. */
  decided() {
    const { store, settings, say } = this.page;
    const text = openingDecisions(store);
    if (text === this.choices) return;
    this.choices = text;
    if (!text) return;
    say(text);
    if (settings().speech) speak(text);
  }

  /** Tells the table today's date, which it cannot know, as a day on which the game is played. */
  dated() {
    const { store, send } = this.page;
    if (store.status?.date === undefined || store.nodes.size < 2 || !store.isPlaying()) return;
    const now = new Date();
    const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
    const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
    if (!store.status.date.split(",").includes(date)) send({ type: "date", date });
  }

  /** Announces the end of a game, and adapts the level to the result. @param {any} status */
  ended(status) {
    const { store, settings, set, say } = this.page;
    // A move or a resignation that is taken back takes the announcement back.
    if (this.hasEnded && store.isPlaying()) say(stateOfPlay(store));
    this.hasEnded &&= status.phase.type === "over";
    if (status.phase.type !== "over" || !this.hasPlayed) return;
    this.hasPlayed = false;
    this.hasEnded = true;
    say(stateOfPlay(store));
    if (settings().speech) speak(stateOfPlay(store));
    const side = status.players.findIndex((/** @type {any} */ player) => player.type === "engine");
    const player = status.players[side];
    const isFair = player && store.engines[player.engine]?.hasLevels && status.players[1 - side].type === "person";
    if (!settings().adapt || !isFair) return;
    const { winner } = status.phase;
    const result = !winner ? "drawn" : (winner === "black") === (side === 0) ? "lost" : "won";
    const { level, half } = adapted(levelOf(player), settings().half, result);
    // The game that has ended keeps its level: it is written into its file.
    const isNew = level !== levelOf(player);
    set({ half, nextLevel: isNew ? level : 0 });
    if (isNew) toast(TEXTS.games.nextLevel(levelName(level)));
  }
}
