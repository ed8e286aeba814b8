// Boards as pictures. One unit is the distance of two lines; points are [column, row] from the top left.

/** The points that are marked on a bare board. */
function stars(width, height) {
  const along = (side) => (side < 9 ? [(side - 1) / 2] : side % 2 ? [3, (side - 1) / 2, side - 4] : [3, side - 4]);
  const all = along(width).flatMap((column) => along(height).map((row) => [column, row]));
  const middle = ([column, row]) => column === (width - 1) / 2 && row === (height - 1) / 2;
  const edge = ([column, row]) => column !== (width - 1) / 2 && row !== (height - 1) / 2;
  return all.filter((point) => Number.isInteger(point[0] + point[1]) && (middle(point) || edge(point)));
}

/**
 * A board after `ply` of the moves. Options: `labels` "letters", "numbers" or none; `numbered`: numbers on stones;
 * `forbidden`, `five`: points to be marked; `bare`: the last stone is not; `differs`: the ply whose stone is marked, later ones are faded;
 * `label`: what it is, for those who do not see it.
 */
function boardPicture(moves, ply, options = {}) {
  const [width, height] = options.size ?? tournament.size;
  const margin = options.labels ? 1.35 : 0.75;
  const after = 0.75;
  const box = [-margin, -margin, width - 1 + margin + after, height - 1 + margin + after];
  const grid = [];
  for (let column = 0; column < width; column += 1) grid.push(`M${column} 0V${height - 1}`);
  for (let row = 0; row < height; row += 1) grid.push(`M0 ${row}H${width - 1}`);
  return draw("svg", { class: "board", viewBox: box.join(" "), role: "img", "aria-label": options.label ?? "board" },
    draw("rect", { class: "wood", x: box[0], y: box[1], width: box[2], height: box[3], rx: 0.35 }),
    draw("path", { class: "grid", d: grid.join("") }),
    stars(width, height).map(([x, y]) => draw("circle", { class: "star", cx: x, cy: y, r: 0.1 })),
    options.labels ? edgeLabels(width, height, options.labels) : [],
    stonesOf(moves, ply, options),
    (options.forbidden ?? []).map(([x, y]) => draw("path", { class: "forbidden", d: `M${x - 0.22} ${y - 0.22}l.44 .44m0 -.44l-.44 .44` })),
  );
}

function edgeLabels(width, height, kind) {
  const label = (x, y, text) => draw("text", { class: "edge", x, y, "text-anchor": "middle", dy: ".35em" }, text);
  const column = (number) => (kind === "letters" ? String.fromCharCode(97 + number) : String(number));
  const row = (number) => String(kind === "letters" ? number + 1 : number);
  return [
    ...Array.from({ length: width }, (_, number) => label(number, -0.92, column(number))),
    ...Array.from({ length: height }, (_, number) => label(-0.92, number, row(number))),
  ];
}

function stonesOf(moves, ply, options) {
  const five = new Set((options.five ?? []).map(String));
  const list = [];
  for (let move = 0; move < ply; move += 1) {
    const [x, y] = moves[move];
    const tint = move % 2 ? "white" : "black";
    const isLast = move === ply - 1;
    const isFive = five.has(String(moves[move]));
    const faded = options.differs >= 0 && move > options.differs && !isFive && !isLast;
    const parts = [draw("circle", { cx: x, cy: y, r: 0.46, fill: `url(#stone-${tint})` })];
    if (options.numbered) parts.push(draw("text", { class: "number", x, y, "text-anchor": "middle", dy: ".35em" }, String(move + 1)));
    if (isFive) parts.push(draw("circle", { class: "five", cx: x, cy: y, r: 0.4 }));
    if (isLast && !isFive && !options.bare) parts.push(draw("circle", options.numbered ? { class: "last ring", cx: x, cy: y, r: 0.42 } : { class: "last", cx: x, cy: y, r: 0.15 }));
    if (move === options.differs) parts.push(draw("path", { class: "differs", d: `M${x} ${y - 0.62}L${x + 0.62} ${y}L${x} ${y + 0.62}L${x - 0.62} ${y}Z` }));
    list.push(draw("g", { class: `stone ${tint}${faded ? " faded" : ""}` }, parts));
  }
  return list;
}

/** The stones of the rows of five or more through the last stone. */
function fiveOf(moves, ply) {
  if (ply === 0) return [];
  const own = new Set(moves.slice(0, ply).filter((_, move) => move % 2 === (ply - 1) % 2).map(String));
  const last = moves[ply - 1];
  const found = [];
  for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
    const row = [last];
    for (const sign of [1, -1]) {
      for (let step = 1; ; step += 1) {
        const point = [last[0] + sign * step * dx, last[1] + sign * step * dy];
        if (!own.has(String(point))) break;
        row.push(point);
      }
    }
    if (row.length >= 5) found.push(...row);
  }
  return found;
}

/** A small stone for texts. */
function stone(tint) {
  return draw("svg", { class: "pebble", viewBox: "0 0 10 10", role: "img", "aria-label": tint },
    draw("circle", { cx: 5, cy: 5, r: 4.4, fill: `url(#stone-${tint})`, class: `rim ${tint}` }));
}
