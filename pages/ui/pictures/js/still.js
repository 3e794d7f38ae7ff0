// A figure as one SVG: its title and classes, what lies under the plot, the plot, and what lies over it.
import { svg } from "../../canvas/js/dom.js";
import { PAINTERS } from "../../canvas/js/film.js";
import { colorsOf, isTurned, shapePath } from "../../canvas/js/theme.js";
import { isPicture, ownTitle } from "./figures.js";
import { familyOf, OTHER_TYPE, standIn, takeDown } from "./stand_in.js";

const TITLE = { size: 17, line: 30, least: 11 };
/** How an image of plots/svg.py names its colours. */
const BOTH_THEMES = /:root\{color-scheme:light dark;(.*?)\}@media\(prefers-color-scheme:dark\)\{:root\{(.*?)\}\}/;
export const EDGE_OF_FILE = 12; // pixels that are left empty around a figure
const TWO_CLASSES = "−1,+1"; // what a canvas says that was told no names
const LEGEND = { size: 15, radius: 6, gap: 22, line: 26 };

/** Whether it is seen in three dimensions. @type {(figure: PageFigure) => boolean} */
export const isDeep = ({ canvas }) => Boolean(canvas?.dom.plot._fullLayout.scene);

/** Its pixels on the screen and the edge of a file, without a title that the file adds.
 * @type {(figure: PageFigure) => number[]} */
export function sizesIn({ canvas, image }) {
  if (image) return [image.naturalWidth, image.naturalHeight];
  const { clientWidth, clientHeight } = canvas.dom.stage;
  return [clientWidth + 2 * EDGE_OF_FILE, clientHeight + 2 * EDGE_OF_FILE];
}

/** The SVG of a figure; `title` is the screen's.
 * @type {(figure: PageFigure, making: Pick<Making, "title" | "white">) => Promise<string>} */
export async function stillOf(figure, { title, white }) {
  if (figure.image) return imageText(figure.image, white);
  const T = await standIn(figure.canvas, white);
  try {
    if (T.film?.film) paintMoment(T, T.film, T.film.k);
    return joined(stillFrom(T, isPicture(figure.canvas) ? title : figure.title));
  } finally {
    takeDown(T);
  }
}

/** The moment k of a film on the layers of a stand-in; the film on the page stays where it is.
 * @type {(T: StandIn, F: FilmStore, k: number) => void} */
export function paintMoment(T, F, k) {
  PAINTERS[T.header.layer](T, { ...F, k, root: null }, T.dom.layers);
}

/** What was drawn on a stand-in. A plot without a title of its own gets the screen's.
 * @type {(T: StandIn, title: string) => Still} */
export function stillFrom(T, title) {
  const { width, height } = T.dom.plot._fullLayout;
  const [head, top] = ownTitle(T) ? ["", 0] : headingOf(T, title, width);
  const { under, over } = layersOf(T.dom.layers);
  const plot = plotText(T);
  return { width, height, head, top, plot, under, over, page: T.dom.theme.page };
}

/** @type {(layers: FilmLayers) => { under: string, over: string }} */
function layersOf({ shades, under, over }) {
  return { under: shadesText(shades) + layerText(under), over: layerText(over) };
}

/** @type {(layer: Layer) => string} */
export const layerText = ({ inner }) =>
  (inner.childElementCount ? new XMLSerializer().serializeToString(inner) : "");

/** The regions as an image on the place of the axes. @type {(shades: HTMLCanvasElement) => string} */
function shadesText(shades) {
  const [x, y, width, height] = ["left", "top", "width", "height"].map((name) => parseFloat(shades.style[name]));
  if (!(width > 0)) return ""; // nothing was painted there
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none" `
    + `href="${shades.toDataURL()}"/>`;
}

/** plotly.js's own drawing, without a ground. @type {(T: StandIn) => string} */
function plotText(T) {
  const text = window.Plotly.Snapshot.toSVG(T.dom.plot, "svg", 1);
  return text.replace(/^<svg/, '<svg x="0" y="0"');
}

/** @type {(still: Still) => string} */
function joined({ width, height, head, top, plot, under, over, page }) {
  const [wide, high] = [width + 2 * EDGE_OF_FILE, height + top + 2 * EDGE_OF_FILE];
  const from = -EDGE_OF_FILE;
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" `
    + `width="${wide}" height="${high}" viewBox="${from} ${from} ${wide} ${high}" `
    + `text-rendering="geometricPrecision">`
    + `<rect x="${from}" y="${from}" width="${wide}" height="${high}" fill="${page}"/>${head}`
    + `<g transform="translate(0,${top})">${under}${plot}${over}</g></svg>`;
}

/** The title, and behind it or below it the classes; the SVG and the pixels that it takes.
 * @type {(T: StandIn, title: string, width: number) => [string, number]} */
function headingOf(T, title, width) {
  const look = { fill: T.dom.theme.text, "font-family": familyOf(T.dom.theme) };
  const group = svg("g", look);
  const room = width;
  const wide = textWidth(T.dom.theme, title, TITLE.size, 600);
  const size = Math.max(TITLE.least, Math.min(TITLE.size, (TITLE.size * room) / wide));
  const at = { x: 0, y: 15, "font-size": size, "font-weight": 600 };
  svg("text", at, group).textContent = title;
  const legend = legendOf(T, T.dom.theme);
  const beside = legend && (size / TITLE.size) * wide + LEGEND.gap + legend.wide <= room;
  if (legend) {
    const place = beside ? [width - legend.wide, 9] : [0, TITLE.line + 6];
    legend.group.setAttribute("transform", `translate(${place})`);
    group.append(legend.group);
  }
  const text = new XMLSerializer().serializeToString(group);
  return [text, TITLE.line + (legend && !beside ? LEGEND.line : 0)];
}

/** Whether the names of its header are those of classes that it shows. @type {(S: State) => boolean} */
const hasClasses = ({ header: { tools, names } }) =>
  names.length > 1 && (tools.includes("add") || names.join() !== TWO_CLASSES) && !tools.includes("move");

/** The marks and names of the classes in a line around y = 0; null where there are none.
 * @type {(S: State, theme: Theme) => { group: SVGElement, wide: number } | null} */
export function legendOf(S, theme) {
  if (!hasClasses(S)) return null;
  const group = svg("g", { "font-size": LEGEND.size });
  const colors = colorsOf(S, theme);
  let x = LEGEND.radius;
  S.header.names.forEach((name, label) => {
    const turn = isTurned(S, label) ? " rotate(45)" : "";
    const fill = colors[`class${label}`] ?? "none";
    svg("path", { d: shapePath(S, label, LEGEND.radius), fill, transform: `translate(${x},0)${turn}` }, group);
    svg("text", { x: x + 13, y: 0.33 * LEGEND.size }, group).textContent = name;
    x += 13 + textWidth(theme, name, LEGEND.size) + LEGEND.gap;
  });
  return { group, wide: x - LEGEND.gap };
}

/** The room that a text needs, also where a file is opened without the type of the page.
 * @type {(theme: Theme, text: string, size: number, weight?: number) => number} */
function textWidth({ font }, text, size, weight = 400) {
  const pen = document.createElement("canvas").getContext("2d");
  return Math.max(...[font, OTHER_TYPE].map((family) => {
    pen.font = `${weight} ${size}px ${family}`;
    return pen.measureText(text).width;
  }));
}

/** An image of the page in one theme: it holds the colours of both.
 * @type {(image: HTMLImageElement, white: boolean) => string} */
function imageText(image, white) {
  const bytes = Uint8Array.from(atob(image.src.split(",")[1]), (sign) => sign.charCodeAt(0));
  const text = new TextDecoder().decode(bytes);
  const dark = !white && matchMedia("(prefers-color-scheme: dark)").matches;
  const [, light, other] = BOTH_THEMES.exec(text) ?? [];
  if (!light) return text;
  const colors = Object.fromEntries((dark ? other : light).split(";").map((pair) => pair.split(":")));
  const page = dark ? "#0f1215" : "#ffffff";
  return text.replace(/<style>.*?<\/style>/, `<rect width="100%" height="100%" fill="${page}"/>`)
    .replace(/var\(--(\w+)\)/g, (_, name) => colors[`--${name}`]);
}
