// @ts-check
// The texts of the page, by the part of the page that shows them. Another language is another folder beside
// `texts/english`, with the same files and names: texts with a part that varies are functions.
//
// The reasons of the table, the names of engines and their messages come from there, and are not here.

import { FRAME_TEXTS } from "./texts/english/frame.js";
import { PLAY_TEXTS } from "./texts/english/play.js";
import { PRACTISE_TEXTS } from "./texts/english/practise.js";
import { STUDY_TEXTS } from "./texts/english/study.js";

export const TEXTS = { ...FRAME_TEXTS, ...PLAY_TEXTS, ...STUDY_TEXTS, ...PRACTISE_TEXTS };
