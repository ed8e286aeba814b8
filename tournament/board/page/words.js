// @ts-check
// The sentences of the page.

/** @typedef {import("./store.js").Store} Store */

const REASONS = /** @type {Record<string, string>} */ ({ five: "five in a row", full: "the board is full", resigned: "resigned", time: "time is up", foul: "a foul" });

/** @param {string} side */
export const colorName = (side) => (side === "black" ? "Black" : "White");

/** Says where the game stands. @param {Store} store */
export function stateOfPlay(store) {
  const { status } = store;
  if (!status) return store.connection === "loading" ? "The engine is being loaded. You can look around." : "Connecting…";
  const { phase } = status;
  switch (phase.type) {
    case "over":
      if (!phase.winner) return `Draw: ${REASONS[phase.reason ?? "full"]}.`;
      return phase.reason === "resigned" || phase.reason === "time"
        ? `${store.name(phase.winner)} wins: ${store.name(phase.winner === "black" ? "white" : "black")} ${phase.reason === "time" ? "ran out of time" : "resigned"}.`
        : `${store.name(phase.winner)} wins with ${colorName(phase.winner).toLowerCase()}: ${REASONS[phase.reason ?? "five"]}.`;
    case "paused":
      return phase.reason || "The game is paused.";
    case "analysis":
      return "Analysis: try any move.";
    case "swap2":
      return swap2(store, phase);
    default: {
      const player = store.player(status.toMove);
      if (store.shown !== status.last) return "You are looking at an earlier position.";
      if (player?.type === "engine") return `${store.name(status.toMove)} is thinking…`;
      return store.isAgainstEngine() ? "Your move." : `${store.name(status.toMove)} to move.`;
    }
  }
}

/**
 * @param {Store} store
 * @param {import("./store.js").Phase} phase
 */
function swap2(store, phase) {
  const who = store.player(phase.actor ?? "black");
  if (who?.type === "engine") return `${store.name(phase.actor ?? "black")} is thinking about the opening…`;
  const name = store.isAgainstEngine() ? "You" : store.name(phase.actor ?? "black");
  if (phase.stones) return `Swap2: ${name === "You" ? "place" : `${name} places`} ${phase.stones} more ${phase.stones === 1 ? "stone" : "stones"}, black and white in turn.`;
  return `Swap2: ${name === "You" ? "choose" : `${name} chooses`} a colour.`;
}

/** Writes milliseconds as a clock does. @param {number} ms */
export function clock(ms) {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Writes a chance. @param {number} chance */
export const percent = (chance) => `${Math.round(chance * 100)} %`;

/** Writes a large number. @param {number} number */
export function brief(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  return number >= 1e3 ? `${Math.round(number / 1e3)} k` : String(number);
}
