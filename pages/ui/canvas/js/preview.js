// The picture of two classes while the visitor's latest edits are on their way: the browser trains
// the SVM itself and paints its regions, lines, rings and crosses. The server's certified picture
// follows, and the words with it. Where a model cannot be trained here in time, the server's
// pictures are painted as they come.
import { ARMS } from "./film_model.js";
import { forecast } from "./forecast.js";
import { toPixel } from "./geometry.js";
import { gram, isKnown, surface } from "./kernels.js";
import { levelLine } from "./level_lines.js";
import { refresh } from "./overlay.js";
import { pointsOf, restyle } from "./picture.js";
import { slackLines } from "./slacks.js";
import { solve } from "./smo.js";
import { unacked } from "./store.js";
import { colorsOf } from "./theme.js";

const BUDGET = 2e6; // products of numbers that the training may take in one frame, about 4 ms
const TRIES = 30; // frames in which a training may go on
const SURFACE = 4e6; // the same for the surface
const FINE = 101; // nodes a side of the surface,
const COARSE = 51; // and where there are many support vectors
const LEVELS = { below: -1, boundary: 0, above: 1 };
const NAMED = { "f = \u22121": "below", "f = 0": "boundary", "f = +1": "above" };
const BESIDE = 26; // pixels from its line within which the name of a line stays
const STILL = 10; // pixels that an arrow may move and keep its name
const FORESEEN = [
  "add", "move", "delete", "relabel", "flip", "clear", "set", "rest", "view", "pick",
];
const ARROW = 0.3; // of the picture's smaller side: longer normals are drawn this long

/** Paints the model of the latest edits and shows them, in the next frame.
 * @type {(S: State) => void} */
export function followHand(S) {
  if (S.dom) S.frame ??= requestAnimationFrame(() => {
    S.frame = null;
    paintPreview(S);
    refresh(S);
  });
}

/** The same a frame later, after the marks of what was done are on the screen.
 * @type {(S: State) => number} */
export const followSoon = (S) => requestAnimationFrame(() => followHand(S));

/** Whether the server has not answered all that is seen. @type {(S: State) => boolean} */
export function isAhead(S) {
  const { gesture } = S;
  const held = gesture?.value?.() || gesture?.positions?.().length || gesture?.ghosts?.().length;
  return Boolean(held) || unacked(S).some((e) => e.t !== "view" && e.t !== "pick");
}

/** What is seen of a picture: the server's, or the one that the browser is ahead with.
 * @type {(S: State, data: any[]) => any[]} */
export function seenOf(S, data) {
  if (!isAhead(S)) S.preview.data = null;
  return S.preview.data ?? data;
}

/** @type {(S: State) => void} */
function paintPreview(S) {
  const { dom, preview } = S;
  if (!dom?.painted || !S.geom || !S.extent || !S.points) return;
  const sample = isAhead(S) ? sampleOf(S) : null;
  if (sample) return trainPreview(S, sample);
  preview.tries = 0;
  if (!preview.data) return;
  preview.data = null;
  showTraces(S, dom.painted.data, S.tried.header.ids);
}

/** @type {(S: State, data: any[], ids: number[]) => void} */
function showTraces(S, data, ids) {
  S.dom.painted.again();
  restyle(S, ids, pointsOf(data).marker);
}

/** The points and parameters after all edits; null where the browser cannot know them.
 * @type {(S: State) => Sample | null} */
export function sampleOf(S) {
  const { model, ids, pointLabels, ack } = S.header;
  if (!model || S.pending.some((e) => !FORESEEN.includes(e.t))) return null;
  const values = { ...model.values };
  const set = S.pending.filter((e) => e.t === "set" && e.seq > ack).map((e) => [e.name, e.v]);
  const held = S.gesture?.value?.();
  for (const [control, value] of held ? [...set, held] : set) {
    const name = String(control).replace(/^w_/, ""); // controls are named after their parameters
    if (!(name in values)) return null;
    values[name] = Number(value);
  }
  if (!isKnown(model.kernel, values)) return null;
  const F = forecast(S);
  const labels = new Map(ids.map((id, k) => [id, pointLabels[k]]));
  /** @type {Sample} */
  const sample = { kernel: model.kernel, values, ids: [], x: [], y: [], side: [] };
  const take = (id, [x, y], label) => {
    sample.ids.push(id), sample.x.push(x), sample.y.push(y), sample.side.push(label > 0 ? 1 : -1);
  };
  for (const [id, p] of F.at) take(id, p, F.label.get(id) ?? labels.get(id));
  F.added.forEach(({ p, label }, k) => take(-1 - k, p, label));
  const known = [...F.at.keys()].every((id) => F.label.has(id) || labels.has(id));
  const both = sample.side.includes(1) && sample.side.includes(-1);
  return known && both && sample.ids.length <= model.limit ? sample : null;
}

/** Trains from where the last training ended; one that is not done goes on in the next frame.
 * @type {(S: State, sample: Sample) => void} */
function trainPreview(S, { kernel, values, ids, x, y, side }) {
  const { preview } = S;
  const { C } = values;
  const start = ids.map((id) => {
    const a = preview.alpha.get(id) ?? 0;
    return a > 0 && a >= preview.C ? C : Math.min(a, C);
  });
  const alpha = Float64Array.from(start);
  const { error, b, optimal } = solve(gram(kernel, values, x, y), side, C, alpha, BUDGET);
  preview.C = C;
  preview.alpha = new Map(ids.map((id, k) => [id, alpha[k]]));
  preview.tries = optimal ? 0 : preview.tries + 1;
  if (!optimal) {
    if (preview.tries < TRIES) followHand(S);
    else preview.data = null;
    return;
  }
  const coef = alpha.map((a, k) => a * side[k]);
  const wrong = ids.map((_, k) => (side[k] - error[k] + b >= 0) !== (side[k] > 0));
  const model = { kernel, values, x, y, coef, b };
  paintTrained(S, model, { ids, x, y, side, alpha, wrong, C });
}

/** @type {(S: State, model: Expansion, points: any) => void} */
function paintTrained(S, model, points) {
  const { dom, preview, extent } = S;
  const used = model.coef.reduce((n, c) => n + (c === 0 ? 0 : 1), 0);
  const nodes = used * FINE * FINE <= SURFACE ? FINE : COARSE;
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
  preview.data = [...traces.values()];
  showTraces(S, preview.data, points.ids);
  preview.painted += 1;
  dom.root.dataset.previews = String(preview.painted);
}

/** @type {(f: Float64Array, nodes: number, extent: number[]) => object} */
function trainedShades(f, nodes, [x0, x1, y0, y1]) {
  const values = Int8Array.from(f, (value) => Math.round(127 * Math.tanh(value)));
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
  const size = (a) => Math.round(10 * (10 + 4 * Math.sqrt(a / largest))) / 10;
  return {
    symbol: of(() => "", () => "-dot", "").map((dot, k) => S.header.symbols[+(side[k] > 0)] + dot),
    size: of(size, size, 9),
    color: side.map((s) => colors[`class${+(s > 0)}`]),
    line: { color: of(() => ink, () => ink, page), width: of(() => 3, () => 1.5, 1) },
  };
}

/** @type {(trace: any, points: any, sizes: number[]) => object} */
function trainedCrosses({ marker }, { x, y, wrong }, sizes) {
  const only = (values) => values.filter((_, k) => wrong[k]);
  const size = only(sizes).map((of) => of + ARMS);
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
  const longest = ARROW * Math.min(x1 - x0, y1 - y0);
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
    if (word in NAMED) return Boolean(lines.get(NAMED[word])?.some(near));
    return isStill(word.startsWith("w") ? "normal" : "street");
  });
  const only = (values) => values.filter((_, k) => kept[k]);
  const { x: [ax, bx], y: [ay, by] } = traces.get("street") ?? { x: [0, 0], y: [0, 0] };
  const width = Number(Math.hypot(bx - ax, by - ay).toPrecision(4));
  const words = text.map((word) => word.replace(/^(2\/.* = ).*/, `$1${width}`));
  return { x: only(x), y: only(y), text: only(words), textposition: only(textposition) };
}
