// A figure of two classes, painted without plotly.js: regions, lines and crosses behind its plot,
// words above it. The points are plotly.js's own marks, which get their new look.
import { setAttributes, setMarks, svg } from "./dom.js";
import { clipTo, crossPath, part, pathOf, stroke } from "./film_layers.js";
import { paintHeatmap } from "./film_regions.js";
import { toPixel } from "./geometry.js";
import { pointNodes } from "./overlay.js";
import { SHAPES } from "./theme.js";

const LINES = [
  "ghost", "frozenbelow", "frozenabove", "frozen", "below", "boundary", "above", "slack", "street", "normal", "hullminus", "hullplus",
];
const KNOWN = [...LINES, "regions", "points", "wrong", "asked", "labels"];

// as plotly.js draws them: the dot in a mark, the head of an arrow, words beside their places
const MARK_DOT = "M0,0.5L0.5,0L0,-0.5L-0.5,0Z";
const HEAD = { back: Math.sin(0.4 * Math.PI), aside: Math.cos(0.4 * Math.PI) };
const ANCHORS = { left: "end", center: "middle", right: "start" };
const RISES = { top: -0.25, middle: 0.25, bottom: 0.75 }; // of the size of the type

const plain = (/** @type {string} */ symbol) => symbol.replace("-dot", "");
const at = (values, /** @type {number} */ k) => (Array.isArray(values) ? values[k] : values);

/** @type {(data: any[]) => any} */
export const pointsOf = (data) => data.find((trace) => trace.uid === "points");

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
  writeWords(S, part(over, "labels", "g"), traces.get("labels"));
}

/** The pixels of a trace. @type {(S: State, trace: any) => Pair[]} */
const placesOf = (S, { x, y }) => Array.from(x, (value, k) => toPixel(S.geom, value, y[k]));

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

/** @type {(S: State, trace: any) => Attributes[]} */
function crosses(S, trace) {
  const { size, line } = trace?.marker ?? {};
  return (trace ? placesOf(S, trace) : []).map((place, k) => ({
    d: crossPath(place, at(size, k)), ...stroke(at(line.color, k), line.width),
  }));
}

/** @type {(S: State, trace: any) => Attributes[]} */
function rings(S, trace) {
  const { size, line } = trace?.marker ?? {};
  return (trace ? placesOf(S, trace) : []).map(([x, y]) => ({
    d: SHAPES.circle(0.5 * size), transform: `translate(${x} ${y})`, ...stroke(line.color, line.width),
  }));
}

/** @type {(S: State, group: SVGElement, trace: any) => void} */
function writeWords(S, group, trace) {
  group.replaceChildren();
  (trace ? placesOf(S, trace) : []).forEach(([x, y], k) => {
    const [up, aside] = trace.textposition[k].split(" ");
    const { size, color } = trace.textfont;
    const place = { x, y: y + RISES[up] * size, "text-anchor": ANCHORS[aside] };
    const look = { "font-size": `${size}px`, "font-family": S.dom.theme.font, fill: color };
    svg("text", { ...place, ...look }, group).textContent = trace.text[k];
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
