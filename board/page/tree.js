// @ts-check
// The game as a tree of moves, and the position that is shown of it.

/**
 * @typedef {{ id: number, parent?: number, point?: string, isSetUp?: boolean, comment?: string, label?: string, ms?: number, blackWins?: number, area?: { excluded?: string[], only?: string[] }, drawings?: import("./boardtools.js").Drawing[], others?: { name: string, values: string[] }[], reading?: { value: string, second?: string, line: string[], nodes: number }, lines?: FoundLine[], grown?: number, judgement?: { class: string, loss?: number, reason?: any, words?: string, better?: string[] }, children: number[] }} TreeNode
 * @typedef {import("./store.js").FoundLine} FoundLine
 */

/** The root of every tree. */
export const ROOT = 0;

/** A tree of moves with the node on the board. */
export class GameTree {
  constructor() {
    /** @type {Map<number, TreeNode>} */
    this.nodes = new Map([[ROOT, { id: ROOT, children: [] }]]);
    /** The nodes that were added with others, by the position whose proof they belong to. @type {Map<number, Set<number>>} */
    this.grown = new Map();
    /** The node on the board. */
    this.shown = ROOT;
    /** The variation that was last shown after each node. @type {Map<number, number>} */
    this.visited = new Map();
  }

  /** Replaces all nodes. @param {any[]} nodes parents come before their children */
  replaceNodes(nodes) {
    this.nodes = new Map();
    this.grown.clear();
    this.visited.clear();
    for (const node of nodes) this.addNode(node);
  }

  /** @param {any} node */
  addNode(node) {
    this.nodes.set(node.id, { ...node, children: this.nodes.get(node.id)?.children ?? [] });
    const parent = node.parent === undefined ? undefined : this.nodes.get(node.parent);
    if (parent && !parent.children.includes(node.id)) parent.children.push(node.id);
    if (node.grown !== undefined) this.grown.set(node.grown, (this.grown.get(node.grown) ?? new Set()).add(node.id));
  }

  /** Puts a node on the board. @param {number} id */
  setShown(id) {
    this.shown = id;
    for (const node of this.wholePath(id)) if (node.parent !== undefined) this.visited.set(node.parent, node.id);
  }

  /** Returns the node after another: the variation that was last shown, otherwise the first one. @param {TreeNode} node */
  next({ id, children }) {
    const visited = this.visited.get(id) ?? -1;
    return this.nodes.get(children.includes(visited) ? visited : children[0]);
  }

  /** Removes nodes; the position before them is shown if theirs was. @param {number[]} nodes */
  removeNodes(nodes) {
    const gone = new Set(nodes);
    while (gone.has(this.shown)) this.shown = this.nodes.get(this.shown)?.parent ?? ROOT;
    for (const id of nodes) {
      const siblings = this.nodes.get(this.nodes.get(id)?.parent ?? ROOT);
      if (siblings) siblings.children = siblings.children.filter((child) => child !== id);
    }
    for (const id of nodes) {
      this.grown.get(this.nodes.get(id)?.grown ?? -1)?.delete(id);
      this.nodes.delete(id);
    }
  }

  /** Orders the variations after a node. @param {number} at @param {number[]} children */
  orderNodes(at, children) {
    const node = this.nodes.get(at);
    if (node) node.children = children;
  }

  /** Returns the nodes from the root to a node. @param {number} [id] */
  wholePath(id = this.shown) {
    const path = [];
    for (let node = this.nodes.get(id); node; node = node.parent === undefined ? undefined : this.nodes.get(node.parent)) path.push(node);
    return path.reverse();
  }

  /** Returns the nodes from the first position, which is the root or the end of a set-up, to a node. @param {number} [id] */
  path(id = this.shown) {
    return withoutSetUp(this.wholePath(id));
  }

  /** Returns the nodes of the line through a node, from the first position to its end: after the node, by the variations that were last shown. @param {number} [id] */
  line(id = this.shown) {
    const line = this.wholePath(id);
    for (let node = line.at(-1); node && node.children.length > 0; ) {
      node = this.next(node);
      if (node) line.push(node);
    }
    return withoutSetUp(line);
  }

  /** Returns the side to move in the first position of the shown line. */
  firstToMove() {
    return this.stones(this.line()[0]?.id).toMove;
  }

  /** Returns the stones at a node, in the order of play. The number of a stone is that of its move, and 0 if it was set up. @param {number} [id] */
  stones(id = this.shown) {
    /** @type {{ point: string, color: "black" | "white", ply: number }[]} */
    const stones = [];
    let color = /** @type {"black" | "white"} */ ("black");
    const path = this.wholePath(id);
    const before = path.length - withoutSetUp(path).length;
    path.slice(1).forEach((node, index) => {
      if (node.point) stones.push({ point: node.point, color, ply: Math.max(0, index + 1 - before) });
      color = color === "black" ? "white" : "black";
    });
    return { stones, toMove: color };
  }

  /** Returns all nodes, so that parents come before their children, and first variations before others. */
  inOrder() {
    const nodes = [];
    const waiting = [ROOT];
    while (waiting.length > 0) {
      const node = this.nodes.get(/** @type {number} */ (waiting.pop()));
      if (!node) continue;
      nodes.push(node);
      waiting.push(...[...node.children].reverse());
    }
    return nodes;
  }
}

/** Leaves out the nodes before the position from which the moves were played. @param {TreeNode[]} path from the root */
function withoutSetUp(path) {
  const first = path.findIndex((node, index) => index > 0 && !node.isSetUp);
  return path.slice(first < 0 ? Math.max(0, path.length - 1) : first - 1);
}
