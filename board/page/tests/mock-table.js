// @ts-check
// A table for tests of the page: it alternates stones, ends games with five, and knows no other rule.

/** @typedef {{ id: number, parent?: number, point?: string, comment?: string, ms?: number, blackWins?: number, area?: any, drawings?: any[], lines?: any[], grown?: number }} MockNode */

const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];
/** How long the engine pretends to think, in milliseconds. */
const THINKING = 300;

const place = (/** @type {string} */ point) => ({ x: point.charCodeAt(0) - 97, y: Number(point.slice(1)) - 1 });
const nameOf = (/** @type {number} */ x, /** @type {number} */ y) => String.fromCharCode(97 + x) + (y + 1);

/** A table that answers commands as the real one does. */
export class MockTable {
  /** @param {(message: any) => void} tell */
  constructor(tell) {
    this.tell = tell;
    this.thinking = THINKING;
    /** Points that are refused, with their facts. @type {any[]} */
    this.forbidden = [];
    /** @type {any} */
    this.timer = null;
    this.engines = [
      { id: 0, name: "Dolmen", hasLevels: true, canAnalyse: true },
      { id: 1, name: "Weights", hasLevels: false, canAnalyse: false },
    ];
    this.begin({
      rule: "freestyle", continuous: false, width: 15, height: 15,
      black: { type: "person", name: "" }, white: { type: "engine", engine: 0, level: 4 },
      clock: { turnMs: 0, gameMs: 0, incrementMs: 0 }, opening: null,
    });
  }

  /** Sends the initial messages to a page that has just connected. */
  greet() {
    this.tell({ type: "engines", engines: this.engines });
    this.tellGame();
    this.tellStatus();
  }

  /** @param {any} setup */
  begin(setup) {
    clearTimeout(this.timer);
    this.setup = setup;
    /** @type {Map<number, MockNode>} */
    this.nodes = new Map([[0, { id: 0 }]]);
    this.next = 1;
    this.last = 0;
    /** @type {any} */
    this.phase = setup.opening ? { type: "opening", actor: "black", task: { type: "place", by: "first", within: null, left: 3 }, count: null } : { type: "playing" };
    /** @type {any} */
    this.work = null;
    this.isThinking = false;
  }

  tellGame() {
    this.tell({ type: "game", game: { setup: this.setup, nodes: [...this.nodes.values()], last: this.last, phase: this.phase, leftMs: [0, 0] } });
  }

  tellStatus() {
    const { gameMs, turnMs } = this.setup.clock;
    const face = { turnMs: turnMs || null, gameMs: gameMs || null, usedMs: 61_000 };
    const isRunning = this.phase.type === "playing";
    this.tell({ type: "status", status: {
      phase: this.phase, players: [this.setup.black, this.setup.white], last: this.last, toMove: this.toMove(this.last),
      clocks: [face, face], running: isRunning ? this.toMove(this.last) : null,
      engines: this.engines.map((_, id) => ({ type: id === 0 && this.isThinking ? "thinking" : "idle" })),
      work: this.work, canTakeBack: this.last !== 0 && ["playing", "paused", "over"].includes(this.phase.type),
    } });
  }

  /** @param {number} id */
  path(id) {
    const path = [];
    for (let node = this.nodes.get(id); node && node.id !== 0; node = this.nodes.get(node.parent ?? 0)) path.push(node);
    return path.reverse();
  }

  /** @param {number} id */
  toMove(id) {
    return this.path(id).length % 2 === 0 ? "black" : "white";
  }

  /** Returns the stones of a five through the last stone, from end to end. @param {number} id */
  five(id) {
    const path = this.path(id).map((node) => node.point);
    const last = path.at(-1);
    if (!last) return [];
    const own = new Set(path.filter((_, ply) => ply % 2 === (path.length - 1) % 2));
    const { x, y } = place(last);
    for (const [dx, dy] of DIRECTIONS) {
      let start = 0;
      while (own.has(nameOf(x + (start - 1) * dx, y + (start - 1) * dy))) start -= 1;
      const row = [];
      for (let step = start; own.has(nameOf(x + step * dx, y + step * dy)); step += 1) row.push(nameOf(x + step * dx, y + step * dy));
      if (row.length >= 5) return row;
    }
    return [];
  }

  /** Treats the right first move of a puzzle as its whole solution. @param {any} command */
  judge({ id, puzzle, moves }) {
    const isRight = moves[0] === puzzle.key;
    const verdict = moves.length === 0 ? { type: "ready" } : isRight ? { type: "solved" } : { type: "wrong", reason: "fours" };
    const line = moves.length === 0 ? [puzzle.key] : isRight ? [] : [puzzle.key, "a1", "b1"];
    this.tell({ type: "puzzle", answer: { id, moves, verdict, reply: null, line, forbidden: [], five: [] } });
  }

  /** Takes a command of the page. @param {any} command */
  take(command) {
    const known = /** @type {Record<string, () => void>} */ ({
      new: () => { this.begin(command.setup); this.tellGame(); },
      play: () => this.play(command.at, command.point),
      takeBack: () => this.takeBack(),
      resign: () => { this.phase = { type: "over", winner: "white", reason: "resigned" }; },
      moveNow: () => this.answer(),
      pause: () => { clearTimeout(this.timer); this.isThinking = false; this.phase = { type: "paused", reason: "" }; },
      resume: () => { this.phase = { type: "playing" }; },
      seat: () => { this.setup[command.color] = command.player; },
      decide: () => { this.phase = { type: "playing" }; },
      review: () => { clearTimeout(this.timer); this.isThinking = false; this.phase = { type: "analysis" }; },
      playOn: () => { this.last = command.at; this.phase = { type: "playing" }; },
      analyse: () => this.analyse(command),
      sweep: () => this.sweep(command),
      stop: () => { this.work = null; },
      look: () => this.look(command),
      prove: () => this.prove(command),
      puzzle: () => this.judge(command),
      comment: () => this.change(command.at, { comment: command.text }),
      area: () => this.change(command.at, { area: command.area }),
      draw: () => this.change(command.at, { drawings: [...(this.nodes.get(command.at)?.drawings ?? []), command.drawing] }),
      erase: () => this.change(command.at, { drawings: [] }),
      grow: () => this.grow(command),
      prune: () => command.nodes.forEach((/** @type {number} */ id) => this.nodes.has(id) && this.remove(id)),
      remove: () => this.remove(command.at),
      restore: () => this.restore(command.game),
      export: () => this.tell({ type: "file", id: command.id, name: "game.txt", data: Buffer.from(this.path(command.at).map((node) => node.point).join("")).toString("base64") }),
      picture: () => this.tell({ type: "picture", id: command.id, svg: '<svg xmlns="http://www.w3.org/2000/svg" width="15" height="15"/>' }),
      import: () => this.import(Buffer.from(command.data, "base64").toString()),
    });
    (known[command.type] ?? (() => this.refuse(`the mock knows no ${command.type}`)))();
    if (command.type !== "look") {
      this.go();
      this.tellStatus();
    }
  }

  /**
   * @param {string} reason
   * @param {string} [point]
   */
  refuse(reason, point) {
    this.tell({ type: "refused", reason, ...(point ? { point } : {}) });
  }

  /**
   * @param {number} at
   * @param {string} point
   */
  play(at, point) {
    const bad = this.forbidden.find((forbidden) => forbidden.point === point);
    if (bad) return this.refuse(`a black stone on ${point} would make a ${bad.reason}`, point);
    if (this.phase.type !== "analysis" && at !== this.last) return this.refuse("this is an earlier position; go to the last move to play");
    if (this.path(at).some((node) => node.point === point)) return this.refuse(`${point} is occupied`, point);
    this.add(at, point);
    if (this.phase.type === "opening") {
      this.phase.task.left -= 1;
      if (this.phase.task.left === 0) this.phase = { type: "opening", actor: "white", task: { type: "swapOrAdd", by: "second" }, count: null };
    }
  }

  /**
   * @param {number} parent
   * @param {string} point
   */
  add(parent, point) {
    const existing = [...this.nodes.values()].find((node) => node.parent === parent && node.point === point);
    const node = existing ?? { id: this.next++, parent, point, ms: 2400 };
    this.nodes.set(node.id, node);
    if (this.phase.type !== "analysis") this.last = node.id;
    this.tell({ type: "node", node });
    return node.id;
  }

  /** Continues the game. */
  go() {
    if (this.phase.type !== "playing") return;
    if (this.five(this.last).length > 0) {
      this.phase = { type: "over", winner: this.toMove(this.last) === "black" ? "white" : "black", reason: "five" };
      return;
    }
    const player = this.setup[this.toMove(this.last)];
    if (player.type !== "engine" || this.isThinking) return;
    this.isThinking = true;
    this.think(this.last, 1);
    this.timer = setTimeout(() => {
      this.answer();
      this.go();
      this.tellStatus();
    }, this.thinking);
  }

  answer() {
    clearTimeout(this.timer);
    this.isThinking = false;
    const point = this.free(this.last)[0];
    if (point) this.add(this.last, point);
  }

  /** Returns free points, those near the last stone first. @param {number} id */
  free(id) {
    const taken = new Set(this.path(id).map((node) => node.point));
    const last = place(this.path(id).at(-1)?.point ?? "h8");
    const free = [];
    for (let y = 0; y < this.setup.height; y += 1) for (let x = 0; x < this.setup.width; x += 1) if (!taken.has(nameOf(x, y))) free.push({ x, y });
    const far = (/** @type {{ x: number, y: number }} */ at) => Math.hypot(at.x - last.x + 0.1, at.y - last.y + 0.2);
    return free.sort((a, b) => far(a) - far(b)).map(({ x, y }) => nameOf(x, y));
  }

  /**
   * @param {number} at
   * @param {number} lines
   */
  think(at, lines) {
    const free = this.free(at);
    for (let rank = 1; rank <= lines; rank += 1) {
      const line = free.slice(rank - 1, rank + 6);
      this.tell({ type: "thought", thought: { engine: 0, at, rank, depth: 14, selectiveDepth: 22, value: String(90 - rank * 40), blackWins: this.toMove(at) === "black" ? 0.62 - rank * 0.03 : 0.38 + rank * 0.03, nodes: 1_834_000, speed: 912_000, ms: 2000, line, text: null } });
    }
    this.tell({ type: "thought", thought: { engine: 0, at, rank: 1, depth: null, selectiveDepth: null, value: null, blackWins: null, nodes: null, speed: null, ms: null, line: [], text: "depth 14, a wide window" } });
  }

  /** @param {any} command */
  analyse({ at, engine, lines, limits }) {
    this.work = { type: "analysis", at, engine, lines, limits };
    this.think(at, lines);
  }

  /** @param {any} command */
  sweep({ at }) {
    const path = this.path(at);
    path.forEach((node, ply) => this.change(node.id, { blackWins: 0.5 + 0.35 * Math.sin(ply * 0.7) }));
  }

  /** @param {any} command */
  look({ at, threats, heat }) {
    const five = this.five(at);
    const free = this.free(at);
    const outcome = five.length === 0 ? null : this.toMove(at) === "black" ? "white" : "black";
    this.tell({ type: "insight", insight: {
      at, toMove: outcome ? null : this.toMove(at), forbidden: this.forbidden, five, outcome,
      threats: threats ? { fives: [[], []], openFours: [[free[2]], [free[5]]], threes: [[], []], vcfAfterPass: free.slice(8, 11) } : null,
      heat: heat ? free.map((point, index) => ({ point, value: Math.max(0.02, 0.9 - index * 0.012) })) : null,
    } });
  }

  /** @param {any} command */
  prove({ at, kind, side }) {
    const [a, b, c, d, e] = this.free(at);
    const root = { point: a, defences: [{ point: b, then: { point: c, defences: [] } }, { point: d, then: { point: e, defences: [] } }] };
    this.tell({ type: "proof", proof: { at, kind, side, verdict: "win", nodes: 12_345, root } });
  }

  /**
   * @param {number} at
   * @param {Partial<MockNode>} change
   */
  change(at, change) {
    const node = this.nodes.get(at);
    if (!node) return;
    Object.assign(node, change);
    this.tell({ type: "node", node });
  }

  /** @param {number} at */
  remove(at) {
    const gone = [...this.nodes.keys()].filter((id) => this.path(id).some((node) => node.id === at));
    if (gone.includes(this.last)) this.last = this.nodes.get(at)?.parent ?? 0;
    for (const id of gone) this.nodes.delete(id);
    this.tell({ type: "removed", nodes: gone });
  }

  /** @param {any} command */
  grow({ at, moves }) {
    const before = this.next;
    /** @type {number[]} */
    const ids = [];
    for (const { after, point } of moves) ids.push(this.add(after === undefined ? at : ids[after], point));
    for (const id of ids) if (id >= before) this.change(id, { grown: at });
  }

  takeBack() {
    clearTimeout(this.timer);
    this.isThinking = false;
    const path = this.path(this.last);
    const isPerson = (/** @type {number} */ ply) => this.setup[ply % 2 === 0 ? "black" : "white"].type === "person";
    let ply = path.length - 1;
    while (ply > 0 && !isPerson(ply)) ply -= 1;
    this.phase = { type: "playing" };
    this.remove(path[ply].id);
  }

  /** @param {any} game */
  restore(game) {
    this.begin(game.setup);
    this.nodes = new Map(game.nodes.map((/** @type {MockNode} */ node) => [node.id, node]));
    this.next = Math.max(...this.nodes.keys()) + 1;
    this.last = game.last;
    this.phase = game.phase.type === "playing" ? { type: "paused", reason: "Your game has been restored; the clocks are stopped." } : game.phase;
    this.tellGame();
  }

  /** @param {string} text */
  import(text) {
    const points = text.match(/[a-v]\d{1,2}/g);
    if (!points) return this.refuse("this is no game: expected moves such as h8i9, or a psq, SGF or RenLib file");
    this.begin(this.setup);
    this.phase = { type: "analysis" };
    let at = 0;
    for (const point of points) at = this.add(at, point);
    this.last = at;
    this.tellGame();
  }
}
