// @ts-check
// The texts of the page, by the part of the page that shows them. Another language is another folder beside
// `texts/english`, with the same files and names: texts with a part that varies are functions.
//
// The reasons that the table gives, and the names and messages of engines, are not here: the table sends them.

import { FRAME_TEXTS } from "./texts/english/frame.js";
import { PLAY_TEXTS } from "./texts/english/play.js";
import { PRACTISE_TEXTS } from "./texts/english/practise.js";
import { STUDY_TEXTS } from "./texts/english/study.js";

export const TEXTS = { ...FRAME_TEXTS, ...PLAY_TEXTS, ...STUDY_TEXTS, ...PRACTISE_TEXTS };
