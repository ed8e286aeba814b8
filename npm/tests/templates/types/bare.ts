// A use of the types without the type libraries of browsers and Node.js.

import { type AbortSignalLike, type Engine, createBoard, createEngine } from "dolmen-engine";

export async function use(bytes: Uint8Array, signal: AbortSignalLike): Promise<string> {
  const engine: Engine = await createEngine({ wasm: bytes, signal });
  const { best } = await engine.analyse(createBoard({ moves: "h8i9" }), { time: 1, signal });
  engine.close();
  return best;
}
