// What runs in a film that was exported: its panels, and the timeline that moves them.
import { element } from "../../canvas/js/dom.js";
import { PAINTERS } from "../../canvas/js/film.js";
import { buildLayers } from "../../canvas/js/film_layers.js";
import { FILM_KEYS, filmStore, follow } from "../../canvas/js/films.js";
import { mountControls } from "../../timeline/js/controls.js";
import { decodeArrays } from "../../timeline/js/decode.js";
import { command, takeFilm } from "../../timeline/js/player.js";

/** @type {(name: string) => any} */
const dataIn = (name) => JSON.parse(document.getElementById(name).textContent);

/** Builds the page from the data in it. */
export default function showFilm() {
  const { key, process, panels } = dataIn("shown");
  const { film, points } = dataIn("film");
  const F = filmStore(key);
  F.points = decodeArrays(points);
  mountControls(F, document.getElementById("timeline"), process);
  panels.forEach((panel, k) => follow(key, `panel ${k}`, painterOf(panel, k)));
  document.addEventListener("keydown", (ev) => {
    if (ev.target !== document.body || !FILM_KEYS[ev.key]) return;
    command(F, FILM_KEYS[ev.key]);
    ev.preventDefault();
  });
  fitPanels();
  window.addEventListener("resize", fitPanels);
  takeFilm(F, decodeArrays({ ...film, live: false }));
}

/** Puts a panel on the page; what it gives paints a moment there.
 * @type {(panel: FilmPanel, k: number) => (F: FilmStore) => void} */
function painterOf(panel, k) {
  const { width, height, top, header, theme, geom, traces } = panel;
  const plot = element("div", { class: "plot" });
  plot.innerHTML = panel.plot;
  const stage = element("div", { class: "stage", style: `width:${width}px;height:${height}px` }, plot);
  const root = element("figure", { class: "panel", style: "margin:0", "aria-label": panel.title, "data-width": width }, stage);
  if (panel.head) stage.insertAdjacentHTML("beforebegin", `<svg width="${width}" height="${top}">${panel.head}</svg>`);
  const beside = document.getElementById("beside"); // the picture stands before the charts
  if (k === 0) beside.before(root);
  else beside.append(root);
  const dom = { root, plot: Object.assign(plot, { _fullLayout: layoutOf(panel), _fullData: traces }), theme };
  const S = /** @type {State} */ (/** @type {unknown} */ ({ header: { ...header, key: `panel ${k}` }, geom, points: null, dom }));
  const layers = buildLayers(/** @type {Dom} */ (/** @type {unknown} */ (dom)), "svm-film");
  return (F) => PAINTERS[header.layer](S, F, layers);
}

/** The axes as plotly.js would have them. @type {(panel: FilmPanel) => any} */
function layoutOf({ width, height, top, axes }) {
  const both = Object.entries(axes).map(([name, [x, y]]) => [name, { xaxis: axisFrom(x, false), yaxis: axisFrom(y, true) }]);
  const plots = Object.fromEntries(both);
  return { width, height, top, _plots: plots, ...plots.xy };
}

/** @type {(axis: FilmAxis, upwards: boolean) => any} */
function axisFrom({ type, range: [low, high], offset, length }, upwards) {
  const d2p = (/** @type {number} */ value) => {
    const share = ((type === "log" ? Math.log10(value) : value) - low) / (high - low);
    return length * (upwards ? 1 - share : share);
  };
  return { type, _offset: offset, _length: length, d2p };
}

/** A panel that is wider than its place is made smaller. */
function fitPanels() {
  for (const panel of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".panel"))) {
    const room = panel.parentElement.clientWidth;
    panel.style.setProperty("zoom", String(Math.min(1, room / Number(panel.dataset.width))));
  }
}

showFilm();
