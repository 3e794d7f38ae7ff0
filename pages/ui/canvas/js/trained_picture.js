// The picture of a model that the browser has trained, see preview.js: the server's last picture
// with other regions, lines, slacks, rings, crosses and arrows, and the words that still fit.
import { toPixel } from "./geometry.js";
import { surface } from "./kernels.js";
import { levelLine } from "./level_lines.js";
import { CROSS_ARMS, LONGEST_NORMAL, PLAIN_MARK, SUPPORT_GROWTH, SUPPORT_MARK } from "./mark_sizes.js";
import { slackLines } from "./slacks.js";
import { colorsOf } from "./theme.js";

const SURFACE = 4e6; // products of numbers that the surface may take in one frame
const FINE = 101; // nodes a side of the surface,
const COARSE = 51; // and where there are many support vectors, or the browser is slow
const LEVELS = { below: -1, boundary: 0, above: 1 };
const NAMED = { "f = \u22121": "below", "f = 0": "boundary", "f = +1": "above", B: "boundary" };
const FROZEN = "A"; // begins the name of a boundary that stands still
const BESIDE = 26; // pixels from its line within which the name of a line stays
const STILL = 10; // pixels that an arrow may move and keep its name

/** The traces of the picture on the screen, changed to show the model of these points.
 * @type {(S: State, model: Expansion, points: any) => any[]} */
export function trainedTraces(S, model, points) {
  const { dom, extent } = S;
  const used = model.coef.reduce((n, c) => n + (c === 0 ? 0 : 1), 0);
  const nodes = !S.preview.coarse && used * FINE * FINE <= SURFACE ? FINE : COARSE;
  const f = surface(model, extent, nodes);
  const marker = trainedMarker(S, points);
  /** @type {Map<string, any>} */
  const traces = new Map(dom.painted.data.map((trace) => [trace.uid, trace]));
  const change = (uid, changed) => {
    if (traces.has(uid)) traces.set(uid, { ...traces.get(uid), ...changed });
  };
  const [x0, x1] = S.header.model.view;
  change("regions", trainedShades(f, nodes, extent));
  for (const [uid, level] of Object.entries(LEVELS)) {
    change(uid, levelLine(f, nodes, extent, level));
  }
  change("slack", slackLines(f, nodes, extent, points, (x1 - x0) / 2));
  change("points", { marker });
  change("wrong", trainedCrosses(traces.get("wrong"), points, marker.size));
  if (traces.has("normal")) trainedArrows(S, model, traces, change);
  change("labels", keptWords(S, traces));
  return [...traces.values()];
}

/** @type {(f: Float64Array, nodes: number, extent: number[]) => object} */
function trainedShades(f, nodes, [x0, x1, y0, y1]) {
  const values = new Int8Array(f.length);
  for (let k = 0; k < f.length; k++) values[k] = Math.round(127 * Math.tanh(f[k]));
  const [dx, dy] = [(x1 - x0) / (nodes - 1), (y1 - y0) / (nodes - 1)];
  return { x0, dx, y0, dy, z: { shape: `${nodes}, ${nodes}`, values } };
}

/** The look of the points, as `ringed_points` in decision.py describes it.
 * @type {(S: State, points: any) => any} */
function trainedMarker(S, { side, alpha, C }) {
  const { ink, page, ...colors } = colorsOf(S, S.dom.theme);
  const largest = alpha.reduce((most, a) => Math.max(most, a), 1e-300);
  const { rings } = S.header.model;
  const of = (ringed, bound, plain) => Array.from(alpha, (a) =>
    rings && a > 0 ? (a < C ? ringed(a) : bound(a)) : plain);
  const size = (a) => Math.round(10 * (SUPPORT_MARK + SUPPORT_GROWTH * Math.sqrt(a / largest))) / 10;
  return {
    symbol: of(() => "", () => "-dot", "").map((dot, k) => S.header.symbols[+(side[k] > 0)] + dot),
    size: of(size, size, PLAIN_MARK),
    color: side.map((s) => colors[`class${+(s > 0)}`]),
    line: { color: of(() => ink, () => ink, page), width: of(() => 3, () => 1.5, 1) },
  };
}

/** @type {(trace: any, points: any, sizes: number[]) => object} */
function trainedCrosses({ marker }, { x, y, wrong }, sizes) {
  const only = (values) => values.filter((_, k) => wrong[k]);
  const size = only(sizes).map((of) => of + CROSS_ARMS);
  return { x: only(x), y: only(y), marker: { ...marker, size } };
}

/** Of a linear model: the segment across the street, where it was along the boundary, and w from
 * the boundary, as `_street` in scene.py places it.
 * @type {(S: State, model: Expansion, traces: Map<string, any>,
 *   change: (uid: string, changed: object) => void) => void} */
function trainedArrows({ header }, { x, y, coef, b }, traces, change) {
  const [x0, x1, y0, y1] = header.model.view;
  const sum = (values) => coef.reduce((total, c, k) => total + c * values[k], 0);
  const w = [sum(x), sum(y)];
  const square = w[0] ** 2 + w[1] ** 2;
  const along = (from, t) => [0, 1].map((k) => from[k] + t * w[k]);
  const foot = (p) => along(p, -(w[0] * p[0] + w[1] * p[1] + b) / square);
  const line = (ends) => ({ x: ends.map((p) => p[0]), y: ends.map((p) => p[1]) });
  const longest = LONGEST_NORMAL * Math.min(x1 - x0, y1 - y0);
  const start = foot([(x0 + x1) / 2, (y0 + y1) / 2]);
  change("normal", line([start, along(start, Math.min(1, longest / Math.sqrt(square)))]));
  const { x: [ax, bx], y: [ay, by] } = traces.get("street");
  const middle = foot([(ax + bx) / 2, (ay + by) / 2]);
  change("street", line([along(middle, -1 / square), along(middle, 1 / square)]));
}

/** The words that still stand beside what they name.
 * @type {(S: State, traces: Map<string, any>) => object} */
export function keptWords(S, traces) {
  const { x, y, text, textposition } = traces.get("labels");
  const places = ({ x, y }) => Array.from(x, (u, k) => toPixel(S.geom, u, y[k]));
  const distance = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);
  const isStill = (uid) => {
    const before = places(S.dom.painted.data.find((trace) => trace.uid === uid));
    return places(traces.get(uid)).every((place, k) => distance(place, before[k]) < STILL);
  };
  const lines = new Map(Object.values(NAMED).filter((uid) => traces.has(uid))
    .map((uid) => [uid, places(traces.get(uid))]));
  const kept = text.map((word, k) => {
    const near = (place) => distance(place, toPixel(S.geom, x[k], y[k])) < BESIDE;
    const [name] = word.split(":"); // of two models the letter
    if (name === FROZEN) return true;
    if (name in NAMED) return Boolean(lines.get(NAMED[name])?.some(near));
    return isStill(word.startsWith("w") ? "normal" : "street");
  });
  const only = (values) => values.filter((_, k) => kept[k]);
  const { x: [ax, bx], y: [ay, by] } = traces.get("street") ?? { x: [0, 0], y: [0, 0] };
  const width = Number(Math.hypot(bx - ax, by - ay).toPrecision(4));
  const words = text.map((word) => word.replace(/^(2\/.* = ).*/, `$1${width}`));
  return { x: only(x), y: only(y), text: only(words), textposition: only(textposition) };
}
