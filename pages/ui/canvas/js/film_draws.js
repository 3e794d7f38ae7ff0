// Draws of points that move at random: all draws so far on top of each other as small dots behind
// the lines, the last one larger, with a cross where the visitor's line misclassifies a point.
import { setMarks } from "./dom.js";
import { clipTo, crossPath, part, stroke } from "./film_layers.js";
import { row } from "./films.js";
import { toPixel } from "./geometry.js";
import { colorsOf, shapePath } from "./theme.js";

const MOVED_DOT = 3.5, MOVED_CROSS = 13; // pixels across
const LAST_RADIUS = 5;
const DOT_OPACITY = 0.45;

/** The places of the points in draw k. @type {(F: FilmStore, k: number) => Pair[]} */
export function movedPlaces({ film, points }, k) {
  const moves = row(film, "moves", k);
  return Array.from(points.label, (_, i) => [
    points.x[i] + film.step * moves[2 * i], points.y[i] + film.step * moves[2 * i + 1],
  ]);
}

/** Whether the visitor's line, w and b, misclassifies a place; f = 0 is class +1.
 * @type {(own: number[], at: Pair, label: number) => boolean} */
export const isMisclassified = ([w1, w2, b], [x, y], label) => w1 * x + w2 * y + b >= 0 !== label > 0;

/** @type {(S: State, F: FilmStore, layers: FilmLayers) => void} */
export function paintDraws(S, F, { under, over }) {
  if (!S.geom) return;
  const { film, points, k } = F;
  const colors = colorsOf(S, S.dom.theme);
  clipTo(under, S.geom);
  clipTo(over, S.geom);
  const side = (i) => points.label[i] > 0 ? 1 : 0;
  /** @type {(at: Pair) => Pair} */
  const pixel = ([x, y]) => {
    const [px, py] = toPixel(S.geom, x, y);
    return [Number(px.toFixed(1)), Number(py.toFixed(1))];
  };
  const dots = ["", ""];
  for (let draw = 1; draw <= k; draw++) {
    movedPlaces(F, draw).forEach((at, i) => {
      dots[side(i)] += `M${pixel(at).join()}h0`;
    });
  }
  for (const label of [0, 1]) {
    const look = { "stroke-linecap": "round", opacity: DOT_OPACITY };
    const color = colors[`class${label}`];
    part(under, `dots${label}`, "path", { d: dots[label], ...stroke(color, MOVED_DOT, look) });
  }
  const last = k > 0 ? movedPlaces(F, k) : [];
  setMarks(part(under, "last", "g"), "path", last.map((at, i) => ({
    d: shapePath(S, side(i), LAST_RADIUS), transform: `translate(${pixel(at).join(" ")})`,
    fill: colors[`class${side(i)}`], stroke: colors.page, "stroke-width": 1,
  })));
  const wrong = last.filter((at, i) => isMisclassified(film.own, at, points.label[i]));
  const crosses = wrong.map((at) => crossPath(pixel(at), MOVED_CROSS)).join("");
  part(over, "moved", "path", { d: crosses, ...stroke(colors.wrong, 2.5) });
  S.dom.root.dataset.frame = String(k);
  F.frames += 1;
  if (F.root) F.root.dataset.frames = String(F.frames);
}
