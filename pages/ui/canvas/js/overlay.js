// The overlay above the plot: pending edits are shown here within 1 to 2 ms; the plot itself
// follows when the server has answered.
import { paintAhead } from "./ahead.js";
import { setAttributes, setCircles, svg } from "./dom.js";
import { showLine } from "./drawn_line.js";
import { scheduleFilm } from "./film.js";
import { forecast } from "./forecast.js";
import { labelOf, toPixel } from "./geometry.js";
import { drawHighlight } from "./highlight_layer.js";
import { classColor, isTurned, shapePath } from "./theme.js";

export const SPRAY_RADIUS = 28;
export const ERASE_RADIUS = 12;
export const GRIP = 22; // radius of a handle of the tool "move"

export function buildOverlay(/** @type {Element} */ stage) {
  const root = svg("svg", { class: "svm-overlay", "aria-hidden": "true" }, stage);
  const layer = (name) => svg("g", { class: name }, root);
  return {
    root,
    ghosts: layer("svm-ghosts"),
    highlight: layer("svm-highlight"),
    selection: layer("svm-selection"),
    band: svg("rect", { class: "svm-band", visibility: "hidden" }, root),
    brush: svg("circle", { class: "svm-brush", visibility: "hidden" }, root),
    cross: svg("path", { class: "svm-cross", visibility: "hidden" }, root),
    grips: layer("svm-grips"),
    line: /** @type {SVGElement | null} */ (null), // in the hand, see drawn_line.js
    /** Marks of plotly.js that are shown elsewhere. @type {Set<SVGElement>} */
    hidden: new Set(),
  };
}

export function refresh(/** @type {State} */ S) {
  scheduleFilm(S);
  const { dom, geom } = S;
  if (!dom || !S.header.tools.length || !geom || !S.points) return;
  const F = forecast(S);
  S.shown = { ids: [...F.at.keys()], x: [], y: [] };
  for (const [x, y] of F.at.values()) S.shown.x.push(x), S.shown.y.push(y);
  clearGhosts(dom.overlay);
  if (!paintAhead(S, F)) drawGhosts(S, F);
  if (isHandles(S)) {
    if (showLine(S)) clearGhosts(dom.overlay); // the line says where a handle is
    return drawGrips(S);
  }
  drawSelection(S);
  drawCross(S);
  drawHighlight(S);
}

/** plotly.js reuses its nodes for other points: what was hidden is shown again.
 * @type {(overlay: Overlay) => void} */
function clearGhosts({ ghosts, hidden }) {
  if (ghosts.childElementCount) ghosts.replaceChildren();
  for (const node of hidden) node.style.visibility = "";
  hidden.clear();
}

/** The points where they will be, in place of those that plotly.js has drawn.
 * @type {(S: State, F: Forecast) => void} */
function drawGhosts(S, F) {
  const { ghosts, hidden } = S.dom.overlay;
  const nodes = pointNodes(S);
  const changed = new Set([...F.moved, ...F.label.keys()]);
  for (const id of isHandles(S) ? [] : [...F.gone, ...changed]) {
    const node = nodes.get(id);
    if (!node) continue;
    node.style.visibility = "hidden";
    hidden.add(node);
  }
  for (const id of changed) {
    if (F.at.has(id)) drawMoved(S, ghosts, nodes.get(id), F.at.get(id), F.label.get(id), id);
  }
  for (const { p, label } of F.added) drawMark(S, ghosts, p, label);
}

/** The marks of the edited trace as plotly.js has drawn them, by id.
 * @type {(S: State) => Map<number, SVGElement>} */
function pointNodes(S) {
  const nodes = new Map();
  for (const node of S.dom.plot.querySelectorAll(".scatterlayer .tracepoints .points > path")) {
    const k = node.__data__?.i;
    if (k !== undefined) nodes.set(S.points.ids[k], node);
  }
  return nodes;
}

/** @type {(S: State, layer: Element, node: SVGElement, position: Pair, label: number,
 *   id: number) => void} */
function drawMoved(S, layer, node, position, label, id) {
  if (label !== undefined || !node) {
    drawMark(S, layer, position, label ?? labelOf(S, id) ?? 0);
    return;
  }
  const copy = /** @type {SVGElement} */ (node.cloneNode());
  const [x, y] = toPixel(S.geom, ...position);
  copy.setAttribute("transform", `translate(${x},${y})`);
  copy.style.visibility = "";
  copy.style.display = "";
  layer.append(copy);
}

/** @type {(S: State, layer: Element, position: Pair, label: number) => void} */
function drawMark(S, layer, [x, y], label) {
  const [px, py] = toPixel(S.geom, x, y);
  const turn = isTurned(S, label) ? " rotate(45)" : "";
  svg("path", {
    d: shapePath(S, label, S.points.size / 2), fill: classColor(S, label), class: "svm-ghost",
    transform: `translate(${px},${py})${turn}`,
  }, layer);
}

function drawSelection(/** @type {State} */ S) {
  const layer = S.dom.overlay.selection;
  if (layer.childElementCount) layer.replaceChildren();
  const { ids, x, y } = S.shown;
  ids.forEach((id, k) => {
    const [cx, cy] = toPixel(S.geom, x[k], y[k]);
    if (S.selection.has(id)) svg("circle", { cx, cy, r: S.points.size / 2 + 5 }, layer);
  });
  showSelectionBar(S);
}

function showSelectionBar(/** @type {State} */ S) {
  const { bar, count } = S.dom.selectionBar;
  bar.classList.toggle("svm-shown", S.selection.size > 0);
  const text = `${S.selection.size} selected`;
  if (count.textContent !== text) count.textContent = text;
}

function drawCross(/** @type {State} */ S) {
  const { cross } = S.dom.overlay;
  const visible = S.keys.cross && document.activeElement === S.dom.plot;
  cross.setAttribute("visibility", visible ? "visible" : "hidden");
  if (!visible) return;
  const { ox, oy, w, h } = S.geom;
  const [x, y] = toPixel(S.geom, S.keys.cross[0], S.keys.cross[1]);
  const across = `M${ox},${y}H${x - 9}M${x + 9},${y}H${ox + w}`;
  const down = `M${x},${oy}V${y - 9}M${x},${y + 9}V${oy + h}`;
  const ring = `M${x + 9},${y}A9,9 0 1,1 ${x - 9},${y}A9,9 0 1,1 ${x + 9},${y}`;
  cross.setAttribute("d", across + down + ring);
}

/** @type {(S: State, a: Pixel | null, b?: Pixel) => void} */
export function drawBand(S, a, b) {
  const { band } = S.dom?.overlay ?? {};
  if (!band) return;
  band.setAttribute("visibility", a ? "visible" : "hidden");
  if (!a) return;
  setAttributes(band, {
    x: Math.min(a.px, b.px), y: Math.min(a.py, b.py),
    width: Math.abs(a.px - b.px), height: Math.abs(a.py - b.py),
  });
}

/** @type {(S: State, at: Pixel | null) => void} */
export function drawBrush(S, at) {
  const { brush } = S.dom?.overlay ?? {};
  if (!brush) return;
  const radius = { spray: SPRAY_RADIUS, erase: ERASE_RADIUS }[S.tool];
  const visible = radius && at?.inside;
  brush.setAttribute("visibility", visible ? "visible" : "hidden");
  if (visible) setAttributes(brush, { cx: at.px, cy: at.py, r: radius });
}

export const isHandles = (/** @type {State} */ S) => S.tool === "move";
/** @type {(S: State) => number | null} */
export const chosenHandle = (S) => (S.points?.ids.includes(S.keys.chosen) ? S.keys.chosen : null);

function drawGrips(/** @type {State} */ S) {
  const { plot, overlay: { grips } } = S.dom;
  const { ids, x, y } = S.points;
  setCircles(grips, ids.map((_, k) => {
    const [cx, cy] = toPixel(S.geom, x[k], y[k]);
    return { class: "svm-grip", r: GRIP, cx, cy };
  }));
  const shown = document.activeElement === plot && !plot.hasAttribute("data-pointer");
  const chosen = shown ? chosenHandle(S) : null;
  ids.forEach((id, k) => grips.children[k].toggleAttribute("data-chosen", id === chosen));
}
