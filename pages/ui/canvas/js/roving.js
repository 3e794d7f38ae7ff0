// Groups that are one tab stop: the Tab key comes to one of their parts, arrow keys lead to the others.
// Python gives the first card and row the stop (`explained`); of tools, the one that is chosen; of what
// Streamlit draws in a container (`widgets.one_stop`), where the focus came in first.
import { say } from "./announcer.js";

const ROVING_CONTAINER = '[class*="st-key-one_stop_"]';
const ROVING_GROUPS = `.svm-toolbar, .svm-bar, .svm-tl-buttons, .svm-cards, .svm-numbers tbody, .svm-tl-readout, .svm-why, ${ROVING_CONTAINER}`;
const ROVING_PARTS = `button, .svm-card[tabindex], tr[tabindex], [data-explained], ${ROVING_CONTAINER} a[href]`;
const ROVING_STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Which of n parts a key leads to from part k, around the ends; null for other keys.
 * @type {(key: string, k: number, n: number) => number | null} */
export function partAfterKey(key, k, n) {
  if (key === "Home") return 0;
  if (key === "End") return n - 1;
  return ROVING_STEPS[key] === undefined ? null : (k + ROVING_STEPS[key] + n) % n;
}

/** The parts that can take the focus now; all of a group that is not on the screen yet.
 * @type {(group: HTMLElement) => any[]} */
function partsOf(group) {
  const all = [...group.querySelectorAll(ROVING_PARTS)].filter((part) => !(/** @type {any} */ (part).disabled));
  const seen = all.filter((part) => part.getClientRects().length);
  return seen.length ? seen : all;
}

/** Gives one part the tab stop: this one, or the one that has it, or what is pressed, or the first.
 * @type {(group: HTMLElement | null, wanted?: HTMLElement) => void} */
export function giveStop(group, wanted) {
  if (!group) return;
  const parts = partsOf(group);
  const known = group.dataset.roving ? parts.find((part) => part.tabIndex === 0) : undefined;
  const pressed = parts.find((part) => part.matches('[aria-pressed="true"], .svm-tl-toggle'));
  const stop = wanted ?? known ?? pressed ?? parts[0];
  group.dataset.roving = String(parts.length);
  for (const part of group.querySelectorAll(ROVING_PARTS)) {
    const index = part === stop ? 0 : -1;
    if (/** @type {any} */ (part).tabIndex !== index) /** @type {any} */ (part).tabIndex = index;
  }
}

/** Once a window: the keys of all groups, of those too that Streamlit draws. */
export function rove() {
  if (globalThis.svmRoving) return;
  globalThis.svmRoving = true;
  const groupOf = (ev) => ev.target.closest?.(ROVING_PARTS)?.closest(ROVING_GROUPS);
  document.addEventListener("focusin", (ev) => {
    const group = groupOf(ev);
    if (!group) return;
    const part = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (ev.target).closest(ROVING_PARTS));
    giveStop(group, part);
    const parts = partsOf(group);
    if (group.matches(ROVING_CONTAINER) && !group.contains(ev.relatedTarget) && parts.length > 1) {
      say(`${parts.indexOf(part) + 1} of ${parts.length}, arrow keys lead to the others`);
    }
  });
  document.addEventListener("keydown", (ev) => {
    const group = groupOf(ev);
    if (!group || ev.defaultPrevented || ev.ctrlKey || ev.metaKey || ev.altKey) return;
    const parts = partsOf(group);
    const to = partAfterKey(ev.key, parts.indexOf(ev.target.closest(ROVING_PARTS)), parts.length);
    if (to === null) return;
    ev.preventDefault();
    parts[to].focus();
  });
}
