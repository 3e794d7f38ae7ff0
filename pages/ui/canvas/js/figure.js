// The newest figure, drawn by plotly.js in the theme and the size that are there.
import { clearNames } from "./clear_names.js";
import { scheduleFilm } from "./film.js";
import { measure } from "./geometry.js";
import { listenToLinks } from "./linked_charts.js";
import { afterDrawing, frozenParts, leftToDraw } from "./over_plotly.js";
import { showMessage } from "./notice.js";
import { isHandles } from "./overlay.js";
import { sizeOf } from "./picture.js";
import { plotlyFrom } from "./plotly.js";
import { boxIn } from "./space.js";
import { colorsOf, readTheme, resolveTokens } from "./theme.js";
import { fit, onRelayout, withView } from "./view.js";
import { parseFigure } from "./wire.js";

// plotly.js takes two quick clicks for a double click wherever they were, so it is not to act on one
const CONFIG = { displayModeBar: false, displaylogo: false, doubleClick: false };

/** All that a drawing depends on, as one string: equal strings need one drawing. */
export function drawingKey(/** @type {State} */ S) {
  const { dom, drawings: { next } } = S;
  dom.theme = readTheme(dom.root);
  const size = `${dom.stage.clientWidth}x${dom.stage.clientHeight}`;
  const { ack, ids } = next.header;
  return [next.figure, ack, size, dom.theme.signature, String(ids)].join("\n");
}

/** @type {(S: State, Plotly: Window["Plotly"], figure: string) => Promise<boolean>} */
export async function drawFigure(S, Plotly, figure) {
  const { dom } = S;
  const { clientWidth: width, clientHeight: height } = dom.stage;
  const json = resolveTokens(figure, colorsOf(S, dom.theme));
  const signature = `${width}x${height}|${dom.theme.signature}|${json}`;
  if (dom.drawn === signature) return false;
  if (!width || !height) return false;
  const { data, layout } = parseFigure(json);
  const editable = S.header.tools.length > 0;
  const full = prepareLayout(S, layout, width, height, editable);
  const scrollZoom = editable && !isHandles(S);
  const of = frozenParts(S, layout); // before plotly.js changes it
  const start = performance.now();
  await Plotly.react(dom.plot, leftToDraw(S, data), full, { ...CONFIG, scrollZoom });
  dom.drawn = signature;
  listenToPlotly(S);
  S.extent = layout.meta?.extent ?? null;
  measure(S);
  clearNames(S);
  afterDrawing(S, { data, figure, of, took: performance.now() - start });
  dom.root.dataset.plotly = plotlyFrom;
  showMessage(S, "");
  return true;
}

/** @type {(S: State, layout: any, width: number, height: number, editable: boolean) => any} */
function prepareLayout(S, layout, width, height, editable) {
  const { text, font } = S.dom.theme;
  const full = {
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", ...layout,
    width, height, autosize: false,
    font: { color: text, family: font, ...layout.font },
    dragmode: editable ? "pan" : (layout.dragmode ?? false),
  };
  if (full.scene) {
    const aspectratio = boxIn(full.scene, width, height - full.margin.t);
    full.scene = { ...full.scene, aspectmode: "manual", aspectratio };
  }
  if (editable) return withView(S, full);
  // plotly.js takes the ranges that it found by itself for the visitor's: those are not to be kept
  for (const name of Object.keys(full).filter((key) => /^[xy]axis/.test(key))) {
    full[name] = { ...full[name], uirevision: S.drawings.next.header.turn };
  }
  return { uirevision: "keep", ...full };
}

/** plotly.js has its own listeners on the element; they are ours to add once per plot. */
function listenToPlotly(/** @type {State} */ S) {
  const { dom } = S;
  if (dom.listening) return;
  dom.listening = true;
  for (const name of ["plotly_relayout", "plotly_relayouting"]) {
    dom.plot.on(name, () => scheduleFilm(S));
  }
  if (!S.header.tools.length) return listenToLinks(S);
  dom.plot.on("plotly_relayout", () => onRelayout(S));
  dom.plot.on("plotly_relayouting", () => onRelayout(S));
  // of two clicks at different places the browser counts each as a first one
  dom.plot.addEventListener("click", (ev) => S.tool === "pan" && ev.detail === 2 && fit(S));
}

export function readPoints(/** @type {State} */ S) {
  const trace = S.dom.plot._fullData?.find((t) => t.uid === "points");
  const { ids } = S.drawings.tried.header;
  const size = sizeOf(trace?.marker);
  const n = Math.min(ids.length, trace?.x?.length ?? 0);
  const copy = (values) => Array.from({ length: n }, (_, k) => values[k]);
  S.points = { ids: ids.slice(0, n), x: n ? copy(trace.x) : [], y: n ? copy(trace.y) : [], size };
  S.dom.root.dataset.points = String(n);
}
