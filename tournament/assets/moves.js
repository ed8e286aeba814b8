// Beside the board: graphs, all moves, the resources used, and texts to copy.

function sidePanel(game, detail) {
  const pick = (index) => goTo(index + 1);
  const where = () => view.ply;
  const limits = [game.black, game.white].map((number) => tournament.engines[number].limits);
  const pictures = [["Evaluation, black's view", evaluationChart(detail, where, pick)], ["Time of each move", timeChart(detail, where, pick)],
    ["Time left", clockChart(detail, limits, where, pick)]].filter(([, picture]) => picture);
  view.parts.charts = pictures.map(([, picture]) => picture);
  return make("div", { class: "side" },
    view.parts.notes[0],
    pictures.length ? make("p", { class: "legend" }, make("i", { class: "swatch series-black" }), make("span", { class: "name" }, engineName(game.black)),
      make("i", { class: "swatch series-white" }), make("span", { class: "name" }, engineName(game.white))) : null,
    pictures.map(([title, picture]) => make("figure", { class: "graph" }, make("figcaption", {}, title), picture.frame)),
    moveTable(game, detail),
    detail.are_messages_omitted ? make("p", { class: "note" }, "This page omits the messages of this game for lack of space; they are in the file of results.") : null,
    tookTable(game, detail),
    make("p", { class: "takeaway" }, copyButton(() => detail.points.map(letters).join(" "), "Copy moves"), copyButton(() => smartGame(game, detail), "Copy SGF")),
    keysNote());
}

function moveTable(game, detail) {
  const has = (name) => Boolean(detail[name]);
  const headers = [["", { class: "figure" }], "Point", ["Time", { class: "figure" }], has("eval") ? ["Evaluation", { class: "figure" }] : null,
    has("depth") ? ["Depth", { class: "figure" }] : null, has("nodes") ? ["Nodes", { class: "figure" }] : null].filter(Boolean);
  const rows = detail.points.map((point, move) => make("tr", { "data-ply": move + 1, class: move < game.given ? "given" : "", click: () => goTo(move + 1), pointerenter: () => numberTo(move + 1), pointerleave: () => numberTo(null) },
    make("td", { class: "figure muted" }, String(move + 1)),
    make("td", {}, button([stone(move % 2 ? "white" : "black"), letters(point)], () => {}, { class: "link", "data-key": `m${move}`, title: numbers(point) })),
    make("td", { class: "figure" }, move < game.given ? "opening" : duration(detail.ms[move])),
    has("eval") ? make("td", { class: "figure" }, evaluation(detail.eval[move])) : null,
    has("depth") ? make("td", { class: "figure" }, String(detail.depth[move] ?? "")) : null,
    has("nodes") ? make("td", { class: "figure" }, brief(detail.nodes[move])) : null));
  const frame = table("Moves", headers, rows, { class: "moves" });
  frame.classList.add("moves-frame");
  view.parts.rows = frame;
  return frame;
}

/** Marks the last move in the table, and brings it into view there without moving the page. */
function markRow(ply) {
  const frame = view.parts.rows;
  if (!frame) return;
  frame.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const row = frame.querySelector(`[data-ply="${ply}"]`);
  if (!row) { frame.scrollTop = 0; return; }
  row.setAttribute("aria-current", "true");
  const top = row.offsetTop - frame.clientHeight / 2;
  frame.scrollTop = top;
}

function tookTable(game, detail) {
  const row = (tint, number, total, took) => make("tr", {}, make("th", { scope: "row" }, stone(tint), " ", make("span", { class: "name" }, engineName(number))),
    [duration(total), duration(took.longest_ms), took.late ? String(took.late) : DASH, took.machine_ms ? duration(took.machine_ms) : DASH, memory(took.peak_memory), duration(took.foreign_cpu_ms)].map((text) => make("td", { class: "figure" }, text)));
  const right = { class: "figure" };
  const times = detail.replays === 1 ? "once" : `${detail.replays} times`;
  const again = detail.replays ? make("p", { class: "note" }, `Played again: the machine spoiled this game ${times} before.`) : null;
  return [table("Search", ["", ["Time", right], ["Longest", right], ["Late", right], ["Machine", right], ["Memory", right], ["CPU off turn", right]],
    [row("black", game.black, game.black_ms, detail.black), row("white", game.white, game.white_ms, detail.white)], { class: "tight" }), again];
}

/** The game in the Smart Game Format: letters from the top left corner. */
function smartGame(game, detail) {
  const text = (words) => words.replace(/[\\\]]/g, "\\$&").replaceAll("\n", " ");
  const [width, height] = tournament.size;
  const letter = (number) => String.fromCharCode(97 + number);
  const result = ["W+", "0", "B+"][game.score] ?? "Void";
  const size = width === height ? String(width) : `${width}:${height}`;
  const moves = detail.points.map(([column, row], move) => `;${move % 2 ? "W" : "B"}[${letter(column)}${letter(row)}]`);
  return `(;FF[4]GM[4]CA[UTF-8]SZ[${size}]PB[${text(engineName(game.black))}]PW[${text(engineName(game.white))}]RE[${result}]RU[${text(tournament.rule)}]${moves.join("")})`;
}
