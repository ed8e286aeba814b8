// Games that are being played, and the stream of events of a live server.

const liveBoards = new Map();

/** The card of a running game: its players and its board. */
function liveBoard(game) {
  const moves = points(game.moves);
  const last = game.ms?.[game.ms.length - 1];
  return make("article", { class: "card live-board" },
    make("p", { class: "players" }, make("span", { class: "player" }, stone("black"), make("span", { class: "name" }, engineName(game.black))),
      make("span", { class: "player" }, stone("white"), make("span", { class: "name" }, engineName(game.white)))),
    boardPicture(moves, moves.length, { label: `${engineName(game.black)} against ${engineName(game.white)}, ${plural(moves.length, "stone")}` }),
    make("p", { class: "muted" }, `pair ${game.pair + 1}, game ${game.game + 1} · ${plural(moves.length, "stone")} · ${duration(game.elapsed)}${last ? ` · last move ${duration(last)}` : ""}`));
}

/** Shows the games that are being played; boards that did not change are left alone. */
function showRunning(games) {
  tournament.running = games;
  const cards = games.map((game) => {
    const key = `${game.pair}.${game.game}`;
    const state = JSON.stringify([game.moves, game.elapsed]);
    const known = liveBoards.get(key);
    if (known?.state === state) return known.card;
    const card = liveBoard(game);
    liveBoards.set(key, { state, card });
    return card;
  });
  const current = new Set(games.map((game) => `${game.pair}.${game.game}`));
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
