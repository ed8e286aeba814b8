// The viewer of a game, or of both games of a pair side by side.

const STEP_MS = 600;
/** The default address of the program `board`. */
const BOARD = "http://127.0.0.1:8225/";
/** The state of the viewer; `games` and `details` have one entry, or two when a pair is compared. */
const view = { key: null, compare: false, ply: 0, numbered: false, pointed: null, labels: "letters", marks: true, timer: null, games: [], details: [], parts: null };

/** Opens a game by its key, after `ply` moves; by default after the last one, or in a pair at the first difference. */
async function openGame(key, { ply = null, compare = false } = {}) {
  const game = gamesByKey.get(key);
  if (!game) return;
  const partner = partnerOf(game);
  Object.assign(view, { key, compare: compare && Boolean(partner) });
  const games = view.compare ? [game, partner] : [game];
  const details = await Promise.all(games.map(detailOf));
  if (view.key !== key) return;
  Object.assign(view, { games, details });
  view.ply = Math.min(ply ?? (view.compare && game.differs >= 0 ? game.differs + 1 : longest()), longest());
  const dialog = byId("viewer");
  buildViewer(dialog);
  if (!dialog.open) {
    dialog.showModal();
    view.parts.slider.focus();
  }
  showPly();
}

function longest() {
  return Math.max(...view.games.map((game) => game.length));
}

function closeViewer() {
  byId("viewer").close();
}

/** Resets the viewer after the dialog was closed in any way. */
function viewerClosed() {
  play(false);
  byId("viewer").replaceChildren();
  Object.assign(view, { key: null, parts: null });
  remember("");
}

function remember(hash) {
  try {
    history.replaceState(null, "", hash || location.pathname + location.search);
  } catch { /* some browsers forbid this for pages from a disk */ }
}

function buildViewer(dialog) {
  const [game] = view.games;
  const hadFocus = dialog.contains(document.activeElement) ? document.activeElement.dataset.key : "close";
  view.parts = { boards: view.games.map(() => boardFrame("Board")), notes: view.games.map(() => make("div", { class: "words", "aria-live": "off" })), charts: [] };
  const stages = view.games.map((one, index) => make("article", { class: "stage" }, playersLine(one), view.parts.boards[index].frame, view.compare ? view.parts.notes[index] : null));
  dialog.classList.toggle("comparing", view.compare);
  dialog.replaceChildren(
    viewerHead(game),
    make("div", { class: "viewer-body" },
      make("div", { class: "stages" }, stages, controls()),
      view.compare ? null : sidePanel(game, view.details[0])));
  [...dialog.querySelectorAll("[data-key]")].find((element) => element.dataset.key === hadFocus)?.focus();
}

function viewerHead(game) {
  const reason = tournament.reasons[game.reason];
  const partner = partnerOf(game);
  const how = view.compare ? game.differs < 0 ? "both games are identical" : `the games differ from move ${game.differs + 1}`
    : `${reason}, ${plural(game.length, "move")}`;
  return make("header", { class: "viewer-head" },
    make("div", {}, make("h2", { id: "viewer-title" }, view.compare ? `Pair ${game.pair}` : `Game ${gameTitle(game)}`, make("span", { class: "muted" }, ` ${how}`)),
      make("p", { class: "muted name" }, `opening ${openingName(game.opening)} · ${moment(game.started)}`)),
    make("div", { class: "viewer-actions" },
      button("‹ Game", () => neighbour(-1), { "data-key": "before", title: "previous game of the list (,)" }),
      button("Game ›", () => neighbour(1), { "data-key": "after", title: "next game of the list (.)" }),
      partner ? button(view.compare ? "One game" : "Compare pair", compareOrNot, { "data-key": "compare", title: "both games of the pair side by side (P)" }) : null,
      view.compare ? null : make("a", { class: "button", href: reviewAddress(game, view.details[0]), target: "_blank", rel: "noopener", "data-key": "review", title: "judge every move on the board, which the program `board` starts on this machine" }, "Review"),
      button("Close", closeViewer, { "data-key": "close", class: "primary", title: "Escape" })));
}

/** Returns the address at which the program `board` reviews the game. */
function reviewAddress(game, { points }) {
  const moves = points.map(letters).join("");
  const names = [game.black, game.white].map((number) => encodeURIComponent(engineName(number)));
  return `${BOARD}#g=${moves}&r=${tournament.rule.split(" ")[0]}&s=${tournament.size.join("x")}&n=bottom&b=${names[0]}&w=${names[1]}&review`;
}

function compareOrNot() {
  openGame(view.key, { compare: !view.compare });
}

/** Opens the game before or after this one in the list as it is filtered and sorted. */
function neighbour(step) {
  let list = wantedGames();
  if (view.compare) list = pairsOf(list);
  const at = list.indexOf(gamesByKey.get(view.key));
  const next = list[at < 0 ? 0 : at + step];
  if (next === undefined) return announce("no more games in the list");
  return openGame(next.key, { compare: view.compare });
}

function playersLine(game) {
  const side = (tint, number, won) => make("span", { class: `player${won ? " won" : ""}` }, stone(tint), make("span", { class: "name", title: engineName(number) }, engineName(number)));
  return make("p", { class: "players" }, side("black", game.black, game.score === 2), make("strong", { class: "result" }, resultOf(game)), side("white", game.white, game.score === 0));
}

function controls() {
  const { parts } = view;
  parts.slider = make("input", { type: "range", min: 0, max: longest(), value: view.ply, "data-key": "slider", "aria-label": "Move", input: () => goTo(Number(parts.slider.value)) });
  parts.where = make("output", { class: "where" });
  parts.play = button(icon(ICONS.play), () => play(!view.timer), { "data-key": "play", "aria-label": "Play", title: "play (space)" });
  const step = (label, words, to) => button(label, () => goTo(to()), { "data-key": words, "aria-label": words, title: words });
  const toggle = (label, field, key) => button(label, () => { view[field] = !view[field]; rebuilt(); }, { "aria-pressed": String(view[field]), "data-key": field, title: `${label} (${key})` });
  return make("div", { class: "controls" },
    parts.slider, parts.where,
    make("div", { class: "steps" }, step(icon(ICONS.first), "first position", () => 0), step(icon(ICONS.back), "one move back", () => view.ply - 1), parts.play,
      step(icon(ICONS.on), "one move forward", () => view.ply + 1), step(icon(ICONS.last), "last position", () => longest())),
    make("div", { class: "switches" }, toggle("Numbers", "numbered", "N"),
      choice("Coordinates", [["letters", "h8"], ["numbers", "7,7"], ["", "none"]], view.labels, (labels) => { view.labels = labels; rebuilt(); }, { "data-key": "labels" }),
      view.details.some((detail) => detail.forbidden) ? toggle("Forbidden points", "marks", "F") : null),
    view.compare ? keysNote() : null);
}

function keysNote() {
  return make("p", { class: "note keys" }, "Keys: ← and → step through the moves, Home and End go to the ends, space plays, N shows numbers, C changes coordinates, P compares the pair, comma and full stop change the game.");
}

function rebuilt() {
  buildViewer(byId("viewer"));
  showPly();
}

function goTo(ply) {
  const next = Math.max(0, Math.min(longest(), ply));
  if (next === view.ply && view.timer) play(false);
  view.ply = next;
  showPly();
}

function play(on) {
  clearInterval(view.timer);
  view.timer = null;
  if (on) {
    if (view.ply >= longest()) view.ply = 0;
    view.timer = setInterval(() => goTo(view.ply + 1), STEP_MS);
    showPly();
  }
  const control = view.parts?.play;
  if (!control) return;
  control.replaceChildren(icon(on ? ICONS.pause : ICONS.play));
  control.setAttribute("aria-label", on ? "Pause" : "Play");
}

/** Shows a board after `view.ply` moves. */
function showBoard(index) {
  const [game, detail] = [view.games[index], view.details[index]];
  const own = Math.min(view.ply, game.length);
  const isOver = own === game.length && game.reason === "five";
  const { frame, board } = view.parts.boards[index];
  frame.setAttribute("aria-label", describePosition(detail, own));
  board.show(boardMaps(detail.points, own, {
    labels: view.labels,
    numbered: view.pointed ?? (view.numbered ? own : 0),
    five: isOver ? detail.five : [],
    forbidden: view.marks && !isOver ? forbiddenPoints(detail, own) : [],
    differs: view.compare ? game.differs : -1,
  }));
}

/** Numbers the stones up to a move while the pointer is on it in the list. */
function numberTo(ply) {
  view.pointed = ply;
  if (!view.parts) return;
  view.games.forEach((_, index) => showBoard(index));
}

/** Shows the position after `view.ply` moves everywhere. */
function showPly() {
  const { parts, games, details, ply } = view;
  games.forEach((game, index) => {
    const detail = details[index];
    const own = Math.min(ply, game.length);
    showBoard(index);
    parts.notes[index].replaceChildren(...noteOf(game, detail, own));
  });
  parts.slider.value = ply;
  parts.slider.setAttribute("aria-valuetext", describePosition(details[0], Math.min(ply, games[0].length)));
  parts.where.textContent = `${ply} / ${longest()}`;
  parts.charts.forEach((picture) => picture.redraw());
  markRow(ply);
  if (!view.timer) announce(describePosition(details[0], Math.min(ply, games[0].length)));
  remember(`#game=${view.key}&move=${ply}${view.compare ? "&pair" : ""}`);
}

function describePosition(detail, ply) {
  if (ply === 0) return "empty board";
  return `after move ${ply}, ${ply % 2 ? "black" : "white"} ${letters(detail.points[ply - 1])}`;
}

/** The last move in words, and the message of its engine. */
function noteOf(game, detail, ply) {
  if (ply === 0) return [make("p", { class: "muted" }, "The board is empty.")];
  const move = ply - 1;
  const point = detail.points[move];
  const by = move < game.given ? "opening" : engineName(detail.seats[move] ? game.white : game.black);
  const figures = [detail.ms[move] === null ? null : duration(detail.ms[move]), detail.eval?.[move] == null ? null : `evaluation ${evaluation(detail.eval[move])}`,
    detail.depth?.[move] == null ? null : `depth ${detail.depth[move]}`, detail.nodes?.[move] == null ? null : `${brief(detail.nodes[move])} nodes`];
  const message = detail.messages?.[move];
  const end = ply === game.length ? game.detail : "";
  return [
    make("p", {}, stone(move % 2 ? "white" : "black"), " ", make("strong", {}, `${ply}. ${letters(point)}`), make("span", { class: "muted" }, ` (${numbers(point)}) `), make("span", { class: "name" }, by),
      make("span", { class: "muted" }, figures.filter(Boolean).map((text) => ` · ${text}`))),
    message ? make("p", { class: "message" }, message) : null,
    end ? make("p", { class: "message bad-text" }, end) : null,
  ].filter(Boolean);
}

const VIEWER_KEYS = {
  ArrowLeft: () => goTo(view.ply - 1),
  ArrowRight: () => goTo(view.ply + 1),
  Home: () => goTo(0),
  End: () => goTo(longest()),
  " ": () => play(!view.timer),
  n: () => { view.numbered = !view.numbered; rebuilt(); },
  f: () => { view.marks = !view.marks; rebuilt(); },
  c: () => { view.labels = { letters: "numbers", numbers: "", "": "letters" }[view.labels]; rebuilt(); },
  p: () => { if (partnerOf(view.games[0])) compareOrNot(); },
  ",": () => neighbour(-1),
  ".": () => neighbour(1),
};

function viewerKey(event) {
  const action = VIEWER_KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  const isTyping = event.target.matches("select, input:not([type=range])");
  const presses = event.key === " " && event.target.matches("button, summary");
  if (!action || isTyping || presses || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  action();
}

/** Opens the game in the address: `#game=12.0&move=9`. */
function openAddressed() {
  const found = /^#game=(\d+\.[01])(?:&move=(\d+))?(&pair)?$/.exec(location.hash);
  if (found) openGame(found[1], { ply: found[2] === undefined ? null : Number(found[2]), compare: Boolean(found[3]) });
}
