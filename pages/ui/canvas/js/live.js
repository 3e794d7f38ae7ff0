// The picture while a gesture goes on: the regions and lines of the newest figure are painted beside
// plotly.js, which takes many times as long to draw them. It draws its own again, and the rings of
// the support vectors, a few times a second and when the gesture has ended.
import { buildLayers, clipTo, part, pathOf, stroke } from "./film_layers.js";
import { paintHeatmap } from "./film_regions.js";
import { toPixel } from "./geometry.js";
import { colorsOf, resolveTokens } from "./theme.js";
import { typedArray } from "./wire.js";

const FULL_EVERY = 400; // milliseconds at least between two drawings by plotly.js,
const FULL_SHARE = 8; // and so many times what one takes
const PAINTED = ["below", "boundary", "above", "slack", "normal", "street", "ghost"];
const HIDDEN = [...PAINTED, "labels"];
const KNOWN = [...HIDDEN, "regions", "points", "wrong", "asked"]; // of a picture of two classes

/** Paints a figure if it differs from the drawn one in what is painted here alone.
 * @type {(S: State, figure: string) => boolean} */
export function paintLive(S, figure) {
  const { dom } = S;
  if (!S.gesture || S.film || !S.geom || !dom.frozen) return false;
  const { at, took } = dom.frozen;
  if (performance.now() - at > Math.max(FULL_EVERY, FULL_SHARE * took)) return false;
  const { data, layout } = JSON.parse(resolveTokens(figure, colorsOf(S, dom.theme)));
  if (data.some((trace) => !KNOWN.includes(trace.uid))) return false;
  if (frozenParts(S, data, layout) !== dom.frozen.of) return false;
  dom.liveLayers ??= buildLayers(dom, "svm-moving");
  const { shades, under } = dom.liveLayers;
  const byUid = new Map(data.map((trace) => [trace.uid, trace]));
  paintHeatmap(S, byUid.get("regions"), shades);
  clipTo(under, S.geom);
  for (const uid of PAINTED) {
    const trace = byUid.get(uid);
    const { color = "none", width = 0, dash = "none" } = trace?.line ?? {};
    const style = stroke(color, width, { "stroke-dasharray": dash.replaceAll(",", " ") });
    part(under, uid, "path", { d: trace ? lineOf(S, trace) : "", ...style });
  }
  dom.root.toggleAttribute("data-live", true);
  dom.drawn = ""; // by plotly.js: it draws the next one even if it has drawn the same before
  return true;
}

/** What has to be as it was drawn: the axes, the theme, the size, and the places of the points, of
 * which those that are dragged are drawn by the overlay.
 * @type {(S: State, data: any[], layout: any) => string} */
export function frozenParts({ dom: { theme, stage }, gesture }, data, layout) {
  const points = data.find((trace) => trace.uid === "points");
  const places = gesture?.positions ? String(points?.marker?.color) : JSON.stringify([points?.x, points?.y]);
  return [theme.signature, stage.clientWidth, stage.clientHeight, JSON.stringify(layout), places]
    .join("|");
}

/** Plotly.js has drawn a figure, which took so many milliseconds: that is what is seen again.
 * @type {(S: State, frozen: string, took: number) => void} */
export function endLive(S, frozen, took) {
  const { dom } = S;
  if (!S.header.tools.length) return;
  dom.frozen = { at: performance.now(), took, of: frozen };
  dom.root.toggleAttribute("data-live", false);
  for (const node of dom.plot.querySelectorAll(".heatmaplayer, .scatterlayer > .trace")) {
    node.classList.toggle("svm-painted", isPainted(node));
  }
}

const isPainted = (/** @type {Element} */ node) =>
  node.classList.contains("heatmaplayer") || HIDDEN.some((uid) => node.classList.contains(`trace${uid}`));

/** @type {(S: State, trace: any) => string} */
function lineOf(S, { x, y }) {
  const [xs, ys] = [x, y].map((values) => (values?.bdata ? typedArray(values) : values));
  return pathOf(Array.from(xs, (value, k) => toPixel(S.geom, value, ys[k])));
}
