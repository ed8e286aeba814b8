import { createBoard, createEngine } from "dolmen-engine";

import { flow } from "./flow.mjs";
import { report } from "./report.mjs";

report(() => flow({ createBoard, createEngine }));
