// The multipliers of a moment as bars: in the order of the film, over the pale bars of the figure.
import { clipTo, part, stroke } from "./film_layers.js";
import { row } from "./films.js";
import { colorsOf } from "./theme.js";

const WIDE = 0.8; // of the place of a bar

/** The bars of one class in a chart, as a path. Bars of height 0 are left out.
 * @type {(F: FilmStore, axes: any, label: number) => string} */
export function barsOf({ film, k, points }, { xaxis, yaxis }, label) {
  const alpha = row(film, "alpha", k);
  const floor = yaxis._offset + yaxis.d2p(0);
  return Array.from(film.order, (i, place) => {
    if ((points.label[i] > 0 ? 1 : 0) !== label || !(alpha[i] > 0)) return "";
    const [left, right] = [-WIDE / 2, WIDE / 2].map((d) => xaxis._offset + xaxis.d2p(place + d));
    const top = yaxis._offset + Math.max(yaxis.d2p(alpha[i]), 0);
    return `M${left.toFixed(1)},${floor.toFixed(1)}V${top.toFixed(1)}H${right.toFixed(1)}V${floor.toFixed(1)}Z`;
  }).join("");
}

/** Class -1 in full colour, class +1 as an outline on a pale fill: told apart without colours too.
 * @type {(S: State, F: FilmStore, layers: FilmLayers) => void} */
export function paintBars(S, F, { over }) {
  const layout = S.dom.plot._fullLayout;
  if (!layout.yaxis || !F.film.order) return;
  const colors = colorsOf(S, S.dom.theme);
  clipTo(over, { ox: 0, oy: 0, w: layout.width, h: layout.height });
  for (const [label, look] of [["fill-opacity", 1], ["fill-opacity", 0.35]].entries()) {
    const fill = colors[`class${label}`];
    const d = barsOf(F, layout, label);
    part(over, `bars${label}`, "path", { d, ...stroke(fill, 1.5), fill, [look[0]]: look[1] });
  }
  S.dom.root.dataset.frame = String(F.film.update[F.k]);
}
