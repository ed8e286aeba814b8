// A test of the whole package, which runs the same in each template. It throws an error with the reason of a failure,
// and returns the facts that may differ between templates.

/** @param {boolean} condition @param {string} what */
function check(condition, what) {
  if (!condition) throw new Error(`expected that ${what}`);
}

/** Returns the error of something that must fail. @param {() => unknown} call */
async function failure(call) {
  try {
    await call();
  } catch (error) {
    return /** @type {any} */ (error);
  }
  throw new Error("expected a failure");
}

/**
 * @param {{ createEngine: Function, createBoard: Function }} api
 * @param {object} options those of createEngine
 */
export async function flow({ createEngine, createBoard }, options = {}) {
  const board = createBoard({ rule: "renju", moves: "g8a1i8a3h7a5h9a7" });
  check(board.forbidden.get("h8")?.join() === "double three", "h8 is a double three");
  check((await failure(() => board.push("h8"))).message === "point h8 is forbidden: double three", "the reason is told");
  const wrong = await failure(() => createEngine({ ...options, wasm: new Uint8Array(100) }));
  check(wrong.code === "load" && wrong.message.includes("expected a WebAssembly module"), `bytes are checked: ${wrong.message}`);

  const engine = await createEngine(options);
  const game = { rule: "freestyle", moves: "h8i9g9" };
  const analysis = await engine.analyse(game, { nodes: 20_000, lines: 2, fresh: true });
  check(analysis.lines.length === 2 && analysis.depth > 4, "there are two lines");
  const again = await engine.analyse(game, { nodes: 20_000, lines: 2, fresh: true });
  check(JSON.stringify(analysis.lines) === JSON.stringify(again.lines) || engine.stopsBy === "slices", "the result repeats itself");

  let reports = 0;
  for await (const { depth } of engine.analysis(game)) {
    reports += 1;
    if (depth >= 6) break;
  }
  check(reports > 0, "an endless analysis reports");
  const running = engine.analysis(game);
  for await (const { depth } of running) if (depth >= 7) running.stop();
  const stopped = await running.result;
  check(stopped.stopped && stopped.depth >= 7, "a stop keeps what was found");
  const controller = new AbortController();
  const endless = failure(() => engine.analyse(game, { time: 1000, signal: controller.signal }));
  const queued = engine.values(game);
  controller.abort();
  check((await endless).name === "AbortError", "an aborted call fails");
  check((await queued).get("h9") > 0, "a call that waited is answered");

  const solution = await engine.solve({ moves: "g8a1i8a15h7o1h9o15" }, "vct", { certificate: true });
  check(solution.verdict === "win" && solution.certificate.length > 10, "the win is proved");
  const replies = await engine.query({ moves: ["h8", "i9"], analyzeTurns: [0, 2], maxVisits: 100 });
  check(replies.map((/** @type {any} */ reply) => reply.turnNumber).join() === "0,2", "each turn has its reply");
  const mistake = await failure(() => engine.query({ moves: ["h8", "h8"] }));
  check(mistake.code === "illegal-move" && mistake.index === 1, "the mistake is named");
  engine.close();
  check((await failure(() => engine.analyse(game))).code === "closed", "a closed engine says so");
  return { stopsBy: engine.stopsBy, best: analysis.best };
}
