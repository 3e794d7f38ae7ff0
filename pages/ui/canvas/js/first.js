// The picture before plotly.js is there, which takes a second or more on a first visit: regions,
// lines and points where plotly.js will draw them, but no axes. Points can be placed, moved and
// deleted; only what moves the axes waits for plotly.js.
import { setMarks } from "./dom.js";
import { buildLayers, part } from "./film_layers.js";
import { refresh } from "./overlay.js";
import { isPaintable, markOf, paintPicture, pointsOf, sizeOf } from "./picture.js";
import { locate, scaleOf, toPixel } from "./geometry.js";
import { colorsOf, resolveTokens } from "./theme.js";
import { parseFigure } from "./wire.js";

/** @type {(S: State, message: Message) => void} */
export function paintFirst(S, { header, figure }) {
  const { dom } = S;
  if (window.Plotly?.react || dom.painted || !header.tools.length || header.film) return;
  const { data, layout } = parseFigure(resolveTokens(figure, colorsOf(S, dom.theme)));
  if (!isPaintable(data)) return;
  S.geom = { ...foreseen(zoomedTo(layout, header.zoom), dom.stage), scale: scaleOf(dom.root) };
  locate(S);
  dom.layers ??= buildLayers(dom, "svm-picture");
  paintPicture(S, data, dom.layers);
  const { x, y, marker } = pointsOf(data);
  const marks = Array.from(x, (value, k) => {
    const [px, py] = toPixel(S.geom, value, y[k]);
    return { ...markOf(marker, k), transform: `translate(${px} ${py})` };
  });
  setMarks(part(dom.layers.under, "first", "g"), "path", marks);
  S.points = { ids: header.ids, x: [...x], y: [...y], size: sizeOf(marker) };
  dom.root.toggleAttribute("data-painted", true);
  refresh(S);
}

/** Plotly.js has drawn the points. */
export function clearFirst(/** @type {State} */ { dom }) {
  dom?.layers?.under.nodes.get("first")?.replaceChildren();
}

/** @type {(layout: any, box: number[] | null) => any} */
const zoomedTo = (layout, box) => (box
  ? { ...layout, xaxis: { range: box.slice(0, 2) }, yaxis: { range: box.slice(2) } }
  : layout);

/** The axes of a board: one scale for both, about the middle of their ranges.
 * @type {(layout: any, stage: HTMLElement) => Geometry} */
function foreseen({ xaxis, yaxis, margin: { l, r, t, b } }, stage) {
  const [w, h] = [stage.clientWidth - l - r, stage.clientHeight - t - b];
  const unit = Math.max(...[[xaxis, w], [yaxis, h]].map(([{ range }, px]) => (range[1] - range[0]) / px));
  const around = ([low, high], px) => [low + high - unit * px, low + high + unit * px].map((v) => v / 2);
  const [[x0, x1], [y0, y1]] = [around(xaxis.range, w), around(yaxis.range, h)];
  return { ox: l, oy: t, w, h, x0, x1, y0, y1 };
}
