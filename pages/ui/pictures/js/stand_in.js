// A canvas drawn once more, off the screen: in the theme that is wanted, with the part of the plane
// and the camera that are seen, and without anything of the interface.
import { clearNames } from "../../canvas/js/clear_names.js";
import { element } from "../../canvas/js/dom.js";
import { buildLayers } from "../../canvas/js/film_layers.js";
import { axesIn } from "../../canvas/js/geometry.js";
import { paintPicture } from "../../canvas/js/picture.js";
import { colorsOf, readTheme, resolveTokens } from "../../canvas/js/theme.js";
import { parseFigure } from "../../canvas/js/wire.js";

const CLEAR = "rgba(0,0,0,0)";
const GL_WAIT = 500; // milliseconds that a picture in three dimensions takes to be drawn

/** The theme that is seen, or the light one. @type {(S: State, white: boolean) => Theme} */
export function themeFor(S, white) {
  const seen = readTheme(S.dom.root);
  if (!white || seen.mode === "light") return seen;
  const { page, ink } = S.header.palette.light;
  return { ...seen, mode: "light", page, text: ink, signature: "light" };
}

/** The figure of a canvas for plotly.js, its colours named.
 * @type {(S: State, theme: Theme) => { text: string, data: any[], layout: any }} */
export function figureOf(S, theme) {
  const text = resolveTokens(S.drawings.tried.figure, colorsOf(S, theme));
  const { data, layout } = parseFigure(text);
  return { text, data, layout: layoutFor(S, layout, theme) };
}

/** @type {(S: State, layout: any, theme: Theme) => any} */
function layoutFor(S, layout, theme) {
  const { plot, stage } = S.dom;
  const seen = plot._fullLayout;
  const full = {
    paper_bgcolor: CLEAR, plot_bgcolor: CLEAR, ...layout,
    width: stage.clientWidth, height: stage.clientHeight, autosize: false,
    font: { color: theme.text, family: familyOf(theme), ...layout.font },
  };
  for (const name of Object.keys(seen)) {
    if (/^[xy]axis\d*$/.test(name) && seen[name].range) {
      full[name] = { ...full[name], range: [...seen[name].range], autorange: false };
    } else if (/^scene\d*$/.test(name)) {
      const camera = seen[name]._scene?.getCamera() ?? seen[name].camera;
      full[name] = { ...full[name], camera, aspectmode: "manual", aspectratio: seen[name].aspectratio };
    }
  }
  return full;
}

/** What most computers have in place of the type of the page. */
export const OTHER_TYPE = "Helvetica, Arial, sans-serif";

/** The type of the page, else that.
 * @type {(theme: Theme) => string} */
export const familyOf = ({ font }) => `${font.replace(/,?\s*sans-serif\s*$/, "")}, ${OTHER_TYPE}`;

/** @type {(S: State, white: boolean) => Promise<StandIn>} */
export async function standIn(S, white) {
  const theme = themeFor(S, white);
  const { data, layout } = figureOf(S, theme);
  const plot = element("div", { class: "svm-plot" });
  const stage = element("div", {}, plot);
  const root = element("div", { class: "svm-export-stage" }, stage);
  document.body.append(root);
  const dom = { ...S.dom, root, stage, plot, theme, film: null, layers: null };
  const T = /** @type {StandIn} */ ({ ...S, dom, geom: null, points: null });
  const painted = Boolean(S.dom.painted);
  const shown = data.map((one) => ({ ...one, uid: one.uid?.replace(/\W/g, "-") })); // plotly.js looks for it by CSS
  const traces = painted ? shown.map((one) => one.uid === "points" ? one : { ...one, visible: false }) : shown;
  await window.Plotly.newPlot(plot, traces, layout, { staticPlot: true });
  if (layout.scene) await new Promise((drawn) => setTimeout(drawn, GL_WAIT));
  const drawn = T.dom.plot._fullLayout;
  if (drawn.xaxis?.range && drawn.yaxis) T.geom = axesIn(drawn);
  clearNames(T);
  if (S.header.tools.includes("move")) standOut(T);
  dom.layers = buildLayers(dom, "svm-export-layer");
  if (painted) paintPicture(T, data, dom.layers);
  return T;
}

/** Words that cross a line stay legible, as the style sheet has it on the page. */
function standOut(/** @type {StandIn} */ T) {
  const around = { paintOrder: "stroke", stroke: T.dom.theme.page, strokeWidth: "4px", strokeLinejoin: "round" };
  for (const word of T.dom.plot.querySelectorAll(".textpoint text")) {
    Object.assign(/** @type {SVGElement} */ (word).style, around);
  }
}

export function takeDown(/** @type {StandIn} */ T) {
  window.Plotly.purge(T.dom.plot);
  T.dom.root.remove();
}
