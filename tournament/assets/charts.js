// Charts, drawn by uPlot on a canvas in the colours of the style sheet.

/** All charts on the page, which are redrawn when the colours change. */
const charts = new Set();

/**
 * Draws a chart as wide as its frame, and returns the frame and a function that redraws the chart. `options` returns
 * the options of uPlot, anew for each drawing since colours may have changed. `pick` is called with the index that was
 * clicked.
 */
function chart(label, options, data, height, pick = null) {
  const frame = make("div", { class: "chart", role: "img", "aria-label": label });
  const entry = { frame, plot: null };
  entry.build = () => {
    if (!frame.isConnected || frame.clientWidth === 0) return;
    entry.plot?.destroy();
    entry.plot = new uPlot({ width: frame.clientWidth, height, legend: { show: false }, ...options() }, data, frame);
    if (pick) entry.plot.over.addEventListener("click", () => { if (entry.plot.cursor.idx !== null) pick(entry.plot.cursor.idx); });
  };
  const observer = new ResizeObserver(() => {
    if (!frame.isConnected) return forget();
    if (!entry.plot) entry.build();
    else if (entry.plot.width !== frame.clientWidth && frame.clientWidth > 0) entry.plot.setSize({ width: frame.clientWidth, height });
    return undefined;
  });
  const forget = () => { observer.disconnect(); entry.plot?.destroy(); charts.delete(entry); };
  observer.observe(frame);
  charts.add(entry);
  return { frame, redraw: () => entry.plot?.redraw(false) };
}

function redrawCharts() {
  for (const entry of charts) entry.build();
}

/** The axis of moves: whole numbers only. */
function moveAxis() {
  return axisStyle({ size: 24, gap: 3, incrs: [1, 2, 5, 10, 20, 50, 100], space: 34 });
}

/** The axis of times, which are given in seconds. */
function timeAxis() {
  return axisStyle({ size: 54, space: 26, values: (_, list) => list.map((value) => (value === 0 ? "0" : duration(value * 1000))) });
}

function axisStyle(extra = {}) {
  return { stroke: colour("muted"), font: "11px system-ui, sans-serif", grid: { stroke: colour("line"), width: 1 }, ticks: { show: false }, ...extra };
}

/** A vertical line at the place that `where` returns. */
function needle(where) {
  return (plot) => {
    const x = Math.round(plot.valToPos(where(), "x", true));
    if (!Number.isFinite(x)) return;
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.strokeStyle = colour("accent");
    ctx.lineWidth = 2 * devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  };
}

/** Evaluations of both engines from Black's point of view, on a scale that is linear near zero only: engines have different units. */
function evaluationChart(detail, where, pick) {
  const evals = detail.eval ?? [];
  const known = evals.filter((value) => value !== null && Math.abs(value) < WIN_FROM).map(Math.abs).sort((one, other) => one - other);
  if (!evals.some((value) => value !== null)) return null;
  const most = known.length ? known[known.length - 1] : 0;
  const edge = most > 0 ? most * 2 : 1;
  const linear = Math.max((known[Math.floor(known.length / 3)] ?? 1), edge / 1000);
  const tenfold = most > 20 * linear ? [most / 10] : [];
  const marks = [...tenfold, most].flatMap((value) => [-value, value]).concat(0).map((value) => Number(value.toPrecision(2))).sort((one, other) => one - other);
  const side = (seat) => evals.map((value, ply) => (value === null || detail.seats[ply] !== seat ? null : Math.max(-edge, Math.min(edge, ply % 2 ? -value : value))));
  const line = (name, label) => ({ label, stroke: colour(name), width: 2, spanGaps: true, points: { show: true, size: 5, fill: colour(name) } });
  const options = () => ({
    scales: { x: { time: false }, y: { distr: 4, asinh: linear, range: [-edge * 1.2, edge * 1.2] } },
    axes: [moveAxis(), axisStyle({ size: 54, splits: () => marks, filter: (_, splits) => splits, values: (_, list) => list.map((value) => signed(value, edge < 5 ? 2 : 0)) })],
    series: [{}, line("series-black", "black"), line("series-white", "white")],
    cursor: { y: false }, hooks: { draw: [zeroLine, needle(where)] },
  });
  return chart("Evaluations of both engines from Black's point of view", options, [evals.map((_, ply) => ply + 1), side(0), side(1)], 150, pick);
}

function zeroLine(plot) {
  const y = Math.round(plot.valToPos(0, "y", true));
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = colour("muted");
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

/** Times of the moves of both engines. */
function timeChart(detail, where, pick) {
  const side = (seat) => detail.ms.map((ms, ply) => (ms === null || detail.seats[ply] !== seat ? null : ms / 1000));
  if (!detail.ms.some((ms) => ms !== null)) return null;
  const bars = (name) => ({ stroke: colour(name), fill: colour(name), width: 0, paths: uPlot.paths.bars({ size: [0.8, 14] }), points: { show: false } });
  const options = () => ({
    scales: { x: { time: false }, y: { range: (_, low, high) => [0, high * 1.1 || 1] } },
    axes: [moveAxis(), timeAxis()],
    series: [{}, bars("series-black"), bars("series-white")],
    cursor: { y: false }, hooks: { draw: [needle(where)] },
  });
  return chart("Time per move of both engines", options, [detail.ms.map((_, ply) => ply + 1), side(0), side(1)], 120, pick);
}

/** The time left on both clocks after each move; null without a limit for the game. */
function clockChart(detail, limits, where, pick) {
  if (limits.every((limit) => limit.game_ms === null)) return null;
  const left = limits.map((limit) => limit.game_ms);
  const lines = [[], []];
  detail.ms.forEach((ms, ply) => {
    const seat = detail.seats[ply];
    if (left[seat] !== null && ms !== null) left[seat] += limits[seat].increment_ms - ms;
    lines[seat].push(left[seat] === null ? null : Math.max(0, left[seat]) / 1000);
    lines[1 - seat].push(null);
  });
  const line = (name) => ({ stroke: colour(name), width: 2, spanGaps: true, points: { show: false } });
  const options = () => ({
    scales: { x: { time: false }, y: { range: (_, low, high) => [0, high * 1.05 || 1] } },
    axes: [moveAxis(), timeAxis()],
    series: [{}, line("series-black"), line("series-white")],
    cursor: { y: false }, hooks: { draw: [needle(where)] },
  });
  return chart("Time left on both clocks", options, [detail.ms.map((_, ply) => ply + 1), ...lines], 110, pick);
}
