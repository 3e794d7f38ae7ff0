// Charts whose bars, cells or rows belong to points or settings (`linkedIds`) without a pointer: one
// tab stop; arrow keys go from part to part, Enter picks one.
import { svg } from "./dom.js";
import { pick } from "./events.js";
import { highlight } from "./highlight.js";
import { announce } from "./notice.js";

/** The part that a key leads to from part k of n, which stand in rows of so many, the first row
 * below; null for other keys. @type {(key: string, k: number, n: number, columns: number) => number | null} */
export function entryAfterKey(key, k, n, columns) {
  const up = n > columns ? columns : 1;
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowUp: up, ArrowDown: -up }[key];
  if (key === "Home") return 0;
  if (key === "End") return n - 1;
  if (step === undefined) return null;
  const to = k + step;
  const row = (at) => Math.floor(at / columns);
  const across = key === "ArrowRight" || key === "ArrowLeft";
  return to < 0 || to >= n || (across && row(to) !== row(k)) ? k : to;
}

/** What is said of part k: what the pointer is told of it, or its number and value.
 * @type {(traces: any[], k: number, n: number) => string} */
export function entryWords(traces, k, n) {
  const cells = traces.find(({ uid }) => uid === "cells");
  if (cells) return String(cells.customdata[k]).replaceAll("<br>", ", ");
  const values = traces.filter(({ type }) => type === "bar")
    .map(({ name, y }) => `${name && !/^trace /.test(name) ? `${name} = ` : ""}${Number(Number(y[k]).toPrecision(4))}`);
  return [`${k + 1} of ${n}`, ...values].join(", ");
}

/** @type {(traces: any[], n: number) => number} */
function columnsIn(traces, n) {
  const cells = traces.find(({ uid }) => uid === "cells");
  return cells ? new Set(cells.x).size : n;
}

/** @type {(S: State) => void} */
export function listenToChartKeys(S) {
  const { plot, abort: { signal } } = S.dom;
  plot.addEventListener("keydown", (ev) => onChartKey(S, ev), { signal });
  plot.addEventListener("focus", () => plot.matches(":focus-visible") && goToEntry(S, S.keys.entry), { signal });
  plot.addEventListener("blur", () => leaveEntry(S), { signal });
}

/** Whether a chart has parts may change with its figure. */
export function offerChartKeys(/** @type {State} */ S) {
  const { plot } = S.dom;
  const on = S.header.linkedIds.length > 0 && S.header.wantsPick;
  if (on) plot.tabIndex = 0;
  else plot.removeAttribute("tabindex");
  plot.setAttribute("role", on ? "application" : "img");
  if (on) plot.setAttribute("aria-roledescription", "chart: arrow keys move, Enter chooses");
  else plot.removeAttribute("aria-roledescription");
}

/** @type {(S: State, ev: KeyboardEvent) => void} */
function onChartKey(S, ev) {
  const { linkedIds: ids, wantsPick } = S.header;
  if (!ids.length || !wantsPick || ev.ctrlKey || ev.metaKey || ev.altKey) return;
  const to = entryAfterKey(ev.key, S.keys.entry, ids.length, columnsIn(S.dom.plot._fullData, ids.length));
  if (to !== null) goToEntry(S, to);
  else if (ev.key === "Enter" || ev.key === " ") pick(S, { ids: [ids[S.keys.entry]], hover: false });
  else return;
  ev.preventDefault();
}

/** @type {(S: State, k: number) => void} */
function goToEntry(S, k) {
  const { linkedIds: ids } = S.header;
  if (!ids.length || !S.dom.plot._fullData) return;
  S.keys.entry = Math.min(k, ids.length - 1);
  highlight([ids[S.keys.entry]]);
  drawEntry(S);
  announce(S, entryWords(S.dom.plot._fullData, S.keys.entry, ids.length));
}

function leaveEntry(/** @type {State} */ S) {
  highlight([]);
  S.dom?.overlay.root.querySelector(".svm-entry")?.remove();
}

/** A frame around a cell; bars, rows and columns are marked by their highlight. */
function drawEntry(/** @type {State} */ S) {
  const { overlay: { root }, plot } = S.dom;
  root.querySelector(".svm-entry")?.remove();
  const cells = plot._fullData.find(({ uid }) => uid === "cells");
  if (!cells) return;
  const { xaxis, yaxis } = plot._fullLayout;
  const span = (axis, at) => [axis.d2p(at - 0.5), axis.d2p(at + 0.5)].sort((a, b) => a - b);
  const [left, right] = span(xaxis, cells.x[S.keys.entry]);
  const [top, bottom] = span(yaxis, cells.y[S.keys.entry]);
  const frame = svg("g", { class: "svm-entry" }, root); // light and dark: seen on any shade
  const box = { x: xaxis._offset + left, y: yaxis._offset + top, width: right - left, height: bottom - top };
  for (const name of ["outer", "inner"]) svg("rect", { class: `svm-entry-${name}`, ...box }, frame);
}
