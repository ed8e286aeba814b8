// @ts-check
// Games in addresses, and what is wrong with others.

import assert from "node:assert/strict";
import { test } from "node:test";

import { addressedGame, addressProblem } from "../address.js";

test("an address has a game, or a reason why it has none", () => {
  const whole = "#g=h8i9--&r=renju&s=15x15&n=bottom";
  assert.deepEqual(addressedGame(whole), { moves: "h8i9--", rule: "renju", width: 15, height: 15, points: "bottom", names: undefined, wantsReview: false });
  const ofReport = addressedGame("#g=h8&r=caro6&s=20x19&b=Ada%20L&w=%3Cb%3E&review");
  assert.deepEqual([ofReport?.names, ofReport?.wantsReview], [["Ada L", "<b>"], true]);
  for (const address of ["", whole, "#g=&r=omok&s=5x22"]) assert.equal(addressProblem(address), "", address);
  const problems = {
    "#g=h8g8zz9": /from “zz9” on: expected points such as h8/, "#g=h8&r=blah&s=15x15": /unknown rule “blah”: expected one of freestyle, standard, renju/,
    "#g=h8&r=renju&s=900x1": /board size “900x1”: expected sides from 5 to 22/, "#g=h8&r=renju&s=15": /board size “15”/, "#g=h8&r=renju&s=4x15": /board size “4x15”/,
    "#g=h8&r=renju": /incomplete: expected a part such as/, "#foo": /no game in #foo: expected a part such as #g=/,
  };
  for (const [address, problem] of Object.entries(problems)) {
    assert.match(addressProblem(address), problem);
    assert.equal(addressedGame(address), null, address);
  }
});
