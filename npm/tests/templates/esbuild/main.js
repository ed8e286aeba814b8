import { createBoard, createEngine } from "dolmen-engine";

import { flow } from "./flow.mjs";
import { report } from "./report.mjs";

const addresses = { worker: "worker.js", wasm: "dolmen.wasm" };
report(() => flow({ createBoard, createEngine }, addresses));
