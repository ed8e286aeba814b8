document.getElementById("main").textContent = document.getElementById("data").textContent.slice(0, 3000);
globalThis.dolmenReport = { update(data) {}, running(games) {}, board(game) {} };
