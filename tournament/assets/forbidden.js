// Points where a player may not place a stone: a twin of the definition in `rules::forbidden`, for any game at any
// move without making the page larger; a test compares the two.

const AXES = [[1, 0], [0, 1], [1, 1], [1, -1]];

/** The stones as the side to move sees them: 1 own, 2 the opponent's; nothing off the board. */
class View {
  constructor([width, height], moves, ply) {
    Object.assign(this, { width, height, cells: new Uint8Array(width * height) });
    for (let move = 0; move < ply; move += 1) this.set(moves[move], move % 2 === ply % 2 ? 1 : 2);
  }

  at([x, y]) {
    return x < 0 || y < 0 || x >= this.width || y >= this.height ? undefined : this.cells[y * this.width + x];
  }

  set([x, y], stone) {
    this.cells[y * this.width + x] = stone;
  }

  /** What `look` sees with another own stone there. */
  with(point, look) {
    this.set(point, 1);
    const seen = look();
    this.set(point, 0);
    return seen;
  }

  /** How many own stones follow a point along an axis. */
  reach([x, y], [dx, dy]) {
    let steps = 0;
    while (this.at([x + (steps + 1) * dx, y + (steps + 1) * dy]) === 1) steps += 1;
    return steps;
  }

  /** The length of the row through an own stone. */
  row(point, [dx, dy]) {
    return 1 + this.reach(point, [dx, dy]) + this.reach(point, [-dx, -dy]);
  }

  /** The empty points up to `most` steps away along an axis whose stone would be in one row with the stone on `point`, and for which `look` holds. */
  joining(point, axis, most, look) {
    const [x, y] = point;
    const [dx, dy] = axis;
    const found = [];
    for (let step = -most; step <= most; step += 1) {
      const next = [x + step * dx, y + step * dy];
      if (this.at(next) !== 0) continue;
      const back = step > 0 ? [-dx, -dy] : axis;
      if (this.reach(next, back) >= Math.abs(step) && this.with(next, () => look(next))) found.push(next);
    }
    return found;
  }

  makesFive(point) {
    return AXES.some((axis) => this.row(point, axis) === 5);
  }

  completions(point, axis) {
    return this.joining(point, axis, 4, (next) => this.row(next, axis) === 5).length;
  }

  isOpenFour(point, axis) {
    return this.row(point, axis) === 4 && this.completions(point, axis) === 2;
  }

  fours(point, axis) {
    return this.isOpenFour(point, axis) ? 1 : this.completions(point, axis);
  }

  /** Where one more stone makes an open four of the row: it is a three if there is such a point. */
  openFourPoints(point, axis) {
    return this.joining(point, axis, 3, (next) => this.isOpenFour(next, axis));
  }

  /** Whether renju forbids an own stone on an empty point. */
  isForbidden(point) {
    return this.with(point, () => {
      if (this.makesFive(point)) return false;
      if (AXES.some((axis) => this.row(point, axis) >= 6)) return true;
      if (AXES.reduce((all, axis) => all + this.fours(point, axis), 0) >= 2) return true;
      const threes = AXES.map((axis) => this.openFourPoints(point, axis)).filter((next) => next.length > 0);
      const isReal = (three) => three.some((next) => !this.with(next, () => this.makesFive(next)) && !this.isForbidden(next));
      return threes.length >= 2 && threes.filter(isReal).length >= 2;
    });
  }

  /** Whether omok does. */
  isDoubleThree(point) {
    return this.with(point, () => !this.makesFive(point) && AXES.filter((axis) => this.openFourPoints(point, axis).length > 0).length >= 2);
  }
}

function hasForbidden() {
  return tournament.rule === "renju" || tournament.rule === "omok";
}

/** The points that the side to move may not play after `ply` moves. */
function forbiddenPoints(moves, ply) {
  if (!hasForbidden() || (tournament.rule === "renju" && ply % 2 === 1)) return [];
  const view = new View(tournament.size, moves, ply);
  const found = [];
  for (let y = 0; y < view.height; y += 1) {
    for (let x = 0; x < view.width; x += 1) {
      if (view.at([x, y]) === 0 && (tournament.rule === "renju" ? view.isForbidden([x, y]) : view.isDoubleThree([x, y]))) found.push([x, y]);
    }
  }
  return found;
}
