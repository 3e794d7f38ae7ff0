// Points that are lit, because the pointer rests on them somewhere: ringed in every picture of the
// page, and marked in every chart that says whose its bars, rows and columns are (`links`).
const REST = 150; // milliseconds of a pointer that stays
const LIGHT = (globalThis.svmLight ??= { ids: [], listeners: new Map() });

function light(ids) {
  if (String(ids) === String(LIGHT.ids)) return;
  LIGHT.ids = ids;
  for (const listener of LIGHT.listeners.values()) listener();
}

function followLight(S) {
  LIGHT.listeners.set(S.key, () => drawLight(S));
  S.dom.abort.signal.addEventListener("abort", () => {
    LIGHT.listeners.delete(S.key);
    clearTimeout(S.resting);
  });
}

function drawLight(S) {
  const layer = S.dom?.overlay.light;
  if (!layer || (!layer.childElementCount && !LIGHT.ids.length)) return;
  layer.replaceChildren();
  if (S.header.links.length) LIGHT.ids.forEach((id) => bands(S, layer, S.header.links.indexOf(id)));
  else if (S.geom && S.points) LIGHT.ids.forEach((id) => halo(S, layer, id));
}

function halo(S, layer, id) {
  const at = positionOf(S, id);
  if (!at) return;
  const [cx, cy] = toPixel(S.geom, ...at);
  svg("circle", { cx, cy, r: S.points.size / 2 + 8 }, layer);
}

// The place of entry k of a chart: a column, and of a matrix a row as well.
function bands(S, layer, k) {
  const { xaxis, yaxis } = S.dom.plot._fullLayout ?? {};
  if (k < 0 || !yaxis) return;
  const box = { x: xaxis._offset, y: yaxis._offset, width: xaxis._length, height: yaxis._length };
  const ends = (axis) => [axis.d2p(k - 0.5), axis.d2p(k + 0.5)].sort((a, b) => a - b);
  const [left, right] = ends(xaxis);
  svg("rect", { ...box, x: box.x + left, width: Math.max(right - left, 2) }, layer);
  if (!S.dom.plot._fullData.some((trace) => trace.type === "heatmap")) return;
  const [top, bottom] = ends(yaxis);
  svg("rect", { ...box, y: box.y + top, height: Math.max(bottom - top, 2) }, layer);
}

// Whose a hovered or clicked part of a chart is: one point, or two of a matrix.
function linked(S, { points: [at] = [] }) {
  const { pointNumber: k } = at ?? {};
  const ids = (Array.isArray(k) ? k : [k]).map((i) => S.header.links[i]);
  return [...new Set(ids)].filter((id) => id !== undefined);
}

// Whether a chart has links may change with its figure.
function listenToLinks(S) {
  const { plot } = S.dom;
  plot.on("plotly_hover", (ev) => {
    light(linked(S, ev));
    clearTimeout(S.resting);
    if (S.header.restAsks) S.resting = setTimeout(() => pickLinked(S, ev), REST);
  });
  plot.on("plotly_unhover", () => {
    light([]);
    clearTimeout(S.resting);
  });
  plot.on("plotly_click", (ev) => pickLinked(S, ev));
}

function pickLinked(S, ev) {
  const [id] = linked(S, ev);
  if (id !== undefined && S.header.wantsPick) pick(S, { ids: [id], rest: S.header.restAsks });
}

// A point, or a place of the picture, that the visitor wants to know about.
function pick(S, what) {
  enqueue(S, { t: "pick", ...what });
}
