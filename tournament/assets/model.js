// The tournament as the page knows it. Engines, openings and games are numbered by their place.

let tournament = null;
/** Unpacked details by number of their pack; forgotten when the data are replaced. */
let packs = new Map();
let places = new Map();

function adopt(data) {
  tournament = data;
  packs = new Map();
  const { pair, game } = data.games;
  places = new Map(pair.map((number, place) => [`${number}.${game[place]}`, place]));
}

function engineName(number) {
  return tournament.engines[number]?.name ?? "?";
}

function openingName(number) {
  const name = tournament.openings[number]?.name;
  return name || `opening ${number + 1}`;
}

/** One game as an object. */
function gameAt(place) {
  const game = { place };
  for (const [name, column] of Object.entries(tournament.games)) game[name] = column[place];
  game.key = `${game.pair}.${game.game}`;
  return game;
}

function placeOf(key) {
  return places.get(key) ?? -1;
}

/** The place of the other game of a pair, or -1. */
function partnerOf(game) {
  return placeOf(`${game.pair}.${1 - game.game}`);
}

/** How people call a game: pairs and games from 1. */
function gameTitle(game) {
  return `${game.pair + 1}.${game.game + 1}`;
}

/** Points from their packed text, two digits each. */
function points(text) {
  const list = [];
  for (let i = 0; i + 1 < text.length; i += 2) list.push([parseInt(text[i], 36), parseInt(text[i + 1], 36)]);
  return list;
}

/** Moves, times, messages and so on of a game. */
async function detailOf(place) {
  const pack = Math.floor(place / tournament.details_at_once);
  if (!packs.has(pack)) packs.set(pack, unpack(tournament.details[pack]));
  const detail = (await packs.get(pack))[place % tournament.details_at_once];
  detail.points ??= points(detail.moves);
  return detail;
}

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** The two engines' meeting as the first of them sees it; undefined if they did not meet. */
function meetingOf(one, other) {
  const found = tournament.meetings.find((meeting) =>
    (meeting.one === one && meeting.other === other) || (meeting.one === other && meeting.other === one));
  if (!found || found.one === one) return found;
  const turned = ([won, drawn, lost]) => [lost, drawn, won];
  const { value, low, high } = found.elo;
  const minus = (number) => (number === null ? null : -number);
  return {
    ...found,
    one,
    other,
    black: turned(found.white),
    white: turned(found.black),
    counts: [...found.counts].reverse(),
    elo: { value: minus(value), low: minus(high), high: minus(low) },
    los: 1 - found.los,
    lines: [...found.lines].reverse(),
  };
}

/** Which games are shown, and how. */
const wanted = { engine: -1, other: -1, result: "", reason: -1, opening: -1, shortest: "", longest: "" };
const shown = { by: "key", down: false, page: 0, pairs: false };

function isWanted(place) {
  const { black, white, score, reason, opening, length } = tournament.games;
  const { engine, other } = wanted;
  const plays = (number) => black[place] === number || white[place] === number;
  if (engine >= 0 && !plays(engine)) return false;
  if (other >= 0 && !plays(other)) return false;
  if (wanted.opening >= 0 && opening[place] !== wanted.opening) return false;
  if (wanted.reason === -2 && !FAILURES.has(tournament.reasons[reason[place]])) return false;
  if (wanted.reason >= 0 && reason[place] !== wanted.reason) return false;
  if (wanted.shortest !== "" && length[place] < wanted.shortest) return false;
  if (wanted.longest !== "" && length[place] > wanted.longest) return false;
  const points = score[place];
  switch (wanted.result) {
    case "black": return points === 2;
    case "white": return points === 0;
    case "draw": return points === 1;
    case "won": return points === (black[place] === engine ? 2 : 0);
    case "lost": return points === (black[place] === engine ? 0 : 2);
    case "differ": return isDecided(place);
    default: return true;
  }
}

const FAILURES = new Set(["illegal move", "forbidden move", "move time", "game time", "no start", "crash", "protocol", "memory"]);

/** Whether one engine has more than half of the points of a game's pair. */
function isDecided(place) {
  const game = gameAt(place);
  const partner = partnerOf(game);
  if (partner < 0) return false;
  const other = gameAt(partner);
  const points = game.black === other.black ? other.score : 2 - other.score;
  return game.score + points !== 2;
}

/** The columns by which games can be sorted: a number or a text for each. */
const ORDERS = {
  key: (place) => tournament.games.pair[place] * 2 + tournament.games.game[place],
  black: (place) => engineName(tournament.games.black[place]),
  white: (place) => engineName(tournament.games.white[place]),
  result: (place) => tournament.games.score[place],
  reason: (place) => tournament.reasons[tournament.games.reason[place]],
  length: (place) => tournament.games.length[place],
  time: (place) => tournament.games.black_ms[place] + tournament.games.white_ms[place],
  opening: (place) => tournament.games.opening[place],
  started: (place) => tournament.games.started[place],
};

/** The places of the games that are wanted, in the order that is wanted. */
function wantedGames() {
  const order = ORDERS[shown.by];
  const list = [];
  for (let place = 0; place < tournament.games.pair.length; place += 1) {
    if (isWanted(place)) list.push([order(place), place]);
  }
  const compare = (one, other) => (one < other ? -1 : Number(one > other));
  list.sort((one, other) => (shown.down ? -1 : 1) * compare(one[0], other[0]) || one[1] - other[1]);
  return list.map(([, place]) => place);
}
