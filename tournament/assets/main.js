// Draws the page, and draws it again when a live server sends newer data.

function show() {
  document.title = visible(titleOf(tournament).join(""));
  showIntro();
  showRunning(tournament.running);
  showMatch();
  showStandings();
  showCrosstable();
  showOpenings();
  showGames();
  showUsage();
  showFailures();
  showSetup();
  showSections();
}

/** Replaces all data. The filter, the order and an open game stay. */
function update(data) {
  adopt(data);
  show();
  announce(`${count(tournament.games.length)} of ${plural(tournament.total, "game")}`);
}

adopt(JSON.parse(byId("data").textContent));
show();
followTheme(redrawCharts);
byId("viewer").addEventListener("keydown", viewerKey);
byId("viewer").addEventListener("close", viewerClosed);
window.addEventListener("hashchange", openAddressed);
openAddressed();
follow();

/** For tests and the console. */
globalThis.dolmenReport = {
  update,
  running: (games) => { showRunning(games); showSections(); },
  board: liveBoard,
  open: openGame,
};
