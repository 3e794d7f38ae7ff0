// A figure of two classes, painted without plotly.js: regions, lines and crosses behind its plot,
// words above it. The points are plotly.js's own marks.
import { clearWords } from "./clear_words.js";
import { setMarks, svg } from "./dom.js";
import { CROSS_EDGE, clipTo, crossPath, part, pathOf, stroke } from "./film_layers.js";
import { paintHeatmap } from "./film_regions.js";
import { toPixel } from "./geometry.js";
import { PLAIN_MARK } from "./mark_sizes.js";
import { colorsOf, SHAPES } from "./theme.js";

const LINES = [
  "ghost", "frozenbelow", "frozenabove", "frozen", "below", "boundary", "above", "slack", "street", "normal", "hullminus", "hullplus",
];
const HEADED = ["street", "normal"];
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
  return typeof sizes === "number" ? sizes : sizes?.length ? Math.min(...sizes) : PLAIN_MARK;
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
  for (const [name, line] of pictureLines(S, traces)) part(under, name, "path", line);
  setMarks(part(under, "wrong", "g"), "path", wrongCrosses(S, traces));
  setMarks(part(over, "asked", "g"), "path", askedRings(S, traces).map(({ place: [x, y], ring }) => (
    { ...ring, transform: `translate(${x} ${y})` })));
  const words = part(over, "labels", "g");
  words.replaceChildren();
  for (const { text, ...look } of placedWords(S, traces)) {
    svg("text", { ...look, "text-anchor": "middle" }, words).textContent = text;
  }
}

/** The pixels of a trace. @type {(S: State, trace: any) => Pair[]} */
export const placesOf = (S, { x, y }) => Array.from(x, (value, k) => toPixel(S.geom, value, y[k]));

/** The lines of a picture and the heads of its arrows as paths, by name; empty where there is none.
 * @type {(S: State, traces: Map<string, any>) => [string, Attributes][]} */
export const pictureLines = (S, traces) => LINES.flatMap((uid) => {
  const trace = traces.get(uid);
  const { color = "none", width = 0, dash = "none" } = trace?.line ?? {};
  const places = trace ? placesOf(S, trace) : [];
  const look = stroke(color, width, { "stroke-dasharray": dash.replaceAll(",", " ") });
  const size = trace?.marker?.size?.[1];
  const head = { d: size ? headOf(places, size) : "", fill: color };
  /** @type {[string, Attributes][]} */
  const parts = [[uid, { d: pathOf(places), ...look }]];
  return HEADED.includes(uid) ? [...parts, [`${uid}-head`, head]] : parts;
});

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
 * @type {(S: State, traces: Map<string, any>) => Attributes[]} */
export function wrongCrosses(S, traces) {
  const trace = traces.get("wrong");
  const { size, line } = trace?.marker ?? {};
  const { page } = colorsOf(S, S.dom.theme);
  const drawn = (color, wider) => (trace ? placesOf(S, trace) : []).map((place, k) => ({
    d: crossPath(place, at(size, k) + 0.4 * wider), ...stroke(color(k), line.width + wider),
  }));
  return [...drawn(() => page, CROSS_EDGE), ...drawn((k) => at(line.color, k), 0)];
}

/** Rings around the point that is asked about.
 * @type {(S: State, traces: Map<string, any>) => { place: Pair, ring: Attributes }[]} */
export function askedRings(S, traces) {
  const trace = traces.get("asked");
  const { size, line } = trace?.marker ?? {};
  const ring = trace && { d: SHAPES.circle(0.5 * size), ...stroke(line.color, line.width) };
  return (trace ? placesOf(S, trace) : []).map((place) => ({ place, ring }));
}

/** The words of a trace. @type {(S: State, trace: any) => import("./clear_words.js").Word[]} */
export const wordsOf = (S, trace) => placesOf(S, trace).map(([x, y], k) => {
  const [up, aside] = trace.textposition[k].split(" ");
  const side = [SIDES[aside], SIDES[up]];
  return { text: trace.text[k], size: trace.textfont.size, x, y, side };
});

/** The words of a picture where nothing crosses them, by their middles and base lines.
 * @type {(S: State, traces: Map<string, any>) => PlacedWord[]} */
export function placedWords(S, traces) {
  const trace = traces.get("labels");
  if (!trace) return [];
  const { size, color } = trace.textfont;
  const words = wordsOf(S, trace);
  const lines = (uids) => uids.filter((uid) => traces.has(uid))
    .map((uid) => placesOf(S, traces.get(uid)));
  const look = { "font-size": `${size}px`, "font-family": S.dom.theme.font, fill: color };
  const middles = clearWords(words, S.geom, lines(BARS), lines(MARGIN_LINES));
  return middles.flatMap((middle, k) =>
    (middle ? [{ text: words[k].text, x: middle[0], y: middle[1] + BASE * size, ...look }] : []));
}

/** Outlines of marks by symbol and radius: hundreds are alike. @type {Map<string, string>} */
const OUTLINES = new Map();

/** @type {(symbol: string, r: number) => string} */
function outlineOf(symbol, r) {
  const key = `${symbol} ${r}`;
  const dot = symbol === plain(symbol) ? "" : MARK_DOT;
  if (!OUTLINES.has(key)) OUTLINES.set(key, SHAPES[plain(symbol)](r) + dot);
  return OUTLINES.get(key);
}

/** The mark of a point, as plotly.js draws it. @type {(marker: any, k: number) => Attributes} */
export function markOf({ symbol, size, color, line }, k) {
  const d = outlineOf(symbol[k], Math.round(50 * at(size, k)) / 100);
  return { d, fill: at(color, k), stroke: at(line.color, k), "stroke-width": at(line.width, k) };
}
