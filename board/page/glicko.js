// @ts-check
// The rating of a person who solves puzzles, after Mark Glickman's description of Glicko-2 (2013).

/** @typedef {{ rating: number, deviation: number, volatility: number }} Rated */
/** @typedef {{ rating: number, deviation: number, score: number }} Result the opponent, and 1 for a win or 0 for a loss */

/** The points of Glicko in one unit of Glicko-2, and the Glicko rating that is zero in Glicko-2. */
const SCALE = 173.7178;
const CENTRE = 1500;
/** The system constant, which limits the change of the volatility over time. */
const SYSTEM = 0.5;
/** The convergence tolerance of the volatility. */
const TOLERANCE = 1e-6;
/** The largest deviation. */
const MAX_DEVIATION = 350;

/** The rating of a new person. @type {Rated} */
export const UNRATED = { rating: 1200, deviation: MAX_DEVIATION, volatility: 0.06 };

/**
 * Returns the rating after the results of one period.
 * @param {Rated} player
 * @param {Result[]} results
 * @returns {Rated}
 */
export function ratedAfter(player, results) {
  const own = { mean: (player.rating - CENTRE) / SCALE, spread: player.deviation / SCALE };
  const games = results.map(({ rating, deviation, score }) => {
    const weight = 1 / Math.sqrt(1 + (3 * (deviation / SCALE) ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp(-weight * (own.mean - (rating - CENTRE) / SCALE)));
    return { weight, expected, score };
  });
  const sum = (/** @type {(game: typeof games[number]) => number} */ of) => games.reduce((total, game) => total + of(game), 0);
  if (games.length === 0) {
    const spread = Math.hypot(own.spread, player.volatility);
    return { ...player, deviation: Math.min(spread * SCALE, MAX_DEVIATION) };
  }
  const variance = 1 / sum(({ weight, expected }) => weight ** 2 * expected * (1 - expected));
  const surplus = sum(({ weight, expected, score }) => weight * (score - expected));
  const volatility = volatilityAfter(own.spread, player.volatility, variance, variance * surplus);
  const before = Math.hypot(own.spread, volatility);
  const spread = 1 / Math.sqrt(1 / before ** 2 + 1 / variance);
  return { rating: (own.mean + spread ** 2 * surplus) * SCALE + CENTRE, deviation: Math.min(spread * SCALE, MAX_DEVIATION), volatility };
}

/**
 * Returns the new volatility, by the Illinois method.
 * @param {number} spread
 * @param {number} old
 * @param {number} variance of the results
 * @param {number} difference the estimated change of the mean
 */
function volatilityAfter(spread, old, variance, difference) {
  const start = Math.log(old ** 2);
  const error = (/** @type {number} */ x) => {
    const all = spread ** 2 + variance + Math.exp(x);
    return (Math.exp(x) * (difference ** 2 - all)) / (2 * all ** 2) - (x - start) / SYSTEM ** 2;
  };
  let low = start;
  let high = Math.log(Math.max(difference ** 2 - spread ** 2 - variance, 0));
  if (!Number.isFinite(high)) {
    let steps = 1;
    while (error(start - steps * SYSTEM) < 0) steps += 1;
    high = start - steps * SYSTEM;
  }
  let [atLow, atHigh] = [error(low), error(high)];
  while (Math.abs(high - low) > TOLERANCE) {
    const next = low + ((low - high) * atLow) / (atHigh - atLow);
    const atNext = error(next);
    if (atNext * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [next, atNext];
  }
  return Math.exp(low / 2);
}
