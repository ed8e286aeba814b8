// @ts-check
// Tests that read the sources of the page: contrasts of colours, texts outside the folder of a language, names of modules.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

/** The relative luminance of a colour such as #fff (WCAG 2). @param {string} color */
function luminance(color) {
  const digits = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit) : color.slice(1).match(/../g) ?? [];
  const [red, green, blue] = digits.map((pair) => {
    const part = parseInt(pair, 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {string} one @param {string} other */
function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the blend of a colour over another. @param {string} front @param {string} back @param {number} opacity */
function mixed(front, back, opacity) {
  const [above, below] = [front, back].map((color) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)));
  return `#${above.map((part, at) => Math.round(part * opacity + below[at] * (1 - opacity)).toString(16).padStart(2, "0")).join("")}`;
}

test("texts and controls stand out from what is behind them, light and dark", async () => {
  const styles = await Promise.all(["tokens.css", "board.css", "style.css"].map((name) => readFile(new URL(`../${name}`, import.meta.url), "utf8")));
  const tokens = (/** @type {string} */ rules) =>
    Object.fromEntries([...rules.matchAll(/--([a-z-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+))/g)].map(([, name, light, dark, both]) => [name, [light ?? both, dark ?? both]]));
  const system = { ...tokens(styles[0]), ...tokens(styles[1]) };
  const boards = [...styles[2].matchAll(/:root\[data-board="\w+"\] \{([^}]*)\}/g)].map(([, rules]) => ({ ...system, ...tokens(rules) }));
  assert.equal(boards.length, 3);
  for (const scheme of [0, 1]) {
    const check = (/** @type {Record<string, string[]>} */ of, /** @type {string} */ front, /** @type {string} */ back, /** @type {number} */ least) => {
      const found = contrast(of[front][scheme], of[back][scheme]);
      assert.ok(found >= least, `${front} on ${back}, ${scheme ? "dark" : "light"}: ${found.toFixed(2)}`);
    };
    for (const board of [system, ...boards]) {
      check(board, "edge-text", "wood", 4.5);
      for (const mark of ["cross", "excluded", "only"]) check(board, mark, "wood", 3);
      // The colour of a value lies on the wood, from the weakest to the strongest.
      for (const strength of [0.12, 0.8]) check({ ...board, value: [0, 1].map((of) => mixed(board.heat[of], board.wood[of], strength)) }, "heat-ink", "value", 4.5);
    }
    for (const back of ["paper", "card"]) {
      check(system, "edge", back, 3);
      for (const front of ["ink", "muted", "accent", "bad"]) check(system, front, back, 4.5);
    }
    check(system, "on-accent", "accent", 4.5);
    check(system, "bad", "bad-soft", 4.5);
  }
});

/** Literals that are not texts for a person: keys, the names by which tests and the next rendering find elements, names of programs, selectors, errors for programmers. */
const NO_TEXTS = new Set([
  "Enter", "Escape", "Backspace", "Home", "End", "Space", "Tab", "Piskvork", "RenLib",
  "Tool", "Drawing", "Stones", "Panel", "Players", "Size of the board", "You play", "Your colour", "To move", "Mirror", "Turn", "Clear", "Easier", "Harder",
  "Move left", "Move right", "Move up", "Move down", "First position", "One move back", "One move forward", "Last position",
  "any other", "proof result", "review table", "review card", "forget games", "delay game", "move first", "forbidden refused", "number on-…", "label on-…", "label on-wood", "take over",
  "input, select, textarea", "input:not([type=checkbox]), select, textarea", "textarea, input:not([type=checkbox]):not([type=radio])",
  "button:not(#tabs [aria-pressed=true]), summary, a, input[type=checkbox]", "textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file])", "Files",
  "the page has no element \"…\"", "… is not that of version …",
]);

/** Returns the literals of a module that a person would read. @param {string} source */
function wordsIn(source) {
  const code = source.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "").replaceAll(/^import .*$/gm, "");
  // Literals for tests, styles and the browser.
  const others = /(?:"data-key"|class|"aria-roledescription"|d|transform|viewBox|accept|rel|content|"content-type"): (?:"[^"]*"|`(?:[^`$]|\$\{[^}]*\})*`)|key: `[^`]*`|querySelector(?:All)?\([^)]*\)|getAttribute\([^)]*\)/g;
  const literals = code.replaceAll(others, "").matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g);
  return [...literals].map(([, plain, template]) => plain ?? template.replaceAll(/\$\{[^}]*\}/g, "…"))
    .filter((text) => (/^[^\w]*[A-Z][a-z]{2,}/.test(text) || /\b[a-z]{2,},? [a-z]{2,}\b/.test(text)) && !NO_TEXTS.has(text));
}

test("modules have no texts of their own, so that another language is another folder", async () => {
  const folder = new URL("../", import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  const found = await Promise.all(names.map(async (name) => wordsIn(await readFile(new URL(name, folder), "utf8")).map((text) => `${name}: ${text}`)));
  assert.deepEqual(found.flat(), []);
  assert.deepEqual(wordsIn('button("Play on", act, { "data-key": "play on" }); toast(`${name} has gone`);'), ["Play on", "… has gone"], "texts are found");
});

test("no two modules of a script have a name in common, because the page as a single file is one scope", async () => {
  const engine = "../../npm/src/";
  const names = { "main.js": 100, "wasm/table-worker.js": 20, [`${engine}worker.js`]: 10 };
  for (const [entry, least] of Object.entries(names)) {
    /** @type {Map<string, string>} */
    const owners = new Map();
    const seen = new Set();
    const visit = async (/** @type {URL} */ file) => {
      if (seen.has(file.href)) return;
      seen.add(file.href);
      const text = await readFile(file, "utf8");
      for (const [, found] of text.matchAll(/^(?:export )?(?:async )?(?:const|let|function|class) (\w+)/gm)) {
        assert.ok(!owners.has(found), `${found} is in ${owners.get(found)} and in ${file.href}`);
        owners.set(found, file.href);
      }
      for (const [, first, later] of text.matchAll(/^import .* from "(.+)"|await import\("(.+)"\)/gm)) await visit(new URL(first ?? later, file));
    };
    await visit(new URL(`../${entry}`, import.meta.url));
    assert.ok(owners.size >= least, `${entry} has ${owners.size} names`);
  }
});
