// Uses of all types of the package, which the compiler must accept, and mistakes, which it must refuse.

import { type Analysis, Board, type BoardOptions, DolmenError, type Engine, type ErrorCode, type Point, type Score, createBoard, createEngine } from "dolmen-engine";
import { Program } from "dolmen-engine/program";
import { createBoard as createOther } from "dolmen-engine/rules";

const board: Board = createBoard({ rule: "renju", size: [15, 15], moves: ["h8", [8, 8]] });
const same: Board = createOther({ diagram: ".....\n.....\n..X..\n.....\n.....", turn: "white" });
const reasons: readonly string[] | undefined = board.forbidden.get("h8");
const outcome: "black" | "white" | "draw" | null = board.push([1, 2]);
// @ts-expect-error There is no such rule.
createBoard({ rule: "go" });
// @ts-expect-error A board has one constructor, createBoard.
new Board();
// @ts-expect-error Properties are read-only.
board.turn = "white";
// @ts-expect-error The list is a copy: its changes would not be moves.
board.moves.push("a1");
const kept: BoardOptions = board.toJSON();
createBoard({ ...kept, moves: board.moves });

export async function use(): Promise<[Score, Point[], number | undefined]> {
  const engine: Engine = await createEngine({ memory: 16, wasm: new URL("https://example.org/dolmen.wasm"), onProgress: (fraction: number) => fraction });
  const analysis: Analysis = await engine.analyse(board, { nodes: 10, lines: 2, only: ["h9"], onInfo: ({ depth }) => depth.toFixed() });
  for await (const { best, score } of engine.analysis(same, { signal: AbortSignal.abort() })) [best.length, score.plies?.toFixed()];
  const running = engine.analysis({ moves: "h8" });
  const stopped: boolean = (await running.stop()).stopped;
  const { verdict, certificate } = await engine.solve(board, "vcf", { time: 1, certificate: true });
  const win: boolean = verdict === "win" && certificate instanceof Uint8Array;
  const values = await engine.values(board);
  const [reply] = await engine.query({ moves: ["h8"], maxVisits: 5 }, { onReply: (one) => one.id });
  interface Own { moves: string[]; solve: "vcf" | "vct" }
  const own: Own = { moves: ["h8"], solve: "vct" };
  await engine.query(own);
  // @ts-expect-error There is no such method.
  await engine.solve(board, "magic");
  // @ts-expect-error There is no such option.
  await engine.analyse(board, { node: 5 });
  engine.close();
  const program = new Program({ module: await WebAssembly.compile(new Uint8Array()), worker: () => new Worker("worker.js") }, (line) => line, String);
  program.send("YXSTOP");
  const error: unknown = verdict;
  const code: ErrorCode | "" = error instanceof DolmenError ? error.code : "";
  // @ts-expect-error There is no such code.
  if (code === "illegal") return use();
  const module = await WebAssembly.compile(new Uint8Array());
  await createEngine({ wasm: await fetch("dolmen.wasm"), signal: new AbortController().signal, worker: () => new Worker("worker.js") });
  await createEngine({ wasm: module, worker: new URL("https://example.org/worker.js") });
  // @ts-expect-error A number is no module.
  await createEngine({ wasm: 42 });
  // @ts-expect-error A signal is that of a controller.
  await engine.analyse(board, { signal: new AbortController() });
  return [analysis.score, analysis.lines[0]?.pv ?? [], win || stopped || reply || outcome || reasons || code ? values.get("h8") : undefined];
}
