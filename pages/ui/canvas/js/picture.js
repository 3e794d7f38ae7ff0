// A figure of two classes, painted without plotly.js: regions, lines and crosses behind its plot,
// words above it. The points are plotly.js's own marks, which get their new look.
import { clearWords } from "./clear_words.js";
import { setAttributes, setMarks, svg } from "./dom.js";
import { CROSS_EDGE, clipTo, crossPath, part, pathOf, stroke } from "./film_layers.js";
import { paintHeatmap } from "./film_regions.js";
import { toPixel } from "./geometry.js";
import { pointNodes } from "./overlay.js";
import { colorsOf, SHAPES } from "./theme.js";

const LINES = [
  "ghost", "frozenbelow", "frozenabove", "frozen", "below", "boundary", "above", "slack", "street", "normal", "hullminus", "hullplus",
];
const BARS = ["frozen", "boundary"]; // that no word crosses,
const MARGIN_LINES = ["below", "above", "frozenbelow", "frozenabove"]; // and those that one crosses where there is no other place
const KNOWN = [...LINES, "regions", "points", "wrong", "asked", "labels"];

// as plotly.js draws them: the dot in a mark, the head of an arrow, words beside their places
const MARK_DOT = "M0,0.5L0.5,0L0,-0.5L-0.5,0Z";
const HEAD = { back: Math.sin(0.4 * Math.PI), aside: Math.cos(0.4 * Math.PI) };
const SIDES = { left: -1, center: 0, right: 1, top: -1, middle: 0, bottom: 1 };
export const BASE = 0.25; // of the size of the type: from the middle of a word to its base line

const plain = (/** @type {string} */ symbol) => symbol.replace("-dot", "");
const at = (values, /** @type {number} */ k) => (Array.isArray(values) ? values[k] : values);

/** @type {(data: any[]) => any} */
export const pointsOf = (data) => data.find((trace) => trace.uid === "points");

/** The least diameter of the points' marks, in pixels. @type {(marker: any) => number} */
export function sizeOf(marker) {
  const sizes = marker?.size;
  return typeof sizes === "number" ? sizes : sizes?.length ? Math.min(...sizes) : 9;
}

/** Whether all of a figure can be painted here, but for the points, whose look can be changed.
 * @type {(data: any[]) => boolean} */
export function isPaintable(data) {
  const symbols = pointsOf(data)?.marker?.symbol;
  return Array.isArray(symbols) && data.every((trace) => KNOWN.includes(trace.uid))
    && symbols.every((symbol) => plain(symbol) in SHAPES && symbol !== "x");
}

/** All of a figure but its points. @type {(S: State, data: any[], layers: FilmLayers) => void} */
export function paintPicture(S, data, { shades, under, over }) {
  const traces = new Map(data.map((trace) => [trace.uid, trace]));
  paintHeatmap(S, traces.get("regions"), shades);
  clipTo(under, S.geom);
  clipTo(over, S.geom);
  for (const uid of LINES) paintLine(S, under, uid, traces.get(uid));
  setMarks(part(under, "wrong", "g"), "path", crosses(S, traces.get("wrong")));
  setMarks(part(over, "asked", "g"), "path", rings(S, traces.get("asked")));
  writeWords(S, part(over, "labels", "g"), traces);
}

/** The pixels of a trace. @type {(S: State, trace: any) => Pair[]} */
export const placesOf = (S, { x, y }) => Array.from(x, (value, k) => toPixel(S.geom, value, y[k]));

/** @type {(S: State, layer: Layer, uid: string, trace: any) => void} */
function paintLine(S, layer, uid, trace) {
  const { color = "none", width = 0, dash = "none" } = trace?.line ?? {};
  const places = trace ? placesOf(S, trace) : [];
  const style = stroke(color, width, { "stroke-dasharray": dash.replaceAll(",", " ") });
  part(layer, uid, "path", { d: pathOf(places), ...style });
  const size = trace?.marker?.size?.[1];
  if (size) part(layer, `${uid}-head`, "path", { d: headOf(places, size), fill: color });
  else layer.nodes.get(`${uid}-head`)?.setAttribute("d", "");
}

/** @type {(ends: Pair[], size: number) => string} */
function headOf([[ax, ay], [bx, by]], size) {
  const long = Math.hypot(bx - ax, by - ay);
  const [ux, uy] = [((bx - ax) / long) * size, ((by - ay) / long) * size];
  const base = (side) => [
    bx - HEAD.back * ux - side * HEAD.aside * uy, by - HEAD.back * uy + side * HEAD.aside * ux,
  ];
  return pathOf([[bx, by], base(1), base(-1), [bx, by]]);
}

/** Each with an edge of the page's colour, on which it stands out from any region.
 * @type {(S: State, trace: any) => Attributes[]} */
function crosses(S, trace) {
  const { size, line } = trace?.marker ?? {};
  const { page } = colorsOf(S, S.dom.theme);
  const drawn = (color, wider) => (trace ? placesOf(S, trace) : []).map((place, k) => ({
    d: crossPath(place, at(size, k) + 0.4 * wider), ...stroke(color(k), line.width + wider),
  }));
  return [...drawn(() => page, CROSS_EDGE), ...drawn((k) => at(line.color, k), 0)];
}

/** @type {(S: State, trace: any) => Attributes[]} */
function rings(S, trace) {
  const { size, line } = trace?.marker ?? {};
  return (trace ? placesOf(S, trace) : []).map(([x, y]) => ({
    d: SHAPES.circle(0.5 * size), transform: `translate(${x} ${y})`, ...stroke(line.color, line.width),
  }));
}

/** The words of a trace. @type {(S: State, trace: any) => import("./clear_words.js").Word[]} */
export const wordsOf = (S, trace) => placesOf(S, trace).map(([x, y], k) => {
  const [up, aside] = trace.textposition[k].split(" ");
  const side = [SIDES[aside], SIDES[up]];
  return { text: trace.text[k], size: trace.textfont.size, x, y, side };
});

/** @type {(S: State, group: SVGElement, traces: Map<string, any>) => void} */
function writeWords(S, group, traces) {
  group.replaceChildren();
  const trace = traces.get("labels");
  if (!trace) return;
  const { size, color } = trace.textfont;
  const words = wordsOf(S, trace);
  const lines = (uids) => uids.filter((uid) => traces.has(uid))
    .map((uid) => placesOf(S, traces.get(uid)));
  clearWords(words, S.geom, lines(BARS), lines(MARGIN_LINES)).forEach((middle, k) => {
    if (!middle) return;
    const place = { x: middle[0], y: middle[1] + BASE * size, "text-anchor": "middle" };
    const look = { "font-size": `${size}px`, "font-family": S.dom.theme.font, fill: color };
    svg("text", { ...place, ...look }, group).textContent = words[k].text;
  });
}

/** The mark of a point, as plotly.js draws it. @type {(marker: any, k: number) => Attributes} */
export function markOf({ symbol, size, color, line }, k) {
  const dot = symbol[k] === plain(symbol[k]) ? "" : MARK_DOT;
  const d = SHAPES[plain(symbol[k])](Math.round(50 * at(size, k)) / 100) + dot;
  return { d, fill: at(color, k), stroke: at(line.color, k), "stroke-width": at(line.width, k) };
}

/** The marks that plotly.js has drawn, as a newer figure wants them.
 * @type {(S: State, ids: number[], marker: any) => void} */
export function restyle(S, ids, marker) {
  const nodes = pointNodes(S);
  ids.forEach((id, k) => {
    const node = nodes.get(id);
    if (!node) return; // just added: the overlay shows it until plotly.js does
    const { d, fill, stroke, "stroke-width": width } = markOf(marker, k);
    if (node.getAttribute("d") !== d) setAttributes(node, { d });
    Object.assign(node.style, { fill, stroke, strokeWidth: `${width}px` });
  });
}
