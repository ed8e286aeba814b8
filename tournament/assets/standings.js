// The standings and the crosstable.

/** Returns round numbers from `low` to `high`, about `most` of them. */
function ticks(low, high, most = 6) {
  const rough = (high - low) / most || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const list = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) list.push(Math.round(value * 1e6) / 1e6);
  return list;
}

/**
 * Returns the scale of a rating axis: the place of a rating, in percent from the left end, the ticks, and those of them
 * that have labels where the axis is narrow: multiples of one number, at least 45 % of the axis apart.
 */
function ratingScale(intervals) {
  const ends = intervals.flatMap(({ value, low, high }) => [value, low, high]).filter((end) => end !== null);
  let [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const room = (high - low) * 0.05 || 50;
  [low, high] = [low - room, high + room];
  const place = (value) => (100 * (value - low)) / (high - low);
  const all = ticks(low, high);
  const step = all.length > 1 ? all[1] - all[0] : 1;
  const spread = step * Math.ceil((0.45 * (high - low)) / step);
  return { place, ticks: all, isSpread: (tick) => Math.round((tick % spread) / step) === 0 };
}

/** An interval as a bar, and its value as a dot. */
function intervalPicture({ value, low, high }, scale) {
  const [from, to] = [low === null ? 0 : scale.place(low), high === null ? 100 : scale.place(high)];
  const open = `${low === null ? " open-low" : ""}${high === null ? " open-high" : ""}`;
  return make("span", { class: "interval", "aria-hidden": "true" },
    scale.ticks.map((tick) => make("i", { class: tick === 0 ? "tick zero" : "tick", style: { left: `${scale.place(tick)}%` } })),
    make("i", { class: `range${open}`, style: { left: `${from}%`, width: `${to - from}%` } }),
    value === null ? null : make("i", { class: "dot", style: { left: `${scale.place(value)}%` } }));
}

function axis(scale) {
  return make("span", { class: "interval axis", "aria-hidden": "true" },
    scale.ticks.map((tick) => make("i", { class: scale.isSpread(tick) ? "label" : "label close", style: { "--place": `${scale.place(tick)}%` } }, signed(tick))));
}

/** Won, drawn and lost as a bar. */
function resultBar([won, drawn, lost]) {
  const all = won + drawn + lost || 1;
  const part = (kind, number) => (number ? make("i", { class: kind, style: { width: `${(100 * number) / all}%` } }) : null);
  return make("span", { class: "results", "aria-hidden": "true" }, part("won", won), part("drawn", drawn), part("lost", lost));
}

function showStandings() {
  const { engines, order } = tournament;
  const rated = order.map((number) => engines[number]);
  const scale = ratingScale(rated.filter((engine) => gamesOf(engine) > 0).map((engine) => engine.rating));
  const rows = order.map((number, index) => standing(engines[number], number, index, scale));
  const headers = [["#", { class: "figure" }], "Engine", ["Rating", { class: "figure" }], [[unseen("95 % interval"), axis(scale)], { class: "drawn" }],
    ["Games", { class: "figure" }], ["Score", { class: "figure" }], [[unseen("won, drawn, lost"), "Won · drawn · lost"], {}],
    [[stone("black"), " black"], { class: "figure wide" }], [[stone("white"), " white"], { class: "figure wide" }], ["Failed", { class: "figure" }]];
  fill("standings",
    table("Standings", headers, rows, { class: "standings" }),
    make("p", { class: "note" }, "Dots show ratings, bars their 95 % intervals. The scale is fixed by the anchors, or else by the mean of all engines."));
}

function gamesOf(engine) {
  return [...engine.black, ...engine.white].reduce((one, other) => one + other, 0);
}

function standing(engine, number, index, scale) {
  const all = sum(engine.black, engine.white);
  const games = gamesOf(engine);
  const failed = Object.values(engine.failures).reduce((total, times) => total + times, 0);
  const { value, low, high } = engine.rating;
  const range = `[${end(low)}, ${end(high)}]`;
  const unreliable = games > 0 && failed / games > 0.1;
  const kinds = Object.entries(engine.failures).map(([reason, times]) => `${tournament.reasons[reason]}: ${times}`).join(", ");
  return make("tr", {},
    make("td", { class: "figure muted" }, String(index + 1)),
    make("th", { scope: "row" }, button(engine.name, () => showGamesOf(number), { class: "name link", "data-key": `s${number}`, title: `Games of ${engine.name}` })),
    make("td", { class: "figure strong", title: range }, games ? signed(value) : DASH, unseen(` ${range}`)),
    make("td", { class: "drawn", title: range }, games ? intervalPicture(engine.rating, scale) : null),
    make("td", { class: "figure" }, count(games)),
    make("td", { class: "figure" }, percent(scoreOf(all))),
    make("td", { title: "won-drawn-lost" }, make("span", { class: "wdl" }, resultBar(all), make("span", { class: "small-figure" }, record(all)))),
    make("td", { class: "figure wide", title: record(engine.black) }, percent(scoreOf(engine.black), 0)),
    make("td", { class: "figure wide", title: record(engine.white) }, percent(scoreOf(engine.white), 0)),
    make("td", { class: `figure${failed ? " bad-text" : " muted"}`, title: kinds + (unreliable ? ": its rating says little" : "") }, String(failed), unreliable ? " !" : ""));
}

/** Returns the head of a narrow column: the place of an engine, with its name as the title. */
function placeHead(number, index) {
  return [[make("abbr", { title: engineName(number) }, String(index + 1))], { class: "cross" }];
}

let crossed = null;

function showCrosstable() {
  const { engines, order } = tournament;
  if (engines.length < 3) return fill("crosstable");
  const rows = order.map((one, index) => make("tr", {},
    make("th", { scope: "row" }, make("span", { class: "rank" }, String(index + 1)), make("span", { class: "name" }, engines[one].name)),
    order.map((other) => crossCell(one, other))));
  return fill("crosstable",
    table("Crosstable: rows against columns", ["Engine", ...order.map(placeHead)], rows, { class: "crosstable" }),
    make("p", { class: "note" }, "Each cell shows the score of the row's engine against the column's engine, and games won-drawn-lost. Select a cell to see its statistics and games."),
    crossed ? crossedCard() : null);
}

function crossCell(one, other) {
  if (one === other) return make("td", { class: "self", "aria-label": "itself" });
  const meeting = meetingOf(one, other);
  if (!meeting) return make("td", { class: "muted", "aria-label": "no games" }, "·");
  const all = sum(meeting.black, meeting.white);
  const score = scoreOf(all);
  const chosen = crossed && crossed[0] === one && crossed[1] === other;
  const pick = () => {
    crossed = [one, other];
    Object.assign(wanted, NOTHING_SPECIAL, { engine: one, other });
    showCrosstable();
    showGames();
    announce(`${engineName(one)} against ${engineName(other)}: ${percent(score)}`);
  };
  const label = `${engineName(one)} against ${engineName(other)}: ${percent(score)}, ${record(all)}`;
  // The tint is strongest at both ends of the scale, and vanishes at an even score.
  const style = { "--share": String(Math.round(Math.abs(score - 0.5) * 2 * 100)) };
  return make("td", { class: `cell ${score >= 0.5 ? "above" : "below"}`, style },
    button([make("b", {}, (100 * score).toFixed(0)), make("small", {}, record(all))], pick,
      { "aria-label": label, title: label, "data-key": `c${one}-${other}`, "aria-pressed": String(Boolean(chosen)) }));
}

function crossedCard() {
  const [one, other] = crossed;
  const meeting = meetingOf(one, other);
  if (!meeting) return null;
  return make("div", { class: "card match" }, matchCard(meeting, null),
    button(`Show the ${plural(gamesOf(meeting), "game")}`, () => byId("games").scrollIntoView(), { class: "primary" }));
}
