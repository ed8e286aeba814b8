// The examples of README.md, verbatim.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";

const manual = await readFile(new URL("README.md", import.meta.url), "utf8");

test("the first ten minutes are a program that prints what its comments say", async () => {
  const end = manual.indexOf("\n## In a browser");
  const blocks = [...manual.slice(0, end).matchAll(/^```js\n(.*?)^```$/gms)].map(([, text]) => text);
  const program = blocks.join("\n");
  let checks = 0;
  const checked = program.replace(/^(.*)console\.log\((.*)\); \/\/ (.*)$/gm, (_, before, given, expected) => {
    checks += 1;
    return `${before}check([${given}], [${expected.replaceAll("…", "ANY")}]);`;
  });
  assert.ok(blocks.length >= 7 && checks >= 12, `${blocks.length} examples, ${checks} results`);
  const unchecked = checked.match(/console\.log.*/);
  assert.equal(unchecked, null, "each output has its comment");
  const head = `
    import assert from "node:assert/strict";
    const ANY = Symbol("any");
    let count = 0;
    function check(given, expected) {
      count += 1;
      assert.equal(given.length, expected.length);
      given.forEach((value, index) => expected[index] === ANY || assert.deepEqual(value, expected[index]));
    }
  `;
  await writeFile(new URL("first.mjs", import.meta.url), `${head}${checked}\nexport { count };\n`);
  const { count } = await import("./first.mjs");
  assert.ok(count >= checks, `${count} of ${checks} results`);
});

test("the recipes are those of the template projects", async () => {
  const folder = process.env.DOLMEN_TEMPLATES;
  assert.ok(folder, "npm/test names the folder of the templates");
  const recipes = [...manual.matchAll(/^<!-- (\S+) -->\n```\w+\n(.*?)^```$/gms)];
  assert.equal(recipes.length, 4);
  for (const [, path, recipe] of recipes) {
    const text = await readFile(`${folder}/${path}`, "utf8");
    for (const line of recipe.trim().split("\n")) assert.ok(text.includes(line.trim()), `${path} does not have ${line}`);
  }
});
