// Pixels and data coordinates. `geom` is kept in the store, so that a gesture goes on while no
// plot is mounted. Editable figures have linear axes.

export function measure(/** @type {State} */ S) {
  const layout = S.dom?.plot._fullLayout;
  if (!layout?.xaxis || !layout.yaxis) return;
  S.geom = { ...axesIn(layout), scale: scaleOf(S.dom.root) };
  locate(S);
}

/** @type {(layout: any) => Geometry} */
export function axesIn({ xaxis, yaxis }) {
  const [x0, x1] = xaxis.range;
  const [y0, y1] = yaxis.range;
  const [ox, oy, w, h] = [xaxis._offset, yaxis._offset, xaxis._length, yaxis._length];
  return { ox, oy, w, h, x0, x1, y0, y1 };
}

/** The stage's place on the screen changes with scrolling; asked for when a gesture needs it. */
export function locate(/** @type {State} */ S) {
  const stage = S.dom?.stage;
  if (!stage?.isConnected || !S.geom) return;
  const box = stage.getBoundingClientRect();
  S.geom.left = box.left;
  S.geom.top = box.top;
}

/** How many pixels of the screen one of the canvas takes: a lecture shows all of it larger.
 * @type {(node: HTMLElement) => number} */
export const scaleOf = (node) =>
  new DOMMatrixReadOnly(getComputedStyle(node.closest(".svm-canvas")).transform).a;

/** @type {(geom: Geometry, x: number, y: number) => Pair} */
export const toPixel = ({ ox, oy, w, h, x0, x1, y0, y1 }, x, y) => [
  ox + ((x - x0) / (x1 - x0)) * w,
  oy + ((y1 - y) / (y1 - y0)) * h,
];

/** @type {(geom: Geometry, px: number, py: number) => Pair} */
export const toData = ({ ox, oy, w, h, x0, x1, y0, y1 }, px, py) => [
  x0 + ((px - ox) / w) * (x1 - x0),
  y1 - ((py - oy) / h) * (y1 - y0),
];

/** Where a pointer event is: pixels in the stage, and whether they are inside the axes.
 * @type {(S: State, ev: { clientX: number, clientY: number }) => Pixel | null} */
export function pointerAt(S, ev) {
  const g = S.geom;
  if (!g) return null;
  const px = (ev.clientX - g.left) / g.scale;
  const py = (ev.clientY - g.top) / g.scale;
  const inside = px >= g.ox && py >= g.oy && px <= g.ox + g.w && py <= g.oy + g.h;
  return { px, py, inside };
}

/** Data coordinates of a pixel, kept inside the axes, with as many digits as tell it from the next
 * one: a hand is no more exact, and every digit has to travel in links.
 * @type {(S: State, at: Pixel) => Pair} */
export function dataAt(S, { px, py }) {
  const { ox, oy, w, h, x0, x1, y0, y1 } = S.geom;
  const at = toData(S.geom, clamp(px, ox, ox + w), clamp(py, oy, oy + h));
  return [visible(at[0], (x1 - x0) / w), visible(at[1], (y1 - y0) / h)];
}

/** A coordinate rounded to a power of ten that is no more than a pixel.
 * @type {(value: number, pixel: number) => number} */
const visible = (value, pixel) => Number(value.toFixed(clamp(Math.ceil(-Math.log10(pixel)), 0, 20)));

export const rounded = (/** @type {number} */ value) => Number(value.toPrecision(9));
/** @type {(p: Pair) => Pair} */
export const roundedPair = ([x, y]) => [rounded(x), rounded(y)];

/** The points as the next figure will have them: what was drawn, changed by what is under way.
 * @type {(S: State) => Points} */
export function hitPoints(S) {
  return S.shown ?? S.points ?? { ids: [], x: [], y: [] };
}

/** The ids of those points whose pixels pass a test.
 * @type {(S: State, test: (qx: number, qy: number) => boolean) => number[]} */
export function idsWhere(S, test) {
  const { ids, x, y } = hitPoints(S);
  return ids.filter((_, k) => test(...toPixel(S.geom, x[k], y[k])));
}

/** @type {(S: State, at: Pixel, reach: number) => number | null} */
export function nearest(S, { px, py }, reach) {
  let least = reach * reach;
  const closer = (qx, qy) => {
    const distance = (qx - px) ** 2 + (qy - py) ** 2;
    if (distance > least) return false;
    least = distance;
    return true;
  };
  return idsWhere(S, closer).at(-1) ?? null;
}

/** Whether a point that was added here has not come back from the server yet. What an undo leaves
 * of the added ones only the server knows: those before it do not count.
 * @type {(S: State, at: Pixel, reach: number) => boolean} */
export function onGhost(S, { px, py }, reach) {
  const cut = S.outbox.pending.findLastIndex((e) => ["undo", "redo", "clear"].includes(e.t));
  const added = S.outbox.pending.slice(cut + 1).flatMap((e) => (e.t === "add" ? e.p : []));
  return added.some((p) => {
    const [qx, qy] = toPixel(S.geom, ...p);
    return Math.hypot(qx - px, qy - py) <= reach;
  });
}

/** Whether a pixel is within `reach` of the segment from `a` to `b`: a fast eraser leaves no gaps.
 * @type {(a: Pixel, b: Pixel, reach: number) => (qx: number, qy: number) => boolean} */
export function along(a, b, reach) {
  const [dx, dy] = [b.px - a.px, b.py - a.py];
  const length = dx * dx + dy * dy || 1;
  return (qx, qy) => {
    const t = Math.min(Math.max(((qx - a.px) * dx + (qy - a.py) * dy) / length, 0), 1);
    return Math.hypot(a.px + t * dx - qx, a.py + t * dy - qy) <= reach;
  };
}

/** @type {(S: State, a: Pixel, b: Pixel) => number[]} */
export function insideBox(S, a, b) {
  const [left, right] = [Math.min(a.px, b.px), Math.max(a.px, b.px)];
  const [top, bottom] = [Math.min(a.py, b.py), Math.max(a.py, b.py)];
  return idsWhere(S, (x, y) => x >= left && x <= right && y >= top && y <= bottom);
}

/** @type {(S: State, id: number) => Pair | null} */
export function positionOf(S, id) {
  const { ids, x, y } = hitPoints(S);
  const k = ids.indexOf(id);
  return k < 0 ? null : [x[k], y[k]];
}

/** @type {(S: State, id: number) => number | undefined} */
export function labelOf(S, id) {
  return S.header.pointLabels[S.header.ids.indexOf(id)];
}

/** @type {(value: number, low: number, high: number) => number} */
export const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
