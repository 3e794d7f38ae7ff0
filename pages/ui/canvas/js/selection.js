// The selected points and the bar that says what can be done to them.
import { element } from "./dom.js";
import { enqueue } from "./events.js";
import { roundedPair } from "./geometry.js";
import { button, chipIcon, ICONS } from "./icons.js";
import { announce } from "./notice.js";
import { refresh } from "./overlay.js";

/** @type {(S: State, ids: number[], extend?: boolean) => void} */
export function select(S, ids, extend = false) {
  if (!extend) S.selection.clear();
  for (const id of ids) S.selection.add(id);
  refresh(S);
  if (S.selection.size) announce(S, `${S.selection.size} selected`);
}

/** @type {(S: State, kind: string, extra?: Partial<Edit>) => void} */
export function editSelection(S, kind, extra = {}) {
  const ids = [...S.selection];
  if (!ids.length) return;
  if (kind === "duplicate") S.selectNew = { seq: S.outbox.seq + 1, known: new Set(S.points.ids) };
  if (kind === "delete") S.selection.clear();
  enqueue(S, { t: kind, ids, ...extra });
  announce(S, `${ids.length} point${ids.length === 1 ? "" : "s"}: ${kind}`);
}

/** About two percent of what is seen, the same in both directions. */
export function jitterSelection(/** @type {State} */ S) {
  const scale = 0.02 * Math.min(S.geom.x1 - S.geom.x0, S.geom.y1 - S.geom.y0);
  const p = [...S.selection].map(() => roundedPair([scale * gaussian(), scale * gaussian()]));
  editSelection(S, "jitter", { p });
}

const gaussian = () =>
  Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());

/** @type {(S: State, stage: Element) => { bar: HTMLElement, count: HTMLElement }} */
export function buildSelectionBar(S, stage) {
  const name = { role: "toolbar", "aria-label": "Selected points" };
  const count = element("span", { class: "svm-count" });
  const bar = element("div", { class: "svm-bar", ...name }, count);
  if (S.header.names.length > 1) S.header.names.forEach((name, label) => {
    const title = `Make class ${name}`;
    const relabel = () => editSelection(S, "relabel", { c: label });
    bar.append(button({ class: "svm-chip", title, "aria-label": title }, chipIcon(S, label), relabel));
  });
  const act = (icon, text, action) =>
    bar.append(button({ "data-act": icon, title: text, "aria-label": text }, ICONS[icon], action, text));
  // a point of weight 2 counts as two points
  act("heavier", "Twice the weight", () => editSelection(S, "weigh", { w: 2 }));
  act("lighter", "Half the weight", () => editSelection(S, "weigh", { w: 0.5 }));
  act("duplicate", "Duplicate", () => editSelection(S, "duplicate"));
  act("jitter", "Jitter", () => jitterSelection(S));
  if (S.header.names.length > 1) act("flip", "Flip", () => editSelection(S, "flip"));
  act("clear", "Delete", () => editSelection(S, "delete"));
  stage.append(bar);
  return { bar, count };
}
