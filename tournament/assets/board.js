// Positions on the board of `board/page`. The board knows no rules, so the report supplies the points to mark.

/** Where the board writes the names of points: `h8` with row 1 at the bottom, or `7,7` as engines say it. */
const NOTATIONS = { letters: "bottom", numbers: "engine" };

/**
 * Returns the maps of a board after `ply` moves. Options: `labels`: "letters", "numbers" or none; `numbered`: the move
 * up to which stones have numbers; `forbidden`, `five`: the names of points to mark; `bare`: leaves the last stone
 * unmarked; `differs`: the ply whose stone is marked, with later stones faded.
 */
function boardMaps(moves, ply, options = {}) {
  const [width, height] = tournament.size;
  const differs = options.differs ?? -1;
  const stones = moves.slice(0, ply).map(([x, y], move) => ({ point: pointName({ x, y }), color: move % 2 ? "white" : "black", ply: move + 1 }));
  return {
    width, height, stones,
    numbered: options.numbered ?? 0,
    faded: differs >= 0 ? differs + 1 : Infinity,
    last: options.bare ? null : stones.at(-1)?.point ?? null,
    five: options.five ?? [],
    forbidden: (options.forbidden ?? []).map((point) => ({ point, reason: "" })),
    marks: differs >= 0 && differs < ply ? [{ point: stones[differs].point, kind: "differs" }] : [],
    toMove: ply % 2 ? "white" : "black",
    notation: NOTATIONS[options.labels] ?? "top",
    coordinates: Boolean(options.labels),
    going: [], rows: [], refused: null, within: null, ghosts: [], heat: [], lines: [], hover: null, cursor: null, zoom: null, crosshair: false,
  };
}

/** Creates a frame, and a board in it that shows maps. */
function boardFrame(label) {
  const frame = make("div", { class: "frame", role: "img", "aria-label": label });
  return { frame, board: new BoardView(frame) };
}

/** Creates a static board; `label` is its description for screen readers. */
function boardPicture(moves, ply, { label, ...options }) {
  const { frame, board } = boardFrame(label);
  board.show(boardMaps(moves, ply, options));
  return frame;
}

/** The points that the side to move may not play after `ply` moves. */
function forbiddenPoints(detail, ply) {
  return detail.forbidden?.[ply]?.match(/[a-v]\d+/g) ?? [];
}

/** A small stone for texts. */
function stone(tint) {
  return draw("svg", { class: "pebble", viewBox: "0 0 10 10", role: "img", "aria-label": tint },
    draw("circle", { cx: 5, cy: 5, r: 4.4, fill: `url(#stone-${tint})`, class: `rim ${tint}` }));
}
