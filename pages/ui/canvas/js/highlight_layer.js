// Highlights in a canvas: rings around points, bands across charts.
import { svg } from "./dom.js";
import { positionOf, toPixel } from "./geometry.js";
import { HIGHLIGHT } from "./highlight.js";
import { forget } from "./store.js";

export function followHighlight(/** @type {State} */ S) {
  HIGHLIGHT.listeners.set(S.header.key, () => drawHighlight(S));
  S.dom.abort.signal.addEventListener("abort", () => {
    HIGHLIGHT.listeners.delete(S.header.key);
    forget(S, "resting");
  });
}

export function drawHighlight(/** @type {State} */ S) {
  const layer = S.dom?.overlay.highlight;
  if (!layer || (!layer.childElementCount && !HIGHLIGHT.ids.length)) return;
  layer.replaceChildren();
  if (S.header.linkedIds.length) HIGHLIGHT.ids.forEach((id) => bands(S, layer, S.header.linkedIds.indexOf(id)));
  else if (S.geom && S.points) HIGHLIGHT.ids.forEach((id) => halo(S, layer, id));
}

/** @type {(S: State, layer: Element, id: number) => void} */
function halo(S, layer, id) {
  const at = positionOf(S, id);
  if (!at) return;
  const [cx, cy] = toPixel(S.geom, ...at);
  svg("circle", { cx, cy, r: S.points.size / 2 + 8 }, layer);
}

/** The place of entry k of a chart: a column, and of a matrix a row as well.
 * @type {(S: State, layer: Element, k: number) => void} */
function bands(S, layer, k) {
  const { xaxis, yaxis } = S.dom.plot._fullLayout ?? {};
  if (k < 0 || !yaxis) return;
  const box = { x: xaxis._offset, y: yaxis._offset, width: xaxis._length, height: yaxis._length };
  const ends = (axis) => [axis.d2p(k - 0.5), axis.d2p(k + 0.5)].sort((a, b) => a - b);
  const [left, right] = ends(xaxis);
  svg("rect", { ...box, x: box.x + left, width: Math.max(right - left, 2) }, layer);
  if (!S.dom.plot._fullData.some((trace) => trace.type === "heatmap")) return;
  const [top, bottom] = ends(yaxis);
  svg("rect", { ...box, y: box.y + top, height: Math.max(bottom - top, 2) }, layer);
}
