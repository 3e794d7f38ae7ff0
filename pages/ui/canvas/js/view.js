// The visible part of the plane. The view is the store's, not the plot's: it survives every new
// figure and every mount, until the figure itself opens on another place.
import { clearNames } from "./clear_names.js";
import { enqueue } from "./events.js";
import { measure, rounded } from "./geometry.js";
import { announce } from "./notice.js";
import { refresh } from "./overlay.js";
import { forget, later } from "./store.js";

const VIEW_PAUSE = 200;
const ZOOM_PAUSE = 500; // a link needs no zoom that is still going on

/** @type {(S: State, layout: any) => any} */
export function withView(S, layout) {
  // the axes a figure asks for, before the visitor has zoomed; plotly.js changes its own in place
  const { xaxis, yaxis } = layout;
  const opening = structuredClone({ x: xaxis?.range ?? null, y: yaxis?.range ?? null });
  const of = JSON.stringify([layout.uirevision ?? null, layout.uirevision ? null : opening]);
  if (S.viewing.of !== of) openOn(S, S.header.zoom ?? null);
  S.viewing.of = of;
  S.viewing.opening = opening;
  if (S.view) {
    layout.xaxis = { ...layout.xaxis, range: S.view.x, autorange: false };
    layout.yaxis = { ...layout.yaxis, range: S.view.y, autorange: false };
  }
  delete layout.uirevision;
  return layout;
}

export function onRelayout(/** @type {State} */ S) {
  if (!S.dom?.plot._fullLayout?.xaxis) return;
  measure(S);
  const { x0, x1, y0, y1 } = S.geom;
  S.dom.painted?.again();
  clearNames(S);
  if (!S.viewing.fitting) S.view = { x: [x0, x1], y: [y0, y1] };
  S.dom.root.toggleAttribute("data-zoomed", S.view !== null);
  refresh(S);
  tellView(S);
  tellZoom(S);
}

/** @type {(S: State, box: number[] | null) => void} */
function openOn(S, box) {
  S.view = box ? { x: box.slice(0, 2), y: box.slice(2) } : null;
  S.viewing.toldZoom = String(box);
}

export async function fit(/** @type {State} */ S) {
  S.view = null;
  if (!S.dom?.plot._fullLayout || !S.viewing.opening) return;
  S.viewing.fitting = true;
  await window.Plotly.relayout(S.dom.plot, axisUpdate(S.viewing.opening));
  onRelayout(S);
  S.viewing.fitting = false;
  announce(S, "Whole picture shown");
}

/** @type {(view: View) => object} */
const axisUpdate = ({ x, y }) => ({
  ...(x ? { "xaxis.range": [...x] } : { "xaxis.autorange": true }),
  ...(y ? { "yaxis.range": [...y] } : { "yaxis.autorange": true }),
});

/** One relayout at a time; while it draws, only the newest view is kept.
 * @type {(S: State, view: View) => Promise<void>} */
export async function showView(S, view) {
  if (!S.dom?.plot._fullLayout) return; // plotly.js has not come yet
  S.viewing.wanted = view;
  if (S.viewing.drawing) return;
  S.viewing.drawing = true;
  while (S.viewing.wanted && S.dom) {
    const next = S.viewing.wanted;
    S.viewing.wanted = null;
    await window.Plotly.relayout(S.dom.plot, axisUpdate(next));
  }
  S.viewing.drawing = false;
}

/** Tells the page when the box its regions cover is not the box that is seen, after a pause. */
export function tellView(/** @type {State} */ S) {
  forget(S, "view");
  if (!S.header.wantsView || !S.geom) return;
  later(S, "view", VIEW_PAUSE, () => {
    const { x0, x1, y0, y1 } = S.geom;
    const box = [x0, x1, y0, y1].map(rounded);
    if (!S.dom || S.gesture || covers(S.extent, box) || near(S.viewing.toldBox, box)) return;
    S.viewing.toldBox = box;
    enqueue(S, { t: "view", b: box });
  });
}

/** @type {(extent: number[] | null, box: number[]) => boolean} */
export function covers(extent, [x0, x1, y0, y1]) {
  if (!Array.isArray(extent)) return true;
  const [a0, a1, b0, b1] = extent;
  const slack = [0.005 * (x1 - x0), 0.005 * (y1 - y0)];
  const inside = x0 >= a0 - slack[0] && x1 <= a1 + slack[0]
    && y0 >= b0 - slack[1] && y1 <= b1 + slack[1];
  return inside && x1 - x0 > 0.5 * (a1 - a0) && y1 - y0 > 0.5 * (b1 - b0);
}

/** @type {(a: number[] | null, b: number[]) => boolean} */
export function near(a, b) {
  const scale = Math.min(b[1] - b[0], b[3] - b[2]);
  return a !== null && a.every((value, k) => Math.abs(value - b[k]) < 0.01 * scale);
}

/** Tells the page what the visitor has zoomed to, for the link, when he has. */
export function tellZoom(/** @type {State} */ S) {
  forget(S, "zoom");
  if (!S.header.wantsZoom) return;
  later(S, "zoom", ZOOM_PAUSE, () => {
    if (!S.dom) return;
    const box = S.view && [...S.view.x, ...S.view.y].map(rounded);
    if (String(box) === S.viewing.toldZoom) return;
    S.viewing.toldZoom = String(box);
    enqueue(S, { t: "zoom", b: box });
  });
}
