// The statistics of two engines.

function showMatch() {
  const meeting = meetingOf(0, 1);
  if (tournament.engines.length !== 2 || !meeting) return fill("match");
  return fill("match", make("div", { class: "card match" }, matchCard(meeting, tournament.test)));
}

function matchCard(meeting, test) {
  const { one, other, elo, los } = meeting;
  const all = sum(meeting.black, meeting.white);
  const scale = ratingScale([elo]);
  const isOpen = elo.value === null;
  return [
    make("div", { class: "headline" },
      make("h3", {}, make("span", { class: "name" }, engineName(one)), make("span", { class: "muted" }, " against "), make("span", { class: "name" }, engineName(other))),
      make("p", { class: "big" }, isOpen ? boundOf(elo) : signed(elo.value, 1), make("small", {}, isOpen ? " Elo (95 %)" : ` Elo [${end(elo.low, 1)}, ${end(elo.high, 1)}]`)),
      make("div", { class: "on-axis" }, intervalPicture(elo, scale), axis(scale)),
      make("p", {}, make("strong", {}, percent(scoreOf(all))), ` of ${plural(gamesOf(meeting), "game")}: `, `${all[0]} won, ${all[1]} drawn, ${all[2]} lost`, resultBar(all)),
      make("p", { class: "muted" }, stone("black"), ` ${record(meeting.black)} `, stone("white"), ` ${record(meeting.white)} · probability of being stronger: `, make("strong", {}, los > 0.9995 ? ">99.9 %" : los < 0.0005 ? "<0.1 %" : percent(los))),
      isOpen ? make("p", { class: "note" }, "One engine won all games, so that the difference has only one bound. Ratings are finite: they add two virtual draws to the games, and are counted from the anchors or the mean.") : null,
      test ? testPicture(test) : null),
    make("div", { class: "bars" },
      make("h4", {}, meeting.counts.length === 5 ? "Pairs by score" : "Games by score"), countBars(meeting.counts)),
    make("figure", { class: "command" }, make("figcaption", {}, "As text"),
      make("pre", { tabindex: 0 }, meeting.lines.join("\n")), copyButton(() => meeting.lines.join("\n"))),
  ];
}

/** Returns the only bound of an Elo difference, where one engine won all games. */
function boundOf({ low, high }) {
  if (low !== null) return `above ${signed(low, 1)}`;
  return high !== null ? `below ${signed(high, 1)}` : DASH;
}

function countBars(counts) {
  const most = Math.max(1, ...counts);
  const total = counts.reduce((one, other) => one + other, 0) || 1;
  return make("ol", { class: "columns" }, counts.map((number, index) => make("li", {},
    make("span", { class: "value" }, count(number)),
    make("i", { class: `column c${counts.length === 5 ? index : index * 2}`, style: { height: `${(100 * number) / most}%` }, title: percent(number / total) }),
    make("span", { class: "label" }, half(index)))));
}

/** The log-likelihood ratio of the SPRT between its bounds. */
function testPicture(test) {
  const [low, high] = test.bounds;
  const place = (value) => Math.min(100, Math.max(0, (100 * (value - low)) / (high - low)));
  const [zero, now] = [place(0), place(test.llr)];
  const unit = test.normalized ? "nElo" : "Elo";
  const words = test.accepted === "elo1" ? `passed: at least ${test.elo1} ${unit}`
    : test.accepted === "elo0" ? `failed: at most ${test.elo0} ${unit}` : "undecided";
  return make("div", { class: "test" },
    make("p", {}, make("strong", {}, `LLR ${signed(test.llr, 2)}`), ` between ${signed(low, 2)} and ${signed(high, 2)} for [${test.elo0}, ${test.elo1}] ${unit}: `,
      make("span", { class: test.accepted === "elo1" ? "good-text" : test.accepted === "elo0" ? "bad-text" : "" }, words)),
    make("div", { class: "llr", role: "img", "aria-label": `log-likelihood ratio ${test.llr.toFixed(2)}, ${words}` },
      make("i", { class: `fill ${test.llr < 0 ? "down" : "up"}`, style: { left: `${Math.min(zero, now)}%`, width: `${Math.abs(now - zero)}%` } }),
      make("i", { class: "zero", style: { left: `${zero}%` } }), make("i", { class: "now", style: { left: `${now}%` } })));
}
