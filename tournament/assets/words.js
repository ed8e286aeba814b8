// Figures in words.

const DASH = "–";

function signed(value, digits = 0) {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return (value < 0 ? "−" : "+") + text;
}

/** An end of an interval; null is infinite. */
function end(value, digits = 0) {
  return value === null ? "…" : signed(value, digits);
}

function percent(share, digits = 1) {
  return share === null || Number.isNaN(share) ? DASH : `${(100 * share).toFixed(digits)} %`;
}

function count(number) {
  return number.toLocaleString("en").replaceAll(",", "\u202f");
}

function plural(number, one, many = `${one}s`) {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** A time for a move or a game, from milliseconds. */
function duration(ms) {
  if (ms === null || ms === undefined) return DASH;
  if (ms > 0 && ms < 0.1) return "<0.1 ms";
  if (ms < 1) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(2)} s`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${String(m).padStart(2, "0")}:${String(s).padStart(2, "0")}` : `${m}:${String(s).padStart(2, "0")} min`;
}

function memory(bytes) {
  if (bytes === null || bytes === undefined) return DASH;
  if (bytes < 1 << 20) return `${Math.round(bytes / 1024)} KiB`;
  if (bytes < 2 ** 30) return `${(bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)} MiB`;
  return `${(bytes / 2 ** 30).toFixed(2)} GiB`;
}

/** A count in few letters, such as 1.2M. */
function brief(number) {
  if (number === null || number === undefined) return "";
  for (const [size, unit] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (number >= size) return (number / size).toFixed(number < 10 * size ? 1 : 0) + unit;
  }
  return String(Math.round(number));
}

function moment(seconds) {
  const format = { year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" };
  return new Date(seconds * 1000).toLocaleString("en-GB", format);
}

/** Wins and losses lie beyond every evaluation; see `WIN` in `src/show/report/games.rs`. */
const WIN = 1e6;
const WIN_FROM = WIN - 1000;

function evaluation(value) {
  if (value === null || value === undefined) return "";
  if (Math.abs(value) >= WIN_FROM) return `${value < 0 ? "−" : "+"}M${WIN - Math.abs(value)}`;
  return signed(value, Number.isInteger(value) ? 0 : 2);
}

/** Column letter (none skipped) and row from 1 at the bottom, as on the board. */
function letters([x, y]) {
  return shownName(pointName({ x, y }), "bottom", tournament.size[1]);
}

/** Column and row from 0 at the top left, as engines say it. */
function numbers([column, row]) {
  return `${column},${row}`;
}

const half = (points) => (points % 2 ? `${points > 1 ? Math.floor(points / 2) : ""}½` : String(points / 2));

/** Won, drawn and lost. */
function record([won, drawn, lost]) {
  return `${won}-${drawn}-${lost}`;
}

/** The share of points in won, drawn and lost; null without games. */
function scoreOf([won, drawn, lost]) {
  const games = won + drawn + lost;
  return games ? (won + drawn / 2) / games : null;
}

function sum(one, other) {
  return one.map((value, index) => value + other[index]);
}

function resultOf({ score }) {
  return ["0–1", "½–½", "1–0"][score] ?? "void";
}

function limitsInWords(limits) {
  const seconds = (ms) => `${ms / 1000} s`;
  const parts = [];
  if (limits.turn_ms !== null) parts.push(`${seconds(limits.turn_ms)} a move`);
  if (limits.game_ms !== null) parts.push(`${seconds(limits.game_ms)} a game`);
  if (limits.increment_ms > 0) parts.push(`+${seconds(limits.increment_ms)}`);
  if (limits.nodes !== null) parts.push(plural(limits.nodes, "node"));
  if (limits.depth !== null) parts.push(`depth ${limits.depth}`);
  if (limits.threads !== null) parts.push(plural(limits.threads, "thread"));
  if (limits.memory !== null) parts.push(memory(limits.memory));
  return parts.join(" · ") || "no limits";
}
