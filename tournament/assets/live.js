// Games that are being played, and the stream of events of a live server.

const liveBoards = new Map();

/** Creates the card of a running game: its players and its board, which is reused until the game ends. */
function liveCard(game) {
  const label = `${engineName(game.black)} against ${engineName(game.white)}`;
  const { frame, board } = boardFrame(label);
  const words = make("p", { class: "muted" });
  const card = make("article", { class: "card live-board" },
    make("p", { class: "players" }, make("span", { class: "player" }, stone("black"), make("span", { class: "name" }, engineName(game.black))),
      make("span", { class: "player" }, stone("white"), make("span", { class: "name" }, engineName(game.white)))),
    frame, words);
  const show = ({ moves, ms, pair, game: number, elapsed_ms: elapsed }) => {
    const last = ms?.[ms.length - 1];
    frame.setAttribute("aria-label", `${label}, ${plural(moves.length, "stone")}`);
    board.show(boardMaps(moves, moves.length));
    words.textContent = `pair ${pair}, game ${number} · ${plural(moves.length, "stone")} · ${duration(elapsed)}${last ? ` · last move ${duration(last)}` : ""}`;
  };
  return { card, show };
}

/** A card that shows a running game as it is now. */
function liveBoard(game) {
  const { card, show } = liveCard(game);
  show(game);
  return card;
}

/** Shows the games that are being played; a game keeps its card. */
function showRunning(games) {
  tournament.running = games;
  const keyOf = ({ pair, game, black }) => `${pair}.${game}.${black}`;
  const cards = games.map((game) => {
    const known = liveBoards.get(keyOf(game)) ?? liveCard(game);
    liveBoards.set(keyOf(game), known);
    known.show(game);
    return known.card;
  });
  const current = new Set(games.map(keyOf));
  for (const key of liveBoards.keys()) if (!current.has(key)) liveBoards.delete(key);
  fill("live", games.length ? make("div", { class: "boards" }, cards) : null);
}

/** Follows the stream of the live server, if the page came from one. */
function follow() {
  const address = byId("events")?.textContent.trim();
  if (!address) return;
  const sign = byId("link");
  const say = (text, kind) => { sign.hidden = false; sign.textContent = text; sign.className = `badge ${kind}`; };
  const source = new EventSource(address);
  say("connecting", "");
  source.addEventListener("open", () => say("live", "good"));
  source.addEventListener("error", () => say("disconnected", "bad"));
  source.addEventListener("end", () => { source.close(); say("finished", ""); });
  source.addEventListener("data", (event) => update(JSON.parse(event.data)));
  source.addEventListener("running", (event) => { showRunning(JSON.parse(event.data)); showSections(); });
}
