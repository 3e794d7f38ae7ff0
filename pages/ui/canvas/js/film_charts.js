// Charts beside the main picture: a playhead where the x axis counts epochs, and the path of the
// model over the landscape of its cost. Both are placed by the axes of plotly.js, whatever their type.
import { setCircles } from "./dom.js";
import { clipTo, part, pathOf, stroke } from "./film_layers.js";
import { row } from "./films.js";
import { colorsOf } from "./theme.js";

const DOT = 4.5;

/** @type {(S: State, F: FilmStore, layers: FilmLayers) => void} */
export function paintPlayhead(S, F, { over }) {
  const { film, k } = F;
  const layout = S.dom.plot._fullLayout;
  const plots = plotsOf(layout);
  if (!plots.length) return;
  const epoch = film.x ? film.x[k] : film.update[k] / film.per_epoch;
  paintRule(S, over, plots, epoch);
  const values = S.dom.plot._fullData.map((trace) => valueDot(layout, trace, epoch));
  dots(over, values.filter(Boolean), colorsOf(S, S.dom.theme).page);
  S.dom.root.dataset.frame = String(film.update[k]);
}

/** Of a race: a dot on the line of every racer where it stands, and the line of the moment in the
 * chart of its unit. @type {(S: State, F: FilmStore, layers: FilmLayers) => void} */
export function paintStandings(S, F, { over }) {
  const { film, k } = F;
  const plots = plotsOf(S.dom.plot._fullLayout);
  if (!plots.length) return;
  const [{ xaxis, yaxis }] = plots;
  const { ink, page } = colorsOf(S, S.dom.theme);
  paintRule(S, over, S.header.key.endsWith(film.by) ? plots : [], Math.max(film.x[k], 10 ** xaxis.range[0]));
  const at = row(film, "row", k);
  dots(over, film.racers.flatMap((racer, r) => {
    const trace = S.dom.plot._fullData.find(({ uid }) => uid === racer);
    if (!trace) return [];
    const [x, y] = [xaxis.d2p(trace.x[at[r]]), yaxis.d2p(trace.y[at[r]])];
    return [{ at: [xaxis._offset + x, yaxis._offset + y], color: ink }];
  }), page);
  S.dom.root.dataset.frame = String(film.update[k]);
}

/** @type {(layout: any) => any[]} */
const plotsOf = (layout) =>
  Object.values(layout._plots ?? {}).filter(({ xaxis, yaxis }) => xaxis && yaxis);

/** The upright line of a moment. @type {(S: State, over: Layer, plots: any[], x: number) => void} */
function paintRule(S, over, plots, value) {
  const { width, height } = S.dom.plot._fullLayout;
  clipTo(over, { ox: 0, oy: 0, w: width, h: height });
  const at = plots.map(({ xaxis, yaxis }) => [across(xaxis, value), yaxis._offset, yaxis._length]);
  const tops = new Map(); // charts above each other share a line: its place, its upper, lower end
  for (const [x, top, length] of at) {
    if (x === null) continue;
    const [high, low] = tops.get(x) ?? [Infinity, -Infinity];
    tops.set(x, [Math.min(high, top), Math.max(low, top + length)]);
  }
  const line = [...tops].flatMap(([x, [high, low]]) => [[x, high], [x, low], [NaN, NaN]]);
  part(over, "playhead", "path", { d: pathOf(line), ...stroke(colorsOf(S, S.dom.theme).ink, 1.5) });
}

/** The pixel of an epoch; none where it is not seen. A logarithmic axis has no 0: its left end.
 * @type {(axis: any, epoch: number) => number | null} */
export function across(axis, epoch) {
  const x = axis.d2p(epoch);
  if (axis.type === "log" && !(epoch > 0)) return axis._offset;
  return x >= -0.5 && x <= axis._length + 0.5 ? Math.round(10 * (axis._offset + x)) / 10 : null;
}

/** The dot of an epoch on the line of a trace; a trace without hover text gets none.
 * @type {(layout: any, trace: any, epoch: number) => Dot | null} */
export function valueDot(layout, trace, epoch) {
  const lines = trace.type === "scatter" && trace.mode?.includes("lines");
  if (!lines || trace.visible !== true || trace.hoverinfo === "skip" || !trace.x?.length) return null;
  const plot = layout._plots[trace.xaxis + trace.yaxis];
  if (!plot || across(plot.xaxis, epoch) === null) return null;
  const { xaxis, yaxis } = plot;
  const [before, after] = neighbours(trace.x, epoch);
  if (after === undefined) return null;
  const pixel = (i) => [xaxis.d2p(trace.x[i]), yaxis.d2p(trace.y[i])];
  const [[ax, ay], [bx, by]] = [pixel(before), pixel(after)];
  const x = xaxis.d2p(epoch);
  const held = trace.line.shape === "hv" && epoch < trace.x[after];
  const t = held ? 0 : bx > ax ? (x - ax) / (bx - ax) : 1;
  const y = Number.isFinite(ay) ? ay + t * (by - ay) : by;
  if (!Number.isFinite(x + y) || y < -1 || y > yaxis._length + 1) return null;
  return { at: [xaxis._offset + x, yaxis._offset + y], color: trace.line.color };
}

/** The indices of a trace on both sides of an epoch; at both ends rounding errors are allowed.
 * @type {(xs: ArrayLike<number> & number[], epoch: number) => number[]} */
function neighbours(xs, epoch) {
  const last = xs.length - 1;
  const slack = 1e-5 * Math.abs(xs[last]);
  if (epoch < xs[0] - slack || epoch > xs[last] + slack) return [];
  const found = xs.findIndex((x) => x >= epoch);
  const after = found < 0 ? last : found;
  return [Math.max(after - 1, 0), after];
}

/** @type {(layer: Layer, values: Dot[], page: string) => void} */
function dots(layer, values, page) {
  setCircles(part(layer, "dots", "g"), values.map(({ at: [cx, cy], color }) => ({
    cx: cx.toFixed(2), cy: cy.toFixed(2), r: DOT, fill: color, stroke: page, "stroke-width": 1.5,
  })));
}

/** @type {(S: State, F: FilmStore, layers: FilmLayers) => void} */
export function paintPath(S, F, { over }) {
  const { film, k } = F;
  const { xaxis, yaxis } = S.dom.plot._fullLayout;
  if (!film.path || !yaxis) return;
  const { ink, page } = colorsOf(S, S.dom.theme);
  clipTo(over, { ox: xaxis._offset, oy: yaxis._offset, w: xaxis._length, h: yaxis._length });
  const place = (m) => [
    xaxis._offset + xaxis.d2p(film.path[2 * m]), yaxis._offset + yaxis.d2p(film.path[2 * m + 1]),
  ];
  const points = [place(0)];
  for (let m = 1; m <= k; m++) {
    const next = place(m);
    const last = points.at(-1);
    // what is not seen need not be drawn: a long run stands still for most of its time
    if (Math.hypot(next[0] - last[0], next[1] - last[1]) > 0.7) points.push(next);
  }
  const here = place(k);
  const d = pathOf([...points, here]);
  part(over, "halo", "path", { d, ...stroke(page, 4.5, { "stroke-opacity": 0.6 }) });
  part(over, "path", "path", { d, ...stroke(ink, 2) });
  dots(over, here.every(Number.isFinite) ? [{ at: here, color: ink }] : [], page);
  S.dom.root.dataset.frame = String(film.update[k]);
}
