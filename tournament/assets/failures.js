// Games that were lost by a fault of the loser, with its last output.

const FAILURES_AT_FIRST = 20;
const failureView = { all: false };

function showFailures() {
  const failures = failedGames();
  if (!failures.length) return fill("failures");
  const visible = failureView.all ? failures : failures.slice(0, FAILURES_AT_FIRST);
  const kinds = new Map();
  for (const { failure: { loser }, reason } of failures) {
    const key = `${loser} ${reason}`;
    kinds.set(key, { loser, reason, times: (kinds.get(key)?.times ?? 0) + 1 });
  }
  const summary = [...kinds.values()].map(({ loser, reason, times }) => button(
    [make("span", { class: "name" }, engineName(loser)), `: ${tournament.reasons[reason]} `, make("b", {}, count(times))],
    () => { Object.assign(wanted, NOTHING_SPECIAL, { engine: loser, reason }); showGames(); byId("games").scrollIntoView(); }, { class: "chip" }));
  return fill("failures", make("div", { class: "chips" }, summary),
    make("ul", { class: "stack failures" }, visible.map(failureItem)),
    failures.length > visible.length ? button(`Show all ${count(failures.length)} failures`, () => { failureView.all = true; showFailures(); }) : null);
}

function failedGames() {
  return tournament.games.filter(({ failure }) => failure);
}

function failureItem(game) {
  const { detail, failure: { loser, killed, last_words: words } } = game;
  const other = game.black === loser ? game.white : game.black;
  return make("li", { class: "card failure" },
    make("p", {}, button(`Game ${gameTitle(game)}`, () => openGame(game.key, { ply: game.length }), { class: "link", "data-key": `x${game.key}` }), " ",
      make("span", { class: "badge bad" }, tournament.reasons[game.reason]), " ",
      make("strong", { class: "name" }, engineName(loser)), make("span", { class: "muted" }, " against "), make("span", { class: "name" }, engineName(other)),
      killed ? make("span", { class: "muted" }, ` · stopped with ${killed}`) : ""),
    detail ? make("p", { class: "words" }, detail) : null,
    words ? make("details", { toggle: showEnd, "data-key": `w${game.key}` }, make("summary", {}, "Last output"), make("pre", { tabindex: 0 }, words)) : null);
}

/** Scrolls to the last output, which is the most informative. */
function showEnd({ target }) {
  const words = target.querySelector("pre");
  words.scrollTop = words.scrollHeight;
}
