// The picture that is ahead of plotly.js: what the hand has done and the server has not answered, or
// an answer that plotly.js has not drawn. All of it is painted on one 2-D canvas over the plot, which
// stays as it is: to change one element of the page would have the browser look at all its styles
// again, which takes longer than the picture.
import { element } from "./dom.js";
import { clearedCanvas, paintHeat } from "./film_regions.js";
import { toPixel } from "./geometry.js";
import { PLAIN_MARK } from "./mark_sizes.js";
import { wrongCrosses, pictureLines, markOf, placedWords, pointsOf, askedRings } from "./picture.js";
import { unacked } from "./store.js";
import { classColor, colorsOf } from "./theme.js";

const UNSEEN = ["view", "zoom", "plotly", "pick"]; // events that change no point and no model
const MOST_PATHS = 2000;

/** Whether something is held that will change the picture where it is let go.
 * @type {(S: State) => boolean} */
const isHeld = ({ gesture, keys }) => keys.carry !== null
  || Boolean(gesture?.value?.() || gesture?.positions?.().length || gesture?.ghosts?.().length);

/** Whether the server has not answered all that is seen. @type {(S: State) => boolean} */
export const isAhead = (S) =>
  isHeld(S) || unacked(S).some((e) => !UNSEEN.includes(e.t));

/** Whether plotly.js has not drawn all that is seen. @type {(S: State) => boolean} */
const isUndrawn = (S) => isHeld(S) || S.outbox.pending.some((e) => !UNSEEN.includes(e.t))
  || S.dom.painted.figure !== S.dom.frozen.figure;

/** What is seen of a picture: the server's, or the one that the browser is ahead with.
 * @type {(S: State, data: any[]) => any[]} */
export function seenOf(S, data) {
  if (!isAhead(S)) S.preview.data = null;
  return S.preview.data ?? data;
}

/** Paints what plotly.js has not drawn, and covers what it has; false where it draws all by itself.
 * @type {(S: State, F: Forecast) => boolean} */
export function paintAhead(S, F) {
  const { dom } = S;
  const shown = Boolean(dom.painted) && isUndrawn(S);
  if (shown) paintAll(S, F);
  if (dom.ahead) dom.ahead.style.visibility = shown ? "visible" : "hidden";
  return Boolean(dom.painted);
}

/** @type {(S: State, F: Forecast) => void} */
function paintAll(S, F) {
  const { dom, geom: { ox, oy } } = S;
  if (!dom.ahead) {
    dom.ahead = element("canvas", { class: "svm-ahead", "aria-hidden": "true" });
    dom.ahead.getContext("2d", { alpha: false });
    dom.layers.over.root.after(dom.ahead);
  }
  const data = seenOf(S, dom.painted.data);
  const traces = new Map(data.map((trace) => [trace.uid, trace]));
  const context = clearedCanvas(S, dom.ahead, devicePixelRatio * S.geom.scale);
  context.fillStyle = dom.theme.page;
  context.fillRect(0, 0, dom.ahead.width, dom.ahead.height);
  if (traces.has("regions")) paintHeat(S, traces.get("regions"), context);
  context.translate(-ox, -oy);
  context.lineJoin = "round";
  for (const [, line] of pictureLines(S, traces)) drawPath(context, line);
  for (const cross of wrongCrosses(S, traces)) drawPath(context, cross);
  context.lineJoin = "miter";
  drawPoints(S, context, data, F);
  for (const { place, ring } of askedRings(S, traces)) drawAt(context, place, ring);
  context.textAlign = "center";
  for (const word of placedWords(S, traces)) {
    context.font = `${word["font-size"]} ${word["font-family"]}`;
    context.fillStyle = word.fill;
    context.fillText(word.text, word.x, word.y);
  }
}

/** Paths by the text that describes them. @type {Map<string, Path2D>} */
const PATHS = new Map();

/** @type {(d: string) => Path2D} */
function pathFor(d) {
  if (PATHS.size > MOST_PATHS) PATHS.clear();
  if (!PATHS.has(d)) PATHS.set(d, new Path2D(d));
  return PATHS.get(d);
}

/** A path as SVG describes it. @type {(context: CanvasRenderingContext2D, path: Attributes) => void} */
function drawPath(context, { d, fill = "none", stroke = "none", "stroke-width": width, "stroke-dasharray": dashes = "none" }) {
  if (!d) return;
  const path = pathFor(String(d));
  if (fill !== "none") {
    context.fillStyle = String(fill);
    context.fill(path);
  }
  if (stroke === "none") return;
  context.strokeStyle = String(stroke);
  context.lineWidth = Number(width);
  context.setLineDash(dashes === "none" ? [] : String(dashes).match(/[\d.]+/g).map(Number));
  context.stroke(path);
}

/** @type {(S: State, context: CanvasRenderingContext2D, p: ArrayLike<number>, mark: Attributes) => void} */
function drawMark(S, context, p, mark) {
  drawAt(context, toPixel(S.geom, p[0], p[1]), mark);
}

/** A path around a place in pixels. @type {(context: CanvasRenderingContext2D, place: Pair, path: Attributes) => void} */
function drawAt(context, [x, y], path) {
  context.translate(x, y);
  drawPath(context, path);
  context.translate(-x, -y);
}

/** All points where they are seen, with their looks in the newest picture.
 * @type {(S: State, context: CanvasRenderingContext2D, data: any[], F: Forecast) => void} */
function drawPoints(S, context, data, F) {
  const { x, y, marker } = pointsOf(data);
  if (!isAhead(S)) return x.forEach((u, k) => drawMark(S, context, [u, y[k]], markOf(marker, k)));
  const trained = S.preview.data !== null;
  const index = new Map((trained ? S.preview.ids : S.dom.painted.ids).map((id, k) => [id, k]));
  const labels = new Map(S.header.ids.map((id, k) => [id, S.header.pointLabels[k]]));
  const plain = S.header.names.map((_, label) => plainMark(S, label));
  const look = (id, label) => (index.has(id) && (trained || label === labels.get(id))
    ? markOf(marker, index.get(id)) : plain[label]);
  /** @type {Ghost[]} */
  const still = [];
  const others = F.added.map(({ p, label }, k) => ({ p, mark: look(-1 - k, label) }));
  for (const [id, p] of F.at) {
    const label = F.label.get(id) ?? labels.get(id) ?? 0;
    const mark = look(id, label);
    if (!F.moved.has(id)) still.push({ p, label });
    if (F.moved.has(id) || !isSame(mark, plain[label])) others.push({ p, mark });
  }
  drawStill(S, context, still, plain);
  for (const { p, mark } of others) drawMark(S, context, p, mark);
}

/** @type {(one: Attributes, other: Attributes) => boolean} */
const isSame = (one, other) => Object.keys(one).every((name) => one[name] === other[name]);

/** Points that are not in the hand, painted once for many pictures as if no model said anything of
 * them: the mark of a support vector is larger, and is painted over it.
 * @type {(S: State, context: CanvasRenderingContext2D, points: Ghost[], plain: Attributes[]) => void} */
function drawStill(S, context, points, plain) {
  const { dom, geom } = S;
  const of = JSON.stringify([geom, plain, points.length]);
  const before = dom.stillPoints;
  const known = before?.of === of && points.every(({ p, label }, k) => {
    const other = before.points[k];
    return other.p[0] === p[0] && other.p[1] === p[1] && other.label === label;
  });
  const canvas = before?.canvas ?? document.createElement("canvas");
  if (!known) {
    const own = clearedCanvas(S, canvas, devicePixelRatio * geom.scale);
    own.translate(-geom.ox, -geom.oy);
    for (const { p, label } of points) drawMark(S, own, p, plain[label]);
    dom.stillPoints = { of, points, canvas };
  }
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(canvas, 0, 0);
  context.restore();
}

/** The mark of a point of which no model says anything. @type {(S: State, label: number) => Attributes} */
function plainMark(S, label) {
  const line = { color: colorsOf(S, S.dom.theme).page, width: 1 };
  const symbol = [S.header.symbols[label]];
  const size = Math.min(S.points.size, PLAIN_MARK);
  return markOf({ symbol, size, color: classColor(S, label), line }, 0);
}
