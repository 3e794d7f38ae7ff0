// Charts whose bars, rows and columns belong to points (`linkedIds`): hovering highlights a point,
// a click picks it.
import { listenToChartKeys } from "./chart_keys.js";
import { pick } from "./events.js";
import { highlight } from "./highlight.js";
import { forget, later } from "./store.js";

const HOVER_DELAY = 150; // milliseconds

/** The points of a hovered or clicked part of a chart: one, or two of a matrix.
 * @type {(S: State, ev: PlotlyPoints) => number[]} */
function linked(S, { points: [at] = [] }) {
  const { pointNumber: k } = at ?? {};
  const ids = (Array.isArray(k) ? k : [k]).map((i) => S.header.linkedIds[i]);
  return [...new Set(ids)].filter((id) => id !== undefined);
}

/** Whether a chart has links may change with its figure. */
export function listenToLinks(/** @type {State} */ S) {
  const { plot } = S.dom;
  listenToChartKeys(S);
  plot.on("plotly_hover", (ev) => {
    highlight(linked(S, ev));
    forget(S, "resting");
    if (S.header.pickOnHover) later(S, "resting", HOVER_DELAY, () => pickLinked(S, ev));
  });
  plot.on("plotly_unhover", () => {
    highlight([]);
    forget(S, "resting");
  });
  // plotly.js looks for what is under the pointer every 50 ms at most: a click that comes sooner
  // would be taken for one on what was there before, unless plotly.js has to look anew
  plot.addEventListener("pointerdown", () => window.Plotly.Fx.unhover(plot), true);
  plot.on("plotly_click", (ev) => {
    forget(S, "resting");
    highlight(linked(S, ev));
    pickLinked(S, ev);
  });
}

/** @type {(S: State, ev: PlotlyPoints) => void} */
function pickLinked(S, ev) {
  const [id] = linked(S, ev);
  if (id !== undefined && S.header.wantsPick) pick(S, { ids: [id], hover: S.header.pickOnHover });
}
