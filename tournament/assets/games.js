// The list of games: filtered, sorted and paginated, as single games or as pairs.

const ON_A_PAGE = 40;
const NOTHING_SPECIAL = { ...wanted };

function showGamesOf(engine) {
  Object.assign(wanted, NOTHING_SPECIAL, { engine });
  showGames();
  byId("games").scrollIntoView();
}

/** Changes the filter, and shows the first page. */
function want(change) {
  Object.assign(wanted, change);
  shown.page = 0;
  showGames();
}

function showGames() {
  const total = tournament.games.length;
  if (!total) return fill("games");
  const list = shown.pairs ? pairsOf(wantedGames()) : wantedGames();
  const pages = Math.max(1, Math.ceil(list.length / ON_A_PAGE));
  shown.page = Math.min(shown.page, pages - 1);
  const visible = list.slice(shown.page * ON_A_PAGE, (shown.page + 1) * ON_A_PAGE);
  const summary = shown.pairs ? plural(list.length, "pair") : list.length === total ? plural(total, "game") : `${count(list.length)} of ${plural(total, "game")}`;
  return fill("games", filterForm(),
    make("div", { class: "tools" },
      make("p", { class: "count", id: "count", role: "status" }, summary),
      make("div", { class: "segments", role: "group", "aria-label": "List" },
        [[false, "Games"], [true, "Pairs"]].map(([pairs, label]) => button(label, () => { shown.pairs = pairs; shown.page = 0; showGames(); },
          { "aria-pressed": String(shown.pairs === pairs), "data-key": `g-${label}` }))),
      pager(pages)),
    shown.pairs ? pairTable(visible) : gameTable(visible),
    pages > 1 ? make("div", { class: "tools" }, pager(pages, "-below")) : null);
}

function filterForm() {
  const { engines, reasons, openings } = tournament;
  const numbers = (list) => list.map((text, number) => [number, text]);
  const names = numbers(engines.map((engine) => engine.name));
  const used = new Set(tournament.games.map(({ reason }) => reason));
  const results = wanted.engine >= 0 ? [["won", `${engineName(wanted.engine)} won`], ["lost", `${engineName(wanted.engine)} lost`]] : [];
  const pick = (field) => (value) => {
    // The results "won" and "lost" need an engine.
    const lone = field === "engine" && Number(value) < 0 && ["won", "lost"].includes(wanted.result) ? { result: "" } : {};
    want({ ...lone, [field]: ["result", "reason"].includes(field) ? value : Number(value) });
  };
  const select = (field, label, options) => choice(label, options, wanted[field], pick(field), { "data-key": `f-${field}`, name: field });
  const length = (field, label) => {
    const input = make("input", { type: "number", min: 0, max: 484, inputmode: "numeric", value: wanted[field], "data-key": `f-${field}`, name: field,
      change: () => want({ [field]: input.value === "" ? "" : Number(input.value) }) });
    return make("label", { class: "field narrow" }, make("span", {}, label), input);
  };
  const isPlain = Object.keys(NOTHING_SPECIAL).every((field) => wanted[field] === NOTHING_SPECIAL[field]);
  return make("form", { class: "filters", "aria-label": "Game filters", submit: (event) => event.preventDefault() },
    select("engine", "Engine", [[-1, "any"], ...names]),
    engines.length > 2 ? select("other", "Opponent", [[-1, "any"], ...names]) : null,
    select("result", "Result", [["", "any"], ...results, ["black", "black won"], ["white", "white won"], ["draw", "drawn"], ["differ", "uneven pair"]]),
    select("reason", "Ended by", [["", "anything"], ["failure", "a failure"], ...Object.entries(reasons).filter(([reason]) => used.has(reason))]),
    openings.length > 1 ? select("opening", "Opening", [[-1, "any"], ...openings.map((_, number) => [number, openingName(number)])]) : null,
    length("shortest", "Moves: from"), length("longest", "to"),
    isPlain ? null : button("Reset", () => want({ ...NOTHING_SPECIAL }), { class: "quiet", "data-key": "f-reset" }));
}

function pager(pages, where = "") {
  if (pages < 2) return null;
  const go = (page) => () => { shown.page = page; showGames(); announce(`page ${page + 1} of ${pages}`); };
  const step = (label, words, page, enabled) => button(label, go(page), { "aria-label": words, disabled: !enabled, "data-key": `p-${words}${where}` });
  return make("nav", { class: "pager", "aria-label": "Pages of games" },
    step("«", "first page", 0, shown.page > 0), step("‹", "previous page", shown.page - 1, shown.page > 0),
    make("span", {}, `${shown.page + 1} / ${pages}`),
    step("›", "next page", shown.page + 1, shown.page < pages - 1), step("»", "last page", pages - 1, shown.page < pages - 1));
}

function sortable(key, label, attributes = {}) {
  const isBy = shown.by === key;
  const sort = () => {
    shown.down = isBy && !shown.down;
    shown.by = key;
    shown.page = 0;
    showGames();
  };
  return [[button([label, make("span", { class: "arrow", "aria-hidden": "true" }, isBy ? (shown.down ? "▾" : "▴") : "")], sort, { class: "sort", "data-key": `h-${key}` })],
    { "aria-sort": isBy ? (shown.down ? "descending" : "ascending") : "none", ...attributes }];
}

function gameTable(list) {
  const right = { class: "figure" };
  const headers = [sortable("key", "Game"), sortable("black", "Black"), sortable("white", "White"), sortable("result", "Result"),
    sortable("reason", "Ended by"), sortable("length", "Moves", right), sortable("time", "Time", { class: "figure wide" }), sortable("opening", "Opening", { class: "wide" })];
  return table("Games", headers, list.map(gameRow), { class: "games" });
}

function gameRow(game) {
  const won = (side) => (game.score === side ? " won" : "");
  return make("tr", { class: "open", click: (event) => { if (!event.target.closest("button, a")) openGame(game.key); } },
    make("td", {}, button(gameTitle(game), () => openGame(game.key), { class: "link", "data-key": `g${game.key}`, "aria-label": `Open game ${gameTitle(game)}` })),
    make("td", { class: `name${won(2)}`, title: engineName(game.black) }, stone("black"), engineName(game.black)),
    make("td", { class: `name${won(0)}`, title: engineName(game.white) }, stone("white"), engineName(game.white)),
    make("td", { class: "result" }, resultOf(game)),
    make("td", { class: game.failure ? "bad-text" : "" }, tournament.reasons[game.reason]),
    make("td", { class: "figure" }, String(game.length)),
    make("td", { class: "figure wide" }, `${duration(game.black_ms)} / ${duration(game.white_ms)}`),
    make("td", { class: "name wide", title: openingName(game.opening) }, openingName(game.opening)));
}

/** Returns the first game of each pair that has a game in the list, in the order of the list. */
function pairsOf(list) {
  const seen = new Set();
  return list.filter(({ pair }) => !seen.has(pair) && seen.add(pair)).map((game) => gamesByKey.get(`${game.pair}.0`) ?? game);
}

function pairTable(list) {
  const headers = [sortable("key", "Pair"), "Engines", "First game", "Second game", ["First difference", { class: "figure" }], sortable("opening", "Opening", { class: "wide" })];
  return table("Pairs of games", headers, list.map(pairRow), { class: "games" });
}

function pairRow(game) {
  const partner = partnerOf(game);
  const outcome = (played) => {
    if (!played) return make("td", { class: "muted" }, "not played");
    const { black, white, score, length } = played;
    const winner = score === 2 ? black : score === 0 ? white : null;
    return make("td", {}, make("span", { class: "result" }, resultOf(played)), " ",
      winner === null ? "" : make("span", { class: "name" }, engineName(winner)), make("span", { class: "muted" }, ` ${plural(length, "move")}`));
  };
  const open = () => openGame(game.key, { compare: true });
  return make("tr", { class: "open", click: (event) => { if (!event.target.closest("button, a")) open(); } },
    make("td", {}, button(String(game.pair), open, { class: "link", "data-key": `p${game.pair}`, "aria-label": `Compare the games of pair ${game.pair}` })),
    make("td", { class: "name" }, `${engineName(game.black)} – ${engineName(game.white)}`),
    outcome(game), outcome(partner),
    make("td", { class: "figure" }, !partner ? DASH : game.differs < 0 ? "same moves" : `move ${game.differs + 1}`),
    make("td", { class: "name wide" }, openingName(game.opening)));
}
