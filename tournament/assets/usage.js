// The time and memory that engines used, relative to their limits.

const ENGINE_TINTS = 8;

function tintOf(number) {
  return `engine-${number % ENGINE_TINTS}`;
}

/** A figure, and a bar for its part of a limit. */
function againstLimit(text, value, limit) {
  if (limit === null || !limit) return make("td", { class: "figure" }, text);
  const share = value / limit;
  const words = `${text}: ${percent(share, 0)} of the limit`;
  return make("td", { class: "figure", title: words }, text, unseen(`, ${percent(share, 0)} of the limit`),
    make("span", { class: "meter", "aria-hidden": "true" }, make("i", { class: share > 1 ? "over" : share > 0.9 ? "near" : "", style: { width: `${Math.min(100, 100 * share)}%` } })));
}

function showUsage() {
  const { engines, order } = tournament;
  if (!engines.some((engine) => engine.moves > 0)) return fill("usage");
  const rows = order.map((number) => {
    const engine = engines[number];
    const { limits } = engine;
    const games = gamesOf(engine) || 1;
    const figure = (text, bad = false) => make("td", { class: `figure${bad ? " bad-text" : ""}` }, text);
    return make("tr", {},
      make("th", { scope: "row" }, make("i", { class: `swatch ${tintOf(number)}` }), make("span", { class: "name", title: engine.name }, engine.name)),
      figure(count(engine.moves)),
      againstLimit(duration(engine.moves ? engine.time_ms / engine.moves : 0), engine.moves ? engine.time_ms / engine.moves : 0, limits.turn_ms),
      againstLimit(duration(engine.longest_ms), engine.longest_ms, limits.turn_ms),
      figure(engine.late ? count(engine.late) : DASH),
      engine.late ? againstLimit(duration(engine.latest_ms), engine.latest_ms, limits.margin_ms) : figure(DASH),
      figure(engine.machine_ms ? percent(engine.machine_ms / engine.time_ms, 1) : DASH),
      againstLimit(memory(engine.peak_memory), engine.peak_memory, limits.memory),
      figure(duration(engine.foreign_cpu_ms / games)),
      figure(engine.killed ? count(engine.killed) : DASH, engine.killed > 0));
  });
  const right = { class: "figure" };
  const headers = ["Engine", ["Moves", right], ["Mean", right], ["Longest", right], ["Late", { ...right, title: "moves after the limit but within the margin" }],
    ["Margin used", right], ["Machine", { ...right, title: "share of its time that the machine took; it does not count" }], ["Peak memory", right], ["CPU off turn", { ...right, title: "processor time used during the opponent's turns, mean per game" }], ["Killed", right]];
  return fill("usage", table("Time and memory", headers, rows),
    make("div", { class: "two" },
      make("div", { class: "card" }, make("h3", {}, "Moves by time"), make("div", { class: "histograms" }, order.filter((number) => engines[number].moves).map(histogram))),
      make("div", { class: "card" }, make("h3", {}, "Mean time per move during the game"), pacePicture())),
    strayLines(),
    optionComments(),
    make("p", { class: "note" }, "Bars show the used part of each limit. CPU off turn is the processor time used during the opponent's turns, per game. Late moves came after the limit but within the margin; they count as valid. Machine is the share of an engine's time in which the machine kept it from running; it does not count against the engine."));
}

/** Lists the engines that printed stray text lines, each with the first one. */
function strayLines() {
  const engines = tournament.engines.filter(({ stray }) => stray > 0);
  if (!engines.length) return null;
  const items = engines.map(({ name, stray, stray_line: line }) => make("li", {},
    make("strong", { class: "name" }, name), ` printed ${plural(stray, "line")}, the first `, make("code", {}, line)));
  return make("div", { class: "card strays" }, make("h3", {}, "Lines that are no reply"), make("ul", {}, items),
    make("p", { class: "note" }, "Begin such lines with MESSAGE or DEBUG, or write them to standard error."));
}

/** Lists the engines that commented on an option, such as one that they do not know. */
function optionComments() {
  const engines = tournament.engines.filter((engine) => engine.option_comment);
  if (!engines.length) return null;
  const items = engines.map(({ name, option_comment: comment }) => make("li", {},
    make("strong", { class: "name" }, name), ": ", make("code", {}, comment)));
  return make("div", { class: "card strays" }, make("h3", {}, "Comments on options"), make("ul", {}, items),
    make("p", { class: "note" }, "An engine that does not take an option plays without it."));
}

/** Bins are four to a power of ten, from a tenth of a millisecond. */
function histogram(number) {
  const engine = tournament.engines[number];
  const bins = engine.histogram;
  const used = tournament.engines.flatMap(({ histogram: own }) => own.map((value, bin) => (value ? bin : -1)).filter((bin) => bin >= 0));
  const [first, last] = [Math.min(...used), Math.max(...used)];
  const most = Math.max(1, ...bins);
  const place = (ms) => Math.log10(Math.max(ms, 0.1) * 10) * 4 - first;
  const width = last - first + 1;
  const limit = engine.limits.turn_ms;
  const bars = bins.slice(first, last + 1).map((value, bin) => (value
    ? draw("rect", { x: bin + 0.06, width: 0.88, y: 10 - (10 * value) / most, height: (10 * value) / most, rx: 0.1 }) : null));
  const picture = draw("svg", { viewBox: `0 0 ${width} 10`, preserveAspectRatio: "none", class: `histogram ${tintOf(number)}`, role: "img",
    "aria-label": `move times of ${engine.name}, mostly ${duration(10 ** (bins.indexOf(Math.max(...bins)) / 4) / 10)}` },
    bars, limit !== null && place(limit) <= width ? draw("path", { class: "limit", d: `M${place(limit)} 0V10` }) : null);
  const edge = (bin) => duration(10 ** (bin / 4) / 10);
  return make("figure", {}, make("figcaption", { class: "name", title: engine.name }, engine.name), picture,
    make("div", { class: "ends", "aria-hidden": "true" }, make("span", {}, edge(first)), make("span", {}, edge(last + 1))));
}

function meanSeconds([ms, moves] = [0, 0]) {
  return moves ? ms / moves / 1000 : null;
}

function pacePicture() {
  const { engines, order } = tournament;
  const numbers = order.filter((number) => engines[number].by_ply.some(([, moves]) => moves));
  const length = Math.max(0, ...numbers.map((number) => engines[number].by_ply.length));
  const x = Array.from({ length }, (_, group) => group * 4 + 2.5);
  const lines = numbers.map((number) => x.map((_, group) => meanSeconds(engines[number].by_ply[group])));
  const options = () => ({
    scales: { x: { time: false }, y: { range: (_, low, high) => [0, high * 1.1 || 1] } },
    axes: [moveAxis(), timeAxis()],
    series: [{}, ...numbers.map((number) => ({ stroke: colour(tintOf(number)), width: 2, spanGaps: true, points: { show: false } }))],
    cursor: { show: false },
  });
  return chart("Mean time per move by number of stones", options, [x, ...lines], 220).frame;
}
