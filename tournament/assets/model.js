// The tournament as the page uses it, made from the JSON of the report (docs/report.md). Engines and openings are
// numbered by their index, games known by a key such as "12.0".

let tournament = null;
/** The cache of unpacked details, by the number of the pack; cleared when the data are replaced. */
let packs = new Map();
let gamesByKey = new Map();

function adopt(data) {
  const { header, ratings, tallies, times, hosts } = data;
  const { config } = header;
  const list = ({ won, drawn, lost }) => [won, drawn, lost];
  packs = new Map();
  tournament = {
    ...config, ...header, ...data,
    size: config.size.split("x").map(Number),
    negotiation: config.opening_protocol ?? (config.swap2 ? "swap2" : null),
    engines: config.engines.map((engine, number) => ({
      ...engine, ...tallies[number], ...times[number],
      black: list(tallies[number].as_black), white: list(tallies[number].as_white),
      rating: ratings.ratings.find((rating) => rating.engine === number),
    })),
    order: ratings.ratings.map(({ engine }) => engine),
    difference: hosts.difference,
    hosts: header.hosts.map((host, number) => ({ ...host, ...hosts.each[number] })),
    games: data.games.map((game, place) => ({ ...game, place, key: `${game.pair}.${game.game}`, differs: game.differs ?? -1, detail: game.detail ?? "" })),
  };
  gamesByKey = new Map(tournament.games.map((game) => [game.key, game]));
  tournament.meetings = countMeetings(data.meetings);
  tournament.openings = countOpenings(header.openings, config.openings);
}

/** Counts the results of the first engine of each meeting with either colour, by "one-other". */
function countMeetings(list) {
  const meetings = new Map(list.map((meeting) => [`${meeting.one}-${meeting.other}`, { ...meeting, black: [0, 0, 0], white: [0, 0, 0] }]));
  for (const { black, white, score } of tournament.games) {
    if (score === null || !meetings.has(`${black}-${white}`)) continue;
    meetings.get(`${black}-${white}`).black[2 - score] += 1;
    meetings.get(`${white}-${black}`).white[score] += 1;
  }
  return meetings;
}

/** The minimum number of pairs for an opening without a decided pair to count as useless. */
const ENOUGH_PAIRS = 3;

/**
 * Counts the games of each opening that black won, that were drawn and that white won; its pairs, the pairs that one
 * engine won, and the pairs in which one colour won both games.
 */
function countOpenings(names, moves) {
  const openings = moves.map((points, number) => ({ number, name: names[number], moves: points, results: [0, 0, 0], pairs: 0, decided: 0, one_sided: 0 }));
  for (const game of tournament.games) {
    const opening = openings[game.opening];
    if (!opening || game.score === null) continue;
    opening.results[2 - game.score] += 1;
    const partner = partnerOf(game);
    if (game.game !== 1 || (partner?.score ?? null) === null) continue;
    opening.pairs += 1;
    if (isDecided(game)) opening.decided += 1;
    if (game.score === partner.score && game.score !== 1) opening.one_sided += 1;
  }
  for (const opening of openings) opening.useless = opening.pairs >= ENOUGH_PAIRS && opening.decided === 0;
  return openings;
}

function engineName(number) {
  return tournament.engines[number]?.name ?? "?";
}

function openingName(number) {
  const name = tournament.openings[number]?.name;
  return name || `opening ${number + 1}`;
}

/** The other game of a pair, if it was played. */
function partnerOf(game) {
  return gamesByKey.get(`${game.pair}.${1 - game.game}`);
}

/** The title of a game, as in the log and in the file of results: pairs and games from 0. */
function gameTitle(game) {
  return `${game.pair}.${game.game}`;
}

/** Loads the details of a game: for each property a list by move, or `null` if no move has the property. */
async function detailOf({ place }) {
  const { details, games_per_pack: size } = tournament;
  const pack = Math.floor(place / size);
  if (!packs.has(pack)) packs.set(pack, unpack(details[pack]));
  const detail = (await packs.get(pack))[place % size];
  const column = (name) => {
    const values = detail.moves.map((move) => move[name] ?? null);
    return values.some((value) => value !== null) ? values : null;
  };
  const columns = () => ({ points: detail.moves.map(({ at }) => at),
    // The engine that thought about each move: 0 for the one that has Black, 1 for the one that has White.
    seats: detail.moves.map(({ before_swap: isBeforeSwap = false }, ply) => (isBeforeSwap ? 1 - (ply % 2) : ply % 2)), ms: detail.moves.map(({ ms }) => ms ?? null),
    eval: column("eval"), depth: column("depth"), nodes: column("nodes"), messages: column("message") });
  return detail.points ? detail : Object.assign(detail, columns());
}

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** The meeting of two engines as the first of them sees it; undefined if they did not meet. */
function meetingOf(one, other) {
  return tournament.meetings.get(`${one}-${other}`);
}

/** The filter, the order and the page of the list of games. */
const wanted = { engine: -1, other: -1, result: "", reason: "", opening: -1, shortest: "", longest: "" };
const shown = { by: "key", down: false, page: 0, pairs: false };

function isWanted(game) {
  const { black, white, score, reason, opening, length, failure } = game;
  const { engine, other } = wanted;
  const plays = (number) => black === number || white === number;
  if (engine >= 0 && !plays(engine)) return false;
  if (other >= 0 && !plays(other)) return false;
  if (wanted.opening >= 0 && opening !== wanted.opening) return false;
  if (wanted.reason === "failure" ? !failure : wanted.reason && reason !== wanted.reason) return false;
  if (wanted.shortest !== "" && length < wanted.shortest) return false;
  if (wanted.longest !== "" && length > wanted.longest) return false;
  switch (wanted.result) {
    case "black": return score === 2;
    case "white": return score === 0;
    case "draw": return score === 1;
    case "won": return score === (black === engine ? 2 : 0);
    case "lost": return score === (black === engine ? 0 : 2);
    case "differ": return isDecided(game);
    default: return true;
  }
}

/** Whether one engine has more than half of the points of a game's pair. */
function isDecided(game) {
  const partner = partnerOf(game);
  if (!partner || game.score === null || partner.score === null) return false;
  const points = game.black === partner.black ? partner.score : 2 - partner.score;
  return game.score + points !== 2;
}

/** The columns by which games can be sorted: a number or a text for each. */
const ORDERS = {
  key: ({ pair, game }) => pair * 2 + game,
  black: ({ black }) => engineName(black),
  white: ({ white }) => engineName(white),
  result: ({ score }) => score ?? 3,
  reason: ({ reason }) => tournament.reasons[reason],
  length: ({ length }) => length,
  time: (game) => game.black_ms + game.white_ms,
  opening: ({ opening }) => opening,
  started: ({ started }) => started,
};

/** The games that pass the filter, in the chosen order. */
function wantedGames() {
  const order = ORDERS[shown.by];
  const list = tournament.games.filter(isWanted).map((game) => [order(game), game]);
  const compare = (one, other) => (one < other ? -1 : Number(one > other));
  list.sort((one, other) => (shown.down ? -1 : 1) * compare(one[0], other[0]) || one[1].place - other[1].place);
  return list.map(([, game]) => game);
}
