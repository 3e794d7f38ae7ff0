// The layer above the plot: what is under way is shown here at once, in 1 to 2 ms; the plot
// itself follows when the server has answered.
const SVG = "http://www.w3.org/2000/svg";

function svg(name, attributes = {}, parent = null) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

function buildOverlay(stage) {
  const root = svg("svg", { class: "svm-overlay", "aria-hidden": "true" }, stage);
  const layer = (name) => svg("g", { class: name }, root);
  return {
    root,
    ghosts: layer("svm-ghosts"),
    light: layer("svm-light"),
    selection: layer("svm-selection"),
    band: svg("rect", { class: "svm-band", visibility: "hidden" }, root),
    brush: svg("circle", { class: "svm-brush", visibility: "hidden" }, root),
    cross: svg("path", { class: "svm-cross", visibility: "hidden" }, root),
    grips: layer("svm-grips"),
    hidden: new Set(),
  };
}

// What the pending events make of the points that are drawn.
function forecast(S) {
  const drawn = S.points ?? { ids: [], x: [], y: [] };
  const at = new Map(drawn.ids.map((id, k) => [id, [drawn.x[k], drawn.y[k]]]));
  const F = { at, added: [], moved: new Set(), label: new Map(), gone: new Set() };
  for (const e of S.pending) foresee(S, F, e);
  const gesture = S.gesture;
  if (gesture?.positions) {
    for (const [id, p] of gesture.positions()) if (at.has(id)) at.set(id, p), F.moved.add(id);
  }
  if (gesture?.ghosts) F.added.push(...gesture.ghosts());
  if (S.carry !== null && S.cross) at.set(S.carry, S.cross), F.moved.add(S.carry);
  return F;
}

function foresee(S, F, e) {
  const known = (e.ids ?? []).filter((id) => F.at.has(id));
  if (e.t === "add") F.added.push(...e.p.map((p) => ({ p, label: e.c })));
  else if (e.t === "clear") {
    F.added.length = 0;
    for (const id of F.at.keys()) F.gone.add(id);
    F.at.clear();
  } else if (e.t === "delete") {
    for (const id of known) F.gone.add(id), F.at.delete(id);
  } else if (e.t === "relabel") {
    for (const id of known) F.label.set(id, e.c);
  } else if (e.t === "flip") {
    for (const id of known) {
      const label = F.label.get(id) ?? labelOf(S, id);
      if (label !== undefined) F.label.set(id, (label + 1) % S.header.names.length);
    }
  } else if (e.t === "move" || e.t === "jitter") {
    e.ids.forEach((id, k) => {
      if (!F.at.has(id)) return;
      const [x, y] = e.t === "move" ? [0, 0] : F.at.get(id);
      F.at.set(id, [x + e.p[k][0], y + e.p[k][1]]);
      F.moved.add(id);
    });
  }
}

function refresh(S) {
  scheduleFilm(S);
  const { dom, geom } = S;
  if (!dom || !S.header.tools.length || !geom || !S.points) return;
  const F = forecast(S);
  S.shown = { ids: [...F.at.keys()], x: [], y: [] };
  for (const [x, y] of F.at.values()) S.shown.x.push(x), S.shown.y.push(y);
  const nodes = pointNodes(S);
  const layer = dom.overlay.ghosts;
  layer.replaceChildren();
  const hidden = [...F.gone, ...F.moved, ...F.label.keys()];
  hideNodes(dom.overlay, nodes, isHandles(S) ? [] : new Set(hidden));
  for (const id of new Set([...F.moved, ...F.label.keys()])) {
    if (F.at.has(id)) drawMoved(S, layer, nodes.get(id), F.at.get(id), F.label.get(id), id);
  }
  for (const { p, label } of F.added) drawMark(S, layer, p, label);
  if (isHandles(S)) return drawGrips(S);
  drawSelection(S);
  drawCross(S);
  drawLight(S);
}

// The marks of the edited trace as plotly.js has drawn them, by id.
function pointNodes(S) {
  const nodes = new Map();
  for (const node of S.dom.plot.querySelectorAll(".scatterlayer .tracepoints .points > path")) {
    const k = node.__data__?.i;
    if (k !== undefined) nodes.set(S.points.ids[k], node);
  }
  return nodes;
}

// plotly.js reuses its nodes for other points: what was hidden is shown again first.
function hideNodes(overlay, nodes, ids) {
  for (const node of overlay.hidden) node.style.visibility = "";
  overlay.hidden.clear();
  for (const id of ids) {
    const node = nodes.get(id);
    if (!node) continue;
    node.style.visibility = "hidden";
    overlay.hidden.add(node);
  }
}

function drawMoved(S, layer, node, position, label, id) {
  if (label !== undefined || !node) {
    drawMark(S, layer, position, label ?? labelOf(S, id) ?? 0);
    return;
  }
  const copy = node.cloneNode();
  const [x, y] = toPixel(S.geom, ...position);
  copy.setAttribute("transform", `translate(${x},${y})`);
  copy.style.visibility = "";
  copy.style.display = "";
  layer.append(copy);
}

function drawMark(S, layer, [x, y], label) {
  const [px, py] = toPixel(S.geom, x, y);
  const turn = isTurned(S, label) ? " rotate(45)" : "";
  svg("path", {
    d: shapePath(S, label, S.points.size / 2), fill: classColor(S, label), class: "svm-ghost",
    transform: `translate(${px},${py})${turn}`,
  }, layer);
}

function drawSelection(S) {
  const layer = S.dom.overlay.selection;
  layer.replaceChildren();
  const { ids, x, y } = S.shown;
  const r = S.points.size / 2 + 5;
  ids.forEach((id, k) => {
    if (!S.selection.has(id)) return;
    const [cx, cy] = toPixel(S.geom, x[k], y[k]);
    svg("circle", { cx, cy, r }, layer);
  });
  showSelectionBar(S);
}

function drawCross(S) {
  const { cross } = S.dom.overlay;
  const visible = S.cross && document.activeElement === S.dom.plot;
  cross.setAttribute("visibility", visible ? "visible" : "hidden");
  if (!visible) return;
  const { ox, oy, w, h } = S.geom;
  const [x, y] = toPixel(S.geom, ...S.cross);
  const across = `M${ox},${y}H${x - 9}M${x + 9},${y}H${ox + w}`;
  const down = `M${x},${oy}V${y - 9}M${x},${y + 9}V${oy + h}`;
  const ring = `M${x + 9},${y}A9,9 0 1,1 ${x - 9},${y}A9,9 0 1,1 ${x + 9},${y}`;
  cross.setAttribute("d", across + down + ring);
}

function drawBand(S, a, b) {
  const { band } = S.dom?.overlay ?? {};
  if (!band) return;
  band.setAttribute("visibility", a ? "visible" : "hidden");
  if (!a) return;
  band.setAttribute("x", Math.min(a.px, b.px));
  band.setAttribute("y", Math.min(a.py, b.py));
  band.setAttribute("width", Math.abs(a.px - b.px));
  band.setAttribute("height", Math.abs(a.py - b.py));
}

function drawBrush(S, at) {
  const { brush } = S.dom?.overlay ?? {};
  if (!brush) return;
  const radius = { spray: SPRAY_RADIUS, erase: ERASE_RADIUS }[S.tool];
  const visible = radius && at?.inside;
  brush.setAttribute("visibility", visible ? "visible" : "hidden");
  if (!visible) return;
  brush.setAttribute("cx", at.px);
  brush.setAttribute("cy", at.py);
  brush.setAttribute("r", radius);
}

let announcement = 0;
function announce(S, text) {
  // the invisible mark makes two equal sentences differ, so that both are read out
  if (S.dom) S.dom.live.textContent = text + (announcement++ % 2 ? "\u200b" : "");
}
