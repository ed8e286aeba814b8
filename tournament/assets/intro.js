// The head of the report: conditions, progress and command; and the engines and machines.

function titleOf({ engines, format }) {
  if (engines.length === 2) return [engines[0].name, " – ", engines[1].name];
  if (format === "gauntlet") return [engines[0].name, ` against ${engines.length - 1} opponents`];
  return [`${engines.length} engines, round-robin`];
}

function showIntro() {
  const t = tournament;
  const done = t.games.length;
  const running = done < t.total && !isDecidedTest();
  const failed = failedGames().length;
  const fact = (label, value) => (value ? make("div", {}, make("dt", {}, label), make("dd", {}, value)) : null);
  const limits = [...new Set(t.engines.map((engine) => limitsInWords(engine.limits)))];
  byId("intro").replaceChildren(
    make("p", { class: "kicker" }, `${t.format} · ${t.rule} ${t.size.join("×")} · ${moment(t.created)}`),
    make("h1", { id: "title" }, titleOf(t)),
    make("div", { class: "progress" },
      t.test ? null : make("progress", { max: t.total || 1, value: done, "aria-label": "games played" }),
      make("span", {}, make("strong", {}, count(done)), t.test ? ` of at most ${plural(t.total, "game")}` : ` of ${plural(t.total, "game")}`,
        running && t.running.length ? `, ${t.running.length} in progress` : "", remaining(t)),
      failed ? make("a", { class: "badge bad", href: "#failures" }, plural(failed, "failure")) : make("span", { class: "badge good" }, "no failures"),
      t.engines.some((engine) => engine.option_comment) ? make("a", { class: "badge bad", href: "#usage" }, "comments on options") : null,
      verdictBadge()),
    ...missingGames(t),
    make("dl", { class: "facts" },
      fact("Rule", t.rule), fact("Board", t.size.join("×")),
      fact("Limits", limits.length <= 2 ? limits.join(" / ") : "different for each engine; see below"),
      fact("Openings", t.negotiation ? `negotiated by ${t.negotiation}` : plural(t.openings.length, "opening") + (t.transform ? ", turned and mirrored when repeated" : "")),
      fact("Early ends", earlyEnds(t)),
      fact("Pairs", t.repeat ? "each opening twice, colours swapped" : "single games"),
      fact("Seed", String(t.seed)),
      fact("Machine", [...new Set(t.hosts.map((host) => host.processor || host.system))].join(", ")),
      fact("Plan", make("code", { title: t.plan }, t.plan.slice(0, 12)))),
    make("figure", { class: "command" }, make("figcaption", {}, "Command to repeat it"),
      make("pre", { tabindex: 0 }, t.command ?? ""), copyButton(() => t.command ?? "")));
}

/** Says which games the run leaves out, and why, unless the test has decided without them. */
function missingGames({ absent, missing }) {
  if (!missing || isDecidedTest()) return [];
  const reasons = absent.map(({ engine, reason }) => make("li", {}, make("strong", {}, engineName(engine)), `: ${reason}`));
  return [make("div", { class: "card missing" },
    make("p", {}, make("strong", { class: "warn-text" }, `${plural(missing, "game is", "games are")} missing`), absent.length === 1 ? ", because this engine cannot play:" : ", because these engines cannot play:"),
    make("ul", {}, reasons),
    make("p", { class: "note" }, "Once all engines can play, with unchanged programs, the same command plays the missing games."))];
}

/** The conditions that end a game before a five. */
function earlyEnds(t) {
  const conditions = [["resignation by ", t.resign, ""], ["draw by ", t.draw, ""], ["draw after ", t.draw_after, " stones"]];
  return conditions.filter(([, value]) => value && value !== "none").map((words) => words.join("")).join("; ");
}

/** Estimates the remaining time, while games are running, from the pace of the last fifty games; a test may end at any time. */
function remaining(t) {
  if (t.test || !t.running.length || t.games.length < 2) return "";
  const latest = t.games.map(({ started }) => started).sort((one, other) => other - one).slice(0, 50);
  const span = t.generated - latest[latest.length - 1];
  const left = ((t.total - t.missing - t.games.length) * span) / latest.length;
  return left > 0 ? `, about ${duration(left * 1000)} left` : "";
}

function isDecidedTest() {
  return Boolean(tournament.test?.accepted);
}

function verdictBadge() {
  const { test } = tournament;
  if (!test) return null;
  if (!test.accepted) return make("span", { class: "badge" }, "test not decided");
  return test.accepted === "elo1" ? make("span", { class: "badge good" }, "test passed") : make("span", { class: "badge bad" }, "test failed");
}

function showSetup() {
  const t = tournament;
  const engines = t.engines.map((engine, number) => make("details", { class: "card", "data-key": `e${number}` },
    make("summary", {}, make("strong", { class: "name" }, engine.name), " ", make("code", { title: engine.hash }, engine.hash.slice(0, 16))),
    make("dl", { class: "facts" },
      [["Command", make("code", {}, engine.command.join(" "))], ["Limits", limitsInWords(engine.limits)],
        ["Margin", duration(engine.limits.margin_ms)], ["Time to start", duration(engine.limits.startup_ms)], ["Profile", engine.profile],
        ["Options", engine.options.length ? make("code", {}, engine.options.map((pair) => pair.join(" = ")).join(", ")) : DASH]]
        .map(([label, value]) => make("div", {}, make("dt", {}, label), make("dd", {}, value))))));
  const settings = [["Colours swapped", t.repeat], ...(t.negotiation ? [] : [["Openings rotated or mirrored", t.transform]]),
    ["Engines restarted for every game", t.restart], ["Positions sent with BOARD", t.send_boards]];
  fill("setup",
    make("div", { class: "stack" }, engines),
    machineTable(t.hosts), machinesDiffer(t.difference),
    make("p", { class: "note" }, settings.map(([label, value]) => `${label}: ${value ? "yes" : "no"}. `),
      `Plan `, make("code", { class: "long" }, t.plan)));
  byId("footer").replaceChildren(
    make("p", {}, `Written by Dolmen tournament ${t.version}, ${moment(t.generated)}. Intervals are 95 % confidence intervals, computed from pairs of games where colours are swapped.`),
    make("p", {}, "To export the games for other programs: ", make("code", {}, "tournament export FILE --form psq|sgf|pgn|elo|csv|json --output PATH")));
}

function machineTable(hosts) {
  const right = { class: "figure" };
  const several = hosts.length > 1;
  const headers = ["Machine", "Processor", ["Usable", right], ["MHz", right], ["Load", right], ["Games", right], ["Mean move", right], ["Nodes/s", right],
    ...(several ? [["Speed", { ...right, title: "1 is the average speed of all machines" }], ["χ²", { ...right, title: "results of this machine against those of all others, and the expected value" }], ["p", right]] : []), "System"];
  const fixed = (value, digits) => (value === null || value === undefined ? DASH : value.toFixed(digits));
  const rows = hosts.map((host) => make("tr", {}, make("th", { scope: "row", class: "name" }, host.name || DASH), make("td", {}, host.processor || DASH),
    [String(host.processors), fixed(host.mhz, 0), fixed(host.load, 1), count(host.games), duration(host.moves ? host.time_ms / host.moves : null), host.nodes_per_second === null ? DASH : brief(host.nodes_per_second),
      ...(several ? [fixed(host.speed, 2), host.difference ? chiSquare(host.difference) : DASH, fixed(host.difference?.p, 3)] : [])].map((text) => make("td", right, text)),
    make("td", {}, `${host.system} ${host.kernel}`)));
  return table("Machines", headers, rows);
}

function chiSquare({ chi_square: sum, freedom }) {
  return `${sum.toFixed(1)} (${freedom})`;
}

function machinesDiffer(differs) {
  if (!differs) return null;
  return make("p", { class: "note" }, `Results by machine: χ² ${chiSquare(differs)}; p = ${differs.p.toFixed(3)} if the machines do not differ.`,
    differs.p < 0.01 ? make("strong", { class: "warn-text" }, " This is unlikely: check how the machines differ.") : "");
}

/** Shows the links to the visible sections. */
function showSections() {
  const links = [...document.querySelectorAll("main > section:not([hidden]) > h2")]
    .map((title) => make("a", { href: `#${title.parentElement.id}` }, title.dataset.short ?? title.textContent));
  byId("sections").replaceChildren(...links);
}
