// Films in the main picture that are no model of two classes: the regions of several classes, a curve
// with its tube, the boundaries of a race. Where such a film rests, the server draws the moment.
import { clipTo, CROSS_EDGE, part, pathOf, stroke } from "./film_layers.js";
import { chord, crossesOf, paintRings } from "./film_model.js";
import { clearedCanvas, paintImage } from "./film_regions.js";
import { row } from "./films.js";
import { toPixel } from "./geometry.js";
import { levelLine } from "./level_lines.js";
import { colorsOf, rgbOf } from "./theme.js";

const NODES = 41; // a side, of scores that are computed here
const FINER = 3; // times as many for lines, and once more for the pixels of the image
const EQUAL = 1e-9; // scores that differ by less, relative to the largest, are equal

/** @type {(S: State, F: FilmStore, layers: FilmLayers) => void} */
const beginPicture = (S, F, { under, over }) => {
  clipTo(under, S.geom);
  clipTo(over, S.geom);
  S.dom.root.dataset.frame = String(F.film.update[F.k]);
  F.frames += 1;
  if (F.root) F.root.dataset.frames = String(F.frames);
};

/** The scores of all classes on a grid, those of a class together, and the grid's box.
 * @type {(geom: Geometry, film: Film, k: number) => { f: Float64Array[], side: number, box: number[] }} */
export function scoresOf(geom, film, k) {
  const count = film.colors.length;
  if (!film.scores) {
    const { x0, x1, y0, y1 } = geom; // linear scores are known everywhere
    const [w, b] = [row(film, "w", k), row(film, "b", k)];
    const at = (low, high, n) => low + ((high - low) * n) / (NODES - 1);
    const f = Array.from({ length: count }, (_, c) => Float64Array.from({ length: NODES ** 2 }, (__, n) =>
      w[2 * c] * at(x0, x1, n % NODES) + w[2 * c + 1] * at(y0, y1, Math.floor(n / NODES)) + b[c]));
    return { f, side: NODES, box: [x0, x1, y0, y1] };
  }
  const frame = film.frame[k];
  const [whole, unit] = [row(film, "scores", frame), film.size[frame] / 32767];
  const size = whole.length / count;
  const f = Array.from({ length: count }, (_, c) => Float64Array.from(whole.subarray(c * size, (c + 1) * size), (v) => unit * v));
  return { f, side: film.k, box: film.extent };
}

/** By how much each class leads the best of the others. @type {(f: Float64Array[]) => Float64Array[]} */
export function leadsOf(f) {
  return f.map((own, c) => own.map((value, n) => {
    let best = -Infinity;
    for (let other = 0; other < f.length; other++) if (other !== c && f[other][n] > best) best = f[other][n];
    return value - best;
  }));
}

/** The regions of several classes, less pale where a class leads by its whole margin.
 * @type {(S: State, F: FilmStore, layers: FilmLayers) => void} */
export function paintClasses(S, F, layers) {
  if (!S.geom) return;
  beginPicture(S, F, layers);
  const { film, k } = F;
  const show = S.header.filmShow;
  const colors = colorsOf(S, S.dom.theme);
  const { f: coarse, side: few, box } = scoresOf(S.geom, film, k);
  const [f, side] = [coarse.map((own) => refined(own, few)), FINER * (few - 1) + 1];
  const leads = leadsOf(f);
  const largest = f.reduce((most, own) => own.reduce((m, v) => Math.max(m, Math.abs(v)), most), 0);
  const decided = leads.some((lead) => lead.some((v) => Math.abs(v) > EQUAL * largest));
  const context = clearedCanvas(S, layers.shades);
  if (decided && show.includes("regions")) {
    const shades = film.colors.flatMap((c) => [colors[`tint${c}`], colors[`region${c}`]]).map(rgbOf);
    const pixels = shadesOfClasses(f.map((own) => refined(own, side)), film);
    paintImage(S, pixels, FINER * (side - 1) + 1, box, context, shades);
  }
  const edges = decided && show.includes("boundary")
    ? leads.map((lead) => lineIn(S, levelLine(lead, side, box, 0))).join("") : "";
  part(layers.under, "boundary", "path", { d: edges, ...stroke(colors.ink, 3) });
  const crossed = crossesOf(S, F);
  part(layers.under, "crossedge", "path", { d: crossed, ...stroke(colors.page, 3 + CROSS_EDGE) });
  part(layers.under, "crosses", "path", { d: crossed, ...stroke(colors.wrong, 3) });
  paintRings(S, F, layers.over, colors.ink);
}

/** Values of a grid on a finer one, by bilinear interpolation. Plain loops: it runs in every frame.
 * @type {(own: Float64Array, side: number) => Float64Array} */
export function refined(own, side) {
  const width = FINER * (side - 1) + 1;
  const fine = new Float64Array(width * width);
  for (let up = 0, n = 0; up < width; up++) {
    const j = Math.min(Math.floor(up / FINER), side - 2);
    const t = up / FINER - j;
    for (let across = 0; across < width; across++, n++) {
      const i = Math.min(Math.floor(across / FINER), side - 2);
      const s = across / FINER - i;
      const low = j * side + i;
      const below = own[low] + s * (own[low + 1] - own[low]);
      const above = own[low + side] + s * (own[low + side + 1] - own[low + side]);
      fine[n] = below + t * (above - below);
    }
  }
  return fine;
}

/** The shade of every pixel: 2 c for class c, 2 c + 1 where it is clear.
 * @type {(f: Float64Array[], film: Film) => Uint8Array} */
export function shadesOfClasses(f, { delta, alone }) {
  const shades = new Uint8Array(f[0].length);
  for (let n = 0; n < shades.length; n++) {
    let first = 0;
    let best = -Infinity;
    let second = -Infinity;
    for (let c = 0; c < f.length; c++) {
      const value = f[c][n];
      if (value > best) {
        second = best;
        best = value;
        first = c;
      } else if (value > second) second = value;
    }
    shades[n] = 2 * first + ((alone ? best > 1 : best - second > delta) ? 1 : 0);
  }
  return shades;
}

/** @type {(S: State, line: Polyline) => string} */
const lineIn = (S, { x, y }) => pathOf(Array.from(x, (v, n) => toPixel(S.geom, v, y[n])));

/** A curve, its tube, the optimum as a dotted line, and what sticks out of the tube.
 * @type {(S: State, F: FilmStore, layers: FilmLayers) => void} */
export function paintCurve(S, F, layers) {
  if (!S.geom) return;
  beginPicture(S, F, layers);
  const { film, k, points } = F;
  const { ink, muted, line, wrong } = colorsOf(S, S.dom.theme);
  const show = S.header.filmShow;
  const f = row(film, "f", k);
  const at = (values, shift = 0) => Array.from(film.places, (x, n) => toPixel(S.geom, x, values[n] + shift));
  const [upper, lower] = [at(f, film.epsilon), at(f, -film.epsilon)];
  const tube = show.includes("tube");
  const area = { d: tube ? `${pathOf([...upper, ...lower.toReversed()])}Z` : "", fill: line, opacity: 0.55 };
  part(layers.under, "tube", "path", area);
  const dashed = stroke(ink, 1.5, { "stroke-dasharray": "7 5" });
  part(layers.under, "edges", "path", { d: tube ? pathOf(upper) + pathOf(lower) : "", ...dashed });
  part(layers.under, "exact", "path", { d: pathOf(at(film.exact)), ...stroke(muted, 3, { "stroke-dasharray": "2 5" }) });
  part(layers.under, "curve", "path", { d: pathOf(at(f)), ...stroke(ink, 3) });
  const sticks = show.includes("slack") ? sticksOf(film, f, points) : [];
  const d = sticks.map((ends) => pathOf(ends.map(([x, z]) => toPixel(S.geom, x, z)))).join("");
  part(layers.under, "slack", "path", { d, ...stroke(wrong, 2) });
}

/** From the tube to each learned point outside of it. @type {(film: Film, f: Numbers,
 *   points: FilmStore["points"]) => Pair[][]} */
export function sticksOf({ places, epsilon, learned }, f, points) {
  const last = places.length - 1;
  return Array.from(points.x, (x, i) => {
    const share = ((x - places[0]) / (places[last] - places[0])) * last;
    const n = Math.min(Math.max(Math.floor(share), 0), last - 1);
    const value = f[n] + (share - n) * (f[n + 1] - f[n]);
    const edge = value + Math.sign(points.y[i] - value) * epsilon;
    const out = learned[i] && Math.abs(points.y[i] - value) > epsilon;
    return out ? /** @type {Pair[]} */ ([[x, edge], [x, points.y[i]]]) : [];
  }).filter((ends) => ends.length);
}

/** The boundary of every racer at its last moment, in the look that it has in the figure or film.
 * @type {(S: State, F: FilmStore, layers: FilmLayers) => void} */
export function paintLines(S, F, layers) {
  if (!S.geom) return;
  beginPicture(S, F, layers);
  const { film, k } = F;
  const drawn = /** @type {any} */ (S.dom.plot).data ?? [];
  const colors = colorsOf(S, S.dom.theme);
  film.racers.forEach((racer, r) => {
    const look = film.looks?.[r] ?? drawn.find(({ uid }) => uid === racer)?.line;
    const color = colors[look?.color?.slice(1)] ?? look?.color;
    const d = look && S.header.filmShow.includes("boundary") ? lineOf(S.geom, film, k, r) : "";
    const dash = /\d/.test(look?.dash ?? "") ? look.dash.replaceAll("px", "") : "none";
    part(layers.under, `line${racer}`, "path", { d, ...stroke(color, look?.width, { "stroke-dasharray": dash }) });
  });
  paintRings(S, F, layers.over, colors.ink);
}

/** Where f = 0 of racer r: straight if the film has its w and b, else as the server found it.
 * @type {(geom: Geometry, film: Film, k: number, r: number) => string} */
export function lineOf(geom, film, k, r) {
  if (film.w) {
    const [w1, w2] = row(film, "w", k).subarray(2 * r, 2 * r + 2);
    const [b, square] = [row(film, "b", k)[r], w1 * w1 + w2 * w2];
    if (!(square > 0)) return "";
    return pathOf(chord(geom, { w1, w2, b, square }, 0).map((p) => toPixel(geom, ...p)));
  }
  const line = row(film, "line", k)[r];
  const [from, to] = [film.lines_at[line], film.lines_at[line + 1]];
  const place = (n) => toPixel(geom, film.lines_xy[2 * n], film.lines_xy[2 * n + 1]);
  return pathOf(Array.from({ length: to - from }, (_, n) => place(from + n)));
}
