// @ts-check
// The keys of the page, apart from those of the board itself.

import { typed } from "./notation.js";

/** How long the two parts of a point may be apart, in milliseconds. */
const PATIENCE = 2000;

/**
 * @param {import("./store.js").Store} store
 * @param {{ send: (command: object) => void, play: (point: string) => void, showKeys: () => void, review: () => void, notation: () => string, numbers: () => void, analyse: () => void }} page
 */
export function listenToKeys(store, page) {
  let text = "";
  let since = 0;
  const step = (/** @type {number} */ by) => {
    const line = store.line();
    const at = Math.max(0, Math.min(line.length - 1, store.path().length - 1 + by));
    store.show(line[at].id);
  };
  const space = () => {
    const phase = store.status?.phase.type;
    if (phase === "playing") page.send({ type: "pause" });
    else if (phase === "paused") page.send({ type: "resume" });
    else if (phase === "analysis" && store.status?.work) page.send({ type: "stop" });
    else if (phase === "analysis") page.analyse();
  };
  const actions = /** @type {Record<string, () => void>} */ ({
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => step(-1e6),
    End: () => step(1e6),
    " ": space,
    "?": page.showKeys,
  });
  // Letters and digits name points; these letters mean something else where no point begins with them.
  const letters = /** @type {Record<string, () => void>} */ ({
    u: () => {
      if (store.status?.canTakeBack) page.send({ type: "takeBack" });
    },
    n: page.numbers,
  });
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const isBusy = target.matches("input, select, textarea") || document.querySelector("dialog[open]");
    const presses = event.key === " " && target.matches("button, summary, a");
    if (isBusy || presses || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actions[event.key];
    if (action) {
      event.preventDefault();
      action();
      return;
    }
    const key = event.key.toLowerCase();
    const now = performance.now();
    if (/^[a-v]$/.test(key)) {
      const letter = letters[key];
      const isColumn = key.charCodeAt(0) - 97 < (store.setup?.width ?? 15);
      if (letter && !isColumn) letter();
      text = key;
      since = now;
    } else if (/^\d$/.test(key) && text && now - since < PATIENCE) {
      text += key;
      since = now;
      const height = store.setup?.height ?? 15;
      const isWhole = text.length === 3 || Number(text.slice(1)) * 10 > height;
      const point = typed(text, page.notation(), store.setup?.width ?? 15, height);
      if (!isWhole) return;
      text = "";
      if (point && store.canPlay()) page.play(point);
    } else if (event.key === "Enter" && text.length > 1) {
      const point = typed(text, page.notation(), store.setup?.width ?? 15, store.setup?.height ?? 15);
      text = "";
      if (point && store.canPlay()) page.play(point);
    }
  });
}
