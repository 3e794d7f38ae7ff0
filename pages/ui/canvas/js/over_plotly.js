// Pictures of two classes are painted on layers of their own behind and above plotly.js's plot, as
// films are; plotly.js draws the axes and the points. It takes many times as long, so a newer
// figure is painted over it first (ahead.js), and plotly.js follows when nothing newer is on its way,
// and now and then while a gesture goes on.
import { buildLayers } from "./film_layers.js";
import { forecast } from "./forecast.js";
import { isPaintable, paintPicture, pointsOf } from "./picture.js";
import { idle } from "./store.js";
import { colorsOf, resolveTokens } from "./theme.js";
import { parseFigure } from "./wire.js";

const FULL_EVERY = 1000; // milliseconds at least between two drawings by plotly.js while there is
const FULL_SHARE = 8; // something newer, and so many times what one takes

/** Takes a figure to be painted if plotly.js has to draw nothing for it but points, soon.
 * @type {(S: State, message: Message) => boolean} */
export function paintLive(S, { header, figure }) {
  const { dom } = S;
  if (!dom.painted || dom.frozen.figure === figure) return false;
  const { data, layout } = parseFigure(resolveTokens(figure, colorsOf(S, dom.theme)));
  if (frozenParts(S, layout) !== dom.frozen.of || !paintable(S, data)) return false;
  if (!isForeseen(S, header.ids, pointsOf(data))) return false;
  dom.painted = { ...dom.painted, figure, data, ids: header.ids };
  dom.drawn = ""; // by plotly.js: it draws the next one even if it has drawn the same before
  return true;
}

/** Whether plotly.js is to wait: something newer is on its way, and it has drawn not long ago.
 * @type {(S: State, newer?: boolean) => boolean} */
export function plotWaits(S, newer = false) {
  const { at, took } = S.dom.frozen;
  const more = newer || S.gesture !== null || !idle(S);
  return more && performance.now() - at < Math.max(FULL_EVERY, FULL_SHARE * took);
}

/** Whether plotly.js has still to draw what is seen, and can.
 * @type {(S: State) => boolean} */
export function plotIsDue(S) {
  const { painted, frozen } = S.dom;
  return Boolean(painted) && painted.figure !== frozen.figure && !plotWaits(S);
}

/** What is left of a figure for plotly.js: of one that is painted here, the points.
 * @type {(S: State, data: any[]) => any[]} */
export function leftToDraw(S, data) {
  if (!paintable(S, data)) return data;
  return data.map((trace) => (trace.uid === "points" ? trace : { ...trace, visible: false }));
}

/** Plotly.js has drawn a figure, which took so many milliseconds.
 * @type {(S: State, drawn: { data: any[], figure: string, of: string, took: number }) => void} */
export function afterDrawing(S, { data, figure, of, took }) {
  const { dom } = S;
  dom.frozen = { at: performance.now(), took, of, figure };
  if (paintable(S, data)) paint(S, data, figure);
  else dom.painted = null;
  dom.root.toggleAttribute("data-painted", Boolean(dom.painted));
}

/** What has to be as it was drawn: the axes, the theme and the size.
 * @type {(S: State, layout: any) => string} */
export function frozenParts({ dom: { theme, stage } }, layout) {
  return [theme.signature, stage.clientWidth, stage.clientHeight, JSON.stringify(layout)].join("|");
}

/** A canvas that is only looked at, and one that follows a film, leave all to plotly.js.
 * @type {(S: State, data: any[]) => boolean} */
const paintable = (S, data) =>
  S.header.tools.length > 0 && !S.film && isPaintable(data);

/** @type {(S: State, data: any[], figure: string) => void} */
function paint(S, data, figure) {
  const { dom } = S;
  dom.layers ??= buildLayers(dom, "svm-picture");
  const again = () => paintPicture(S, data, dom.layers);
  dom.painted = { figure, data, ids: S.drawings.tried.header.ids, again };
  again();
}

/** Whether the points are where they are seen: as they were drawn, but for the pending events.
 * @type {(S: State, ids: number[], points: any) => boolean} */
export function isForeseen(S, ids, { x, y }) {
  const { at, added, moved, gone } = forecast(S);
  const left = new Set(at.keys());
  let fresh = 0;
  for (const [k, id] of ids.entries()) {
    const seen = at.get(id);
    if (seen && !moved.has(id) && (seen[0] !== x[k] || seen[1] !== y[k])) return false;
    if (!seen && !gone.has(id)) fresh += 1;
    left.delete(id);
  }
  return !left.size && fresh <= added.length;
}
