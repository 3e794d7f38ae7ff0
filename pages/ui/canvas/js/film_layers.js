// The layers that a film is painted on, below and above the plot, and helpers to paint on them.
import { element, setAttributes, svg } from "./dom.js";

export function buildFilm(/** @type {Dom} */ dom) {
  dom.stage.toggleAttribute("data-film", true);
  return buildLayers(dom, "svm-film");
}

/** Layers of a class behind and above the plot, with the pixels of the stage.
 * @type {(dom: Dom, css: string) => FilmLayers} */
export function buildLayers({ plot }, css) {
  const shades = element("canvas", { class: css, "aria-hidden": "true" });
  const layer = (name) => {
    const root = svg("svg", { class: `svm-overlay ${css} ${css}-${name}`, "aria-hidden": "true" });
    const inner = svg("svg", {}, root); // with the pixels of the stage, clipped to the axes
    return { root, inner, nodes: /** @type {Map<string, SVGElement>} */ (new Map()) };
  };
  const under = layer("under");
  const over = layer("over");
  plot.before(shades, under.root);
  plot.after(over.root);
  return { shades, under, over };
}

export function clearFilm(/** @type {State} */ S) {
  S.dom?.stage.querySelectorAll(".svm-film").forEach((node) => node.remove());
  for (const name of ["data-film", "data-shows"]) S.dom?.stage.removeAttribute(name);
  if (S.dom) S.dom.film = null;
}

/** An inner <svg> with the pixels of the stage that shows nothing outside of the axes.
 * @type {(layer: Layer, axes: Pick<Geometry, "ox" | "oy" | "w" | "h">) => void} */
export function clipTo({ inner }, { ox, oy, w, h }) {
  const box = `${ox} ${oy} ${w} ${h}`;
  if (inner.getAttribute("viewBox") === box) return;
  setAttributes(inner, { x: ox, y: oy, width: w, height: h, viewBox: box });
}

/** The node of that name in a layer, made when it is first asked for.
 * @type {(layer: Layer, name: string, kind: "path" | "g", attributes?: Attributes) => SVGElement}
 */
export function part(layer, name, kind, attributes = {}) {
  let node = layer.nodes.get(name);
  if (!node) {
    node = svg(kind, { class: `svm-film-${name}`, fill: "none" }, layer.inner);
    layer.nodes.set(name, node);
  }
  for (const [key, value] of Object.entries(attributes)) {
    if (node.getAttribute(key) !== String(value)) node.setAttribute(key, String(value));
  }
  return node;
}

/** @type {(color: string, width: number, more?: Attributes) => Attributes} */
export const stroke = (color, width, more = {}) => ({
  stroke: color, "stroke-width": width, "stroke-linejoin": "round", ...more,
});

export const CROSS_EDGE = 3; // pixels by which the edge of a cross is wider than its line

/** A cross around a pixel, `size` wide. @type {(at: Pair, size: number) => string} */
export function crossPath([x, y], size) {
  const arm = 0.5 * size;
  return `M${x - arm},${y - arm}l${size},${size}m0,${-size}l${-size},${size}`;
}

/** A polyline through pixels; an entry that is no number begins another one. */
export function pathOf(/** @type {number[][]} */ points) {
  let d = "";
  let pen = "M";
  for (const [x, y] of points) {
    if (Number.isFinite(x + y)) {
      d += `${pen}${x.toFixed(2)},${y.toFixed(2)}`;
      pen = "L";
    } else pen = "M";
  }
  return d;
}
