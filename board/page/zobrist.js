// @ts-check
// Zobrist hashing: the hash of a position is the exclusive or of the numbers of its stones.

/** The longest side of a board. */
const MAX_SIDE = 22;
const ZOBRIST = randomNumbers(1, MAX_SIDE * MAX_SIDE * 4);

/**
 * Returns pseudorandom numbers of 26 bits, always the same (mulberry32).
 * @param {number} seed
 * @param {number} length
 */
function randomNumbers(seed, length) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 6;
  };
  return Uint32Array.from({ length }, next);
}

/**
 * Returns the two numbers of a stone, of 26 bits each: together they are a safe integer.
 * @param {import("./notation.js").Place} place
 * @param {boolean} isWhite
 * @returns {[number, number]}
 */
export function stoneNumbers({ x, y }, isWhite) {
  const at = ((y * MAX_SIDE + x) * 2 + Number(isWhite)) * 2;
  return [ZOBRIST[at], ZOBRIST[at + 1]];
}
