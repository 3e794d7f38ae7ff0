// The decision function as colour: region0 at f = -inf, the page at f = 0, region1 at +inf, by
// tanh(f) in 127 steps a side, like the heat map of a figure.
import { row } from "./films.js";
import { toPixel } from "./geometry.js";
import { colorsOf, rgbOf } from "./theme.js";
import { typedArray } from "./wire.js";

const SHADES_A_SIDE = 127;
const SATURATED = 3;
const GRADIENT_STOPS = 24;

/** @type {(S: State, film: Film, k: number, canvas: HTMLCanvasElement, wanted: boolean) => void} */
export function paintRegions(S, film, k, canvas, wanted) {
  const context = clearedCanvas(S, canvas);
  if (!wanted) return;
  if (film.kind === "linear") paintGradient(S, film, k, context);
  else paintGrid(S, film, k, context);
}

/** The regions of a figure: its heat map; none clears the canvas.
 * @type {(S: State, trace: any, canvas: HTMLCanvasElement) => void} */
export function paintHeatmap(S, trace, canvas) {
  const context = clearedCanvas(S, canvas);
  if (trace) paintHeat(S, trace, context);
}

/** @type {(S: State, trace: any, context: CanvasRenderingContext2D) => void} */
export function paintHeat(S, trace, context) {
  const { x0, dx, y0, dy, z } = trace;
  const [rows, columns] = z.shape.split(",").map(Number);
  const extent = [x0, x0 + dx * (columns - 1), y0, y0 + dy * (rows - 1)];
  paintShades(S, z.values ?? typedArray(z), columns, extent, context, shadesBetween(trace.colorscale));
}

/** A canvas on the place of the axes, with nothing on it and the pixels of the stage, of which each
 * may take several of its own.
 * @type {(S: State, canvas: HTMLCanvasElement, scale?: number) => CanvasRenderingContext2D} */
export function clearedCanvas(S, canvas, scale = 1) {
  const { ox, oy, w, h } = S.geom;
  const [width, height] = [w, h].map((side) => Math.max(1, Math.round(scale * side)));
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const place = { left: `${ox}px`, top: `${oy}px`, width: `${w}px`, height: `${h}px` };
  for (const [name, value] of Object.entries(place)) {
    if (canvas.style[name] !== value) canvas.style[name] = value;
  }
  const context = canvas.getContext("2d");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, w, h);
  return context;
}

/** @type {Map<string, number[][]>} */
const SHADES = new Map();

/** The shades of a colour scale, from -127 to 127, as [r, g, b].
 * @type {(scale: [number, string][]) => number[][]} */
function shadesBetween(scale) {
  const of = String(scale);
  if (!SHADES.has(of)) {
    const mixed = (share) => {
      const k = Math.max(1, scale.findIndex(([end]) => end >= share));
      const [[a, low], [b, high]] = [scale[k - 1], scale[k]];
      const [from, to] = [low, high].map(rgbOf);
      return from.map((v, j) => Math.round(v + ((share - a) / (b - a)) * (to[j] - v)));
    };
    const last = 2 * SHADES_A_SIDE;
    SHADES.set(of, Array.from({ length: last + 1 }, (_, n) => mixed(n / last)));
  }
  return SHADES.get(of);
}

/** The same of the theme. @type {(S: State) => number[][]} */
function shadesOf(S) {
  const { region0, page, region1 } = colorsOf(S, S.dom.theme);
  return shadesBetween([[0, region0], [0.5, page], [1, region1]]);
}

/** @type {(S: State, f: number) => string} */
function shadeAt(S, f) {
  const s = Math.round(SHADES_A_SIDE * Math.tanh(f));
  return `rgb(${shadesOf(S)[s + SHADES_A_SIDE].join(" ")})`;
}

/** The regions of a linear model are a gradient along w: exact at any zoom.
 * @type {(S: State, film: Film, k: number, context: CanvasRenderingContext2D) => void} */
function paintGradient(S, film, k, context) {
  const { width, height } = context.canvas;
  const { x0, x1, y0, y1 } = S.geom;
  const [w1, w2] = row(film, "w", k);
  const middle = (w1 * (x0 + x1)) / 2 + (w2 * (y0 + y1)) / 2 + film.b[k];
  const slope = [(w1 * (x1 - x0)) / width, (-w2 * (y1 - y0)) / height]; // of f, for one pixel
  const square = slope[0] ** 2 + slope[1] ** 2;
  if (!Number.isFinite(middle + square)) return;
  const reach = (Math.abs(slope[0]) * width + Math.abs(slope[1]) * height) / 2;
  const flat = reach < 1e-4 || Math.abs(middle) - reach > SATURATED;
  context.fillStyle = flat ? shadeAt(S, middle) : gradient(S, context, middle, slope, square);
  context.fillRect(0, 0, width, height);
}

/** @type {(S: State, context: CanvasRenderingContext2D, middle: number, slope: number[],
 *   square: number) => CanvasGradient} */
function gradient(S, context, middle, slope, square) {
  const { width, height } = context.canvas;
  // where f = 0, and how far it is from there to where the shades end: at least a third of a pixel
  const [ux, uy] = slope.map((s) => s / square);
  const [cx, cy] = [width / 2 - middle * ux, height / 2 - middle * uy];
  const span = Math.max(SATURATED, Math.sqrt(square) / 3);
  const fill = context.createLinearGradient(
    cx - span * ux, cy - span * uy, cx + span * ux, cy + span * uy,
  );
  for (let n = 0; n <= GRADIENT_STOPS; n++) {
    fill.addColorStop(n / GRADIENT_STOPS, shadeAt(S, SATURATED * ((2 * n) / GRADIENT_STOPS - 1)));
  }
  return fill;
}

/** The shades of a kernel model on its grid, put on the plane with the nodes in the pixels' middles.
 * @type {(S: State, film: Film, k: number, context: CanvasRenderingContext2D) => void} */
function paintGrid(S, film, k, context) {
  paintShades(S, row(film, "shades", k), film.k, film.extent, context, shadesOf(S));
}

/** Shades row by row of y, from -127 to 127, with nodes from one end of the extent to the other.
 * @type {(S: State, shades: Numbers, columns: number, extent: number[],
 *   context: CanvasRenderingContext2D, colors: number[][]) => void} */
function paintShades(S, shades, columns, extent, context, colors) {
  paintImage(S, shades, columns, extent, context, colors, SHADES_A_SIDE);
}

/** The same of numbers that colours stand for, the first one for -first.
 * @type {(S: State, shades: Numbers | Uint8Array, columns: number, extent: number[],
 *   context: CanvasRenderingContext2D, colors: number[][], first?: number) => void} */
export function paintImage(S, shades, columns, extent, context, colors, first = 0) {
  const rows = shades.length / columns;
  const grid = (S.dom.grid ??= document.createElement("canvas"));
  if (grid.width !== columns || grid.height !== rows) {
    Object.assign(grid, { width: columns, height: rows });
  }
  const image = new ImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  const packed = colors.map(([r, g, b]) => (255 << 24) | (b << 16) | (g << 8) | r);
  for (let at = 0, up = rows - 1; up >= 0; up--) {
    for (let across = 0; across < columns; across++, at++) {
      pixels[at] = packed[shades[up * columns + across] + first];
    }
  }
  grid.getContext("2d").putImageData(image, 0, 0);
  const [e0, e1, f0, f1] = extent;
  const [dx, dy] = [(e1 - e0) / (columns - 1) / 2, (f1 - f0) / (rows - 1) / 2];
  const { ox, oy } = S.geom;
  const [left, top] = toPixel(S.geom, e0 - dx, f1 + dy);
  const [right, bottom] = toPixel(S.geom, e1 + dx, f0 - dy);
  context.drawImage(grid, left - ox, top - oy, right - left, bottom - top);
}
