// The picture that is ahead of plotly.js: what the hand has done and the server has not answered, or
// an answer that plotly.js has not drawn. All of it is painted on one 2-D canvas over the plot, which
// stays as it is: to change one element of the page would have the browser look at all its styles
// again, which takes longer than the picture.
import { element } from "./dom.js";
import { clearedCanvas, paintHeat } from "./film_regions.js";
import { labelOf, toPixel } from "./geometry.js";
import { wrongCrosses, pictureLines, markOf, placedWords, pointsOf, askedRings } from "./picture.js";
import { unacked } from "./store.js";
import { classColor, colorsOf } from "./theme.js";

const UNSEEN = ["view", "zoom", "plotly", "pick"]; // events that change no point and no model
const MOST_PATHS = 2000;

/** Whether something is held that will change the picture where it is let go.
 * @type {(S: State) => boolean} */
const isHeld = ({ gesture, carry }) => carry !== null
  || Boolean(gesture?.value?.() || gesture?.positions?.().length || gesture?.ghosts?.().length);

/** Whether the server has not answered all that is seen. @type {(S: State) => boolean} */
export const isAhead = (S) =>
  isHeld(S) || unacked(S).some((e) => !UNSEEN.includes(e.t));

/** Whether plotly.js has not drawn all that is seen. @type {(S: State) => boolean} */
const isUndrawn = (S) => isHeld(S) || S.pending.some((e) => !UNSEEN.includes(e.t))
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
  for (const { x, y, ...mark } of marksAhead(S, data, F)) {
    context.translate(x, y);
    drawPath(context, mark);
    context.translate(-x, -y);
  }
  for (const ring of askedRings(S, traces)) drawPath(context, ring);
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

/** The marks of all points where they are seen, with their looks in the newest picture.
 * @type {(S: State, data: any[], F: Forecast) => (Attributes & { x: number, y: number })[]} */
function marksAhead(S, data, F) {
  const { x, y, marker } = pointsOf(data);
  const place = (p, look) => {
    const [px, py] = toPixel(S.geom, p[0], p[1]);
    return { x: px, y: py, ...look };
  };
  if (!isAhead(S)) return Array.from(x, (u, k) => place([u, y[k]], markOf(marker, k)));
  const { data: trained, ids } = S.preview.data ? S.preview : { data: null, ids: S.dom.painted.ids };
  const index = new Map(ids.map((id, k) => [id, k]));
  const look = (id, label) => {
    const known = index.has(id) && (trained || label === undefined);
    return known ? markOf(marker, index.get(id)) : plainMark(S, label ?? labelOf(S, id) ?? 0);
  };
  return [
    ...Array.from(F.at, ([id, p]) => place(p, look(id, F.label.get(id)))),
    ...F.added.map(({ p, label }, k) => place(p, look(-1 - k, label))),
  ];
}

/** The mark of a point of which no model says anything. @type {(S: State, label: number) => Attributes} */
function plainMark(S, label) {
  const line = { color: colorsOf(S, S.dom.theme).page, width: 1 };
  const symbol = [S.header.symbols[label]];
  return markOf({ symbol, size: S.points.size, color: classColor(S, label), line }, 0);
}
