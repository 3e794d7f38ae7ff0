// A film in the main picture: the model of the moment, the sampled points, the support vectors.
import { setCircles, setMarks } from "./dom.js";
import { CROSS_EDGE, clipTo, crossPath, part, pathOf, stroke } from "./film_layers.js";
import { paintRegions } from "./film_regions.js";
import { row } from "./films.js";
import { positionOf, toPixel } from "./geometry.js";
import { CROSS_ARMS, LONGEST_NORMAL, PLAIN_MARK } from "./mark_sizes.js";
import { colorsOf, shapePath } from "./theme.js";

const RING = 11; // around the points that a moment is about

/** @type {(S: State, F: FilmStore, layers: FilmLayers) => void} */
export function paintModel(S, F, layers) {
  if (!S.geom) return;
  const { film, k } = F;
  const show = S.header.filmShow;
  const { ink, page, wrong } = colorsOf(S, S.dom.theme);
  clipTo(layers.under, S.geom);
  clipTo(layers.over, S.geom);
  const frame = film.frame?.[k] ?? k; // several moments of a long run may share a surface
  paintRegions(S, film, frame, layers.shades, show.includes("regions"));
  const lines = film.kind === "linear" ? straightLines(S.geom, film, k) : curves(S.geom, film, frame);
  const of = (name, line) => show.includes(name) ? line : "";
  const dashed = stroke(ink, 2, { "stroke-dasharray": "7 5" });
  part(layers.under, "below", "path", { d: of("margins", lines[0]), ...dashed });
  part(layers.under, "above", "path", { d: of("margins", lines[2]), ...dashed });
  part(layers.under, "boundary", "path", { d: of("boundary", lines[1]), ...stroke(ink, 3) });
  const arrow = show.includes("weights") && film.kind === "linear" ? normal(S.geom, film, k) : "";
  part(layers.under, "normal", "path", { d: arrow, ...stroke(ink, 3, { "stroke-linecap": "round" }) });
  part(layers.over, "slack", "path", { d: slackOf(S, F), ...stroke(wrong, 2.5) });
  if (film.alpha) paintWeights(S, F, layers.over, ink);
  const crossed = crossesOf(S, F);
  part(layers.under, "crossedge", "path", { d: crossed, ...stroke(page, 3 + CROSS_EDGE) });
  part(layers.under, "crosses", "path", { d: crossed, ...stroke(wrong, 3) });
  paintRings(S, F, layers.over, ink);
  S.dom.root.dataset.frame = String(film.update[k]);
  F.frames += 1;
  if (F.root) F.root.dataset.frames = String(F.frames);
}

/** Rings around the support vectors, of their classes' shapes: larger with alpha, thin with a dot
 * at C.
 * @type {(S: State, F: FilmStore, layer: Layer, ink: string) => void} */
function paintWeights(S, F, layer, ink) {
  const { film, k, points } = F;
  const [alpha, state] = [row(film, "alpha", k), row(film, "case", k)];
  const found = [];
  for (let i = 0; i < alpha.length; i++) {
    const at = state[i] === 0 ? null : placeOf(S, points, i);
    if (!at) continue;
    const [cx, cy] = toPixel(S.geom, ...at).map((v) => v.toFixed(1));
    const r = ringRadius(film, alpha[i]);
    const bound = state[i] === 2;
    const transform = `translate(${cx} ${cy})`;
    const d = shapePath(S, points.label[i] > 0 ? 1 : 0, Math.round(10 * r) / 10);
    found.push({ d, transform, fill: "none", stroke: ink, "stroke-width": bound ? 1.5 : 3 });
    const dot = shapePath(S, 0, bound ? 2 : 0); // round
    found.push({ d: dot, transform, fill: ink, stroke: "none", "stroke-width": 0 });
  }
  setMarks(part(layer, "weights", "g"), "path", found);
}

/** @type {(film: Film, alpha: number) => number} */
function ringRadius(film, alpha) {
  film.largest ??= film.alpha.reduce((most, a) => Math.max(most, a), 1e-300);
  return 6 + 4 * Math.sqrt(Math.max(alpha, 0) / film.largest);
}

/** A cross behind each point that the model of the moment classifies wrong, of a film that says
 * which, larger than the point and its ring.
 * @type {(S: State, F: FilmStore) => string} */
export function crossesOf(S, { film, k, points }) {
  if (!film.crossed) return "";
  const alpha = film.alpha ? row(film, "alpha", k) : null;
  return Array.from(row(film, "crossed", k), (crossed, i) => {
    const at = crossed ? placeOf(S, points, i) : null;
    if (!at) return "";
    const [x, y] = toPixel(S.geom, ...at).map((v) => Math.round(10 * v) / 10);
    const ringed = alpha && film.case[k * alpha.length + i] !== 0;
    const mark = ringed ? 2 * ringRadius(film, alpha[i]) : PLAIN_MARK;
    return crossPath([x, y], Math.round(mark + CROSS_ARMS));
  }).join("");
}

/** w and b of the moment; null when there is no line to draw.
 * @type {(film: Film, k: number) => Line | null} */
function linearModel(film, k) {
  const [w1, w2] = row(film, "w", k);
  const b = film.b[k];
  const square = w1 * w1 + w2 * w2;
  return Number.isFinite(square + b) && square > 0 ? { w1, w2, b, square } : null;
}

/** @type {(geom: Geometry, film: Film, k: number) => string[]} */
export function straightLines(geom, film, k) {
  const model = linearModel(film, k);
  const at = (c) => (model ? pathOf(chord(geom, model, c).map((p) => toPixel(geom, ...p))) : "");
  return [at(-1), at(0), at(1)];
}

/** The part of the line w x + b = c that is seen: two points in data coordinates, or none.
 * @type {(geom: Geometry, line: Line, c: number) => Pair[]} */
export function chord({ x0, x1, y0, y1 }, { w1, w2, b, square }, c) {
  const [mx, my] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const off = (w1 * mx + w2 * my + b - c) / square;
  const [px, py] = [mx - off * w1, my - off * w2]; // the line's point nearest to the middle
  const length = Math.sqrt(square);
  const [dx, dy] = [-w2 / length, w1 / length];
  let [from, to] = [-Infinity, Infinity];
  for (const [p, d, low, high] of [[px, dx, x0, x1], [py, dy, y0, y1]]) {
    if (d === 0 && (p < low || p > high)) return [];
    if (d === 0) continue;
    const ends = [(low - p) / d, (high - p) / d];
    from = Math.max(from, Math.min(...ends));
    to = Math.min(to, Math.max(...ends));
  }
  return from < to ? [from, to].map((t) => [px + t * dx, py + t * dy]) : [];
}

/** w, from the place of the boundary nearest to the middle; long ones are drawn shorter.
 * @type {(geom: Geometry, film: Film, k: number) => string} */
export function normal(geom, film, k) {
  const model = linearModel(film, k);
  const ends = model ? chord(geom, model, 0) : [];
  if (!ends.length) return "";
  const { w1, w2, b, square } = model;
  const [mx, my] = [(geom.x0 + geom.x1) / 2, (geom.y0 + geom.y1) / 2];
  const off = (w1 * mx + w2 * my + b) / square;
  let [x, y] = [mx - off * w1, my - off * w2];
  const seen = x >= geom.x0 && x <= geom.x1 && y >= geom.y0 && y <= geom.y1;
  if (!seen) [x, y] = [(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2];
  const [ax, ay] = toPixel(geom, x, y);
  const [bx, by] = toPixel(geom, x + w1, y + w2);
  const long = Math.hypot(bx - ax, by - ay);
  const shrink = Math.min(1, (LONGEST_NORMAL * Math.min(geom.w, geom.h)) / long);
  return arrowPath([ax, ay], [ax + shrink * (bx - ax), ay + shrink * (by - ay)]);
}

/** @type {(from: number[], to: number[]) => string} */
export function arrowPath([ax, ay], [bx, by]) {
  const long = Math.hypot(bx - ax, by - ay);
  if (long < 1) return "";
  const [ux, uy] = [(bx - ax) / long, (by - ay) / long];
  const head = Math.min(11, 0.6 * long);
  const barb = (side) => [bx - head * ux - side * 0.55 * head * uy, by - head * uy + side * 0.55 * head * ux];
  return pathOf([[ax, ay], [bx, by], [NaN, NaN], barb(1), [bx, by], barb(-1)]);
}

/** Level lines of a kernel model: they were computed by the server.
 * @type {(geom: Geometry, film: Film, k: number) => string[]} */
export function curves(geom, film, k) {
  const at = row(film, "lines_at", k);
  const point = (i) => toPixel(geom, film.lines_xy[2 * i], film.lines_xy[2 * i + 1]);
  return [0, 1, 2].map((j) => {
    return pathOf(Array.from({ length: at[j + 1] - at[j] }, (_, n) => point(at[j] + n)));
  });
}

/** Positions in the order of the points; those of the canvas move while they are dragged.
 * @type {(S: State, F: FilmStore) => [number, Pair][]} */
function samplePlaces(S, F) {
  const { film, k, points } = F;
  if (!film.cols.sample) return [];
  const known = [...row(film, "sample", k)].filter((i) => i >= 0 && i < points.x.length);
  const place = (i) => /** @type {[number, Pair]} */ ([i, placeOf(S, points, i)]);
  return known.map(place).filter(([, at]) => at);
}

/** @type {(S: State, points: FilmStore["points"], i: number) => Pair | null} */
function placeOf(S, points, i) {
  const id = S.points?.ids[i];
  return id === undefined ? [points.x[i], points.y[i]] : positionOf(S, id);
}

/** @type {(S: State, F: FilmStore, layer: Layer, ink: string) => void} */
export function paintRings(S, F, layer, ink) {
  const places = samplePlaces(S, F);
  const width = places.length > 1 ? 1.25 : 2.5;
  setCircles(part(layer, "rings", "g"), places.map(([, at]) => {
    const [cx, cy] = toPixel(S.geom, ...at).map((v) => v.toFixed(2));
    return { cx, cy, r: RING, stroke: ink, "stroke-width": width };
  }));
}

/** The slack of the sampled point: from it straight to the margin as drawn.
 * @type {(S: State, F: FilmStore) => string} */
export function slackOf(S, F) {
  const { film, k, points } = F;
  const single = film.active && film.kind === "linear" && film.batch === 1; // a descent's
  const model = single ? linearModel(film, k) : null;
  const [[i, at] = []] = model && film.active[k] > 0 ? samplePlaces(S, F) : [];
  if (at === undefined) return "";
  const { w1, w2, b, square } = model;
  const y = points.label[i] > 0 ? 1 : -1;
  const target = film.rule.loss === "perceptron" ? 0 : 1;
  const short = target - y * (w1 * at[0] + w2 * at[1] + b);
  if (short <= 0) return "";
  const foot = toPixel(S.geom, at[0] + (y * short * w1) / square, at[1] + (y * short * w2) / square);
  return pathOf([toPixel(S.geom, ...at), foot]);
}
