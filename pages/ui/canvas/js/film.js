// The moment of a film, painted beside the plot without drawing the plot again: regions and lines
// behind it (its background is transparent), rings and playheads above it.
const LAYERS = { machine: paintMachine, playhead: paintPlayhead, path: paintPath };

function followFilm(S) {
  const { key, film } = S.header;
  const name = `canvas ${key}`;
  if (S.film && S.film.key !== film) {
    S.film.listeners.delete(name);
    S.film = null;
    clearFilm(S);
  }
  if (!film) return;
  S.film = follow(film, name, () => paintFilm(S));
  scheduleFilm(S);
}

// At most one painting per frame, however often the view changes meanwhile.
function scheduleFilm(S) {
  if (S.film) S.filmFrame ??= requestAnimationFrame(() => paintFilm(S));
}

function paintFilm(S) {
  cancelAnimationFrame(S.filmFrame);
  S.filmFrame = null;
  const { dom, film: F } = S;
  if (!dom?.drawn || !F?.film) return;
  dom.film ??= buildFilm(dom);
  LAYERS[S.header.layer]?.(S, F, dom.film);
}

function buildFilm({ stage, plot }) {
  const shades = element("canvas", { class: "svm-film", "aria-hidden": "true" });
  const layer = (name) => {
    const root = svg("svg", { class: `svm-overlay svm-film ${name}`, "aria-hidden": "true" });
    return { root, inner: svg("svg", {}, root), nodes: new Map() };
  };
  const under = layer("svm-film-under");
  const over = layer("svm-film-over");
  plot.before(shades, under.root);
  plot.after(over.root);
  stage.toggleAttribute("data-film", true);
  return { shades, under, over };
}

function clearFilm(S) {
  S.dom?.stage.querySelectorAll(".svm-film").forEach((node) => node.remove());
  S.dom?.stage.removeAttribute("data-film");
  if (S.dom) S.dom.film = null;
}

// An inner <svg> with the pixels of the stage that shows nothing outside of the axes.
function clipTo({ inner }, { ox, oy, w, h }) {
  const box = `${ox} ${oy} ${w} ${h}`;
  if (inner.getAttribute("viewBox") === box) return;
  const place = { x: ox, y: oy, width: w, height: h, viewBox: box };
  for (const [name, value] of Object.entries(place)) inner.setAttribute(name, value);
}

// The node of that name in a layer, made when it is first asked for.
function part(layer, name, kind, attributes = {}) {
  let node = layer.nodes.get(name);
  if (!node) {
    node = svg(kind, { class: `svm-film-${name}`, fill: "none" }, layer.inner);
    layer.nodes.set(name, node);
  }
  for (const [key, value] of Object.entries(attributes)) {
    if (node.getAttribute(key) !== String(value)) node.setAttribute(key, value);
  }
  return node;
}

const stroke = (color, width, more = {}) => ({
  stroke: color, "stroke-width": width, "stroke-linejoin": "round", ...more,
});

// A polyline through pixels; an entry that is no number begins another one.
function pathOf(points) {
  let d = "";
  let pen = "M";
  for (const [x, y] of points) {
    if (Number.isFinite(x + y)) {
      d += `${pen}${x.toFixed(2)},${y.toFixed(2)}`;
      pen = "L";
    } else pen = "M";
  }
  return d;
}
