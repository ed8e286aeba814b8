// @ts-check
// Scrolls to the results that a person has asked for, once they are there.

import { TEXTS } from "./texts.js";
import { toast } from "./toast.js";

/** The result that a person waits for: the key of its element, the scroll position at the request, whether to show it now, and whether it is complete. @type {{ key: string, top: number, isDue: boolean, isLast: boolean } | null} */
let wanted = null;

/**
 * Notes that a person has asked for a result.
 * @param {string} key that of its element
 * @param {boolean} isDue whether the element is there already and shows the progress
 */
export function wantResult(key, isDue) {
  wanted = { key, top: scrollY, isDue, isLast: false };
}

/** Notes that a result has come. @param {string} key */
export function resultCame(key) {
  if (wanted?.key === key) Object.assign(wanted, { isDue: true, isLast: true });
}

/** Notes that no result will come. */
export function noResult() {
  wanted = null;
}

/** Scrolls to the result that is due, or, if the person has scrolled meanwhile, offers to do so. */
export function revealResult() {
  if (!wanted?.isDue) return;
  const { key, top, isLast } = wanted;
  const element = document.querySelector(`[data-key="${key}"]`);
  if (!element) return;
  const scroll = () => element.scrollIntoView({ block: "nearest" });
  const box = element.getBoundingClientRect();
  if (scrollY === top) scroll();
  else if (isLast && (box.top < 0 || box.bottom > innerHeight)) toast(TEXTS.results.ready, { label: TEXTS.results.look, action: scroll });
  wanted = isLast ? null : { ...wanted, top: scrollY, isDue: false };
}
