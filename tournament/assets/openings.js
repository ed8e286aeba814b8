// The openings as small boards, with the results of both colours.

const OPENINGS_AT_FIRST = 12;
const openingView = { order: "given", all: false };

const OPENING_ORDERS = {
  given: ["original order", () => 0],
  black: ["best for black", (opening) => -(blackShare(opening) ?? -1)],
  white: ["best for white", (opening) => blackShare(opening) ?? 2],
  telling: ["most decisive", (opening) => -(opening.pairs ? opening.decided / opening.pairs : -1)],
  useless: ["uninformative first", (opening) => (opening.useless ? -opening.pairs : 1)],
};

function blackShare(opening) {
  return scoreOf(opening.results);
}

function showOpenings() {
  const { openings, negotiation } = tournament;
  const played = openings.filter((opening) => opening.results.some((games) => games > 0));
  if (!played.length) return fill("openings");
  const useless = played.filter((opening) => opening.useless);
  const rank = OPENING_ORDERS[openingView.order][1];
  const sorted = [...played].sort((one, other) => rank(one) - rank(other) || one.number - other.number);
  const visible = openingView.all ? sorted : sorted.slice(0, OPENINGS_AT_FIRST);
  const change = (order) => { openingView.order = order; showOpenings(); };
  const results = played.reduce((all, opening) => sum(all, opening.results), [0, 0, 0]);
  return fill("openings",
    make("div", { class: "tools" },
      choice("Order", Object.entries(OPENING_ORDERS).map(([key, [text]]) => [key, text]), openingView.order, change, { "data-key": "o-order" }),
      make("p", { class: "note" }, `${negotiation ? `Engines chose the openings by ${negotiation}. ` : ""}Black scored ${percent(scoreOf(results))} over ${plural(played.length, "opening")}.`,
        useless.length ? make("strong", { class: "warn-text" }, ` ${plural(useless.length, "opening does", "openings do")} not help to measure strength.`) : "")),
    make("ul", { class: "openings" }, visible.map(openingCard)),
    sorted.length > visible.length
      ? button(`Show all ${sorted.length} openings`, () => { openingView.all = true; showOpenings(); }, { "data-key": "o-all" }) : null);
}

function openingCard(opening) {
  const { moves } = opening;
  const [black, drawn, white] = opening.results;
  const share = blackShare(opening);
  const pick = () => {
    Object.assign(wanted, NOTHING_SPECIAL, { opening: opening.number });
    showGames();
    byId("games").scrollIntoView();
  };
  const flag = !opening.useless ? null
    : make("p", { class: "flag" }, opening.one_sided === opening.pairs
      ? `${share > 0.5 ? "Black" : "White"} always wins: no information about strength` : `All ${opening.pairs} pairs even: no information about strength`);
  const title = openingName(opening.number);
  return make("li", { class: `card opening${opening.useless ? " flagged" : ""}` },
    button([boardPicture(moves, moves.length, { label: `${title}: ${moves.map(letters).join(" ") || "empty board"}`, bare: true })],
      pick, { class: "picture", title: `Games from ${title}`, "data-key": `o${opening.number}` }),
    make("div", {},
      make("h3", { class: "name", title }, title),
      make("span", { class: "balance", role: "img", "aria-label": `black won ${black}, drawn ${drawn}, white won ${white}` },
        [["black", black], ["drawn", drawn], ["white", white]].map(([kind, games]) => (games ? make("i", { class: kind, style: { "flex-grow": String(games) } }, String(games)) : null))),
      make("p", { class: "muted" }, `Black ${percent(share, 0)}`, opening.pairs ? ` · ${opening.decided} of ${plural(opening.pairs, "pair")} decided` : ""),
      flag));
}
