// The moment of a film, painted beside the plot without drawing the plot again: regions and lines
// behind it (its background is transparent), rings and playheads above it.
import { showAltSoon } from "./alt.js";
import { paintBars } from "./film_bars.js";
import { paintPath, paintPlayhead, paintStandings } from "./film_charts.js";
import { paintDraws } from "./film_draws.js";
import { buildFilm, clearFilm } from "./film_layers.js";
import { paintModel } from "./film_model.js";
import { paintClasses, paintCurve, paintLines } from "./film_pictures.js";
import { follow } from "./films.js";

/** @type {Record<string, (S: State, F: FilmStore, layers: FilmLayers) => void>} */
export const PAINTERS = {
  model: paintModel, playhead: paintPlayhead, path: paintPath, bars: paintBars,
  classes: paintClasses, curve: paintCurve, lines: paintLines, standings: paintStandings,
  draws: paintDraws,
};

export function followFilm(/** @type {State} */ S) {
  const { key, film } = S.header;
  const name = `canvas ${key}`;
  if (S.film && S.film.key !== film) {
    S.film.listeners.delete(name);
    S.film = null;
    clearFilm(S);
  }
  if (!film) return;
  S.film = follow(film, name, () => {
    paintFilm(S);
    showAltSoon(S);
  });
  scheduleFilm(S);
}

/** At most one painting per frame, however often the view changes meanwhile. */
export function scheduleFilm(/** @type {State} */ S) {
  if (S.film && S.dom) S.dom.filmFrame ??= requestAnimationFrame(() => paintFilm(S));
}

export function paintFilm(/** @type {State} */ S) {
  const { dom, film: F } = S;
  cancelAnimationFrame(dom?.filmFrame);
  if (dom) dom.filmFrame = null;
  if (!dom?.drawn || !F?.film) return;
  dom.film ??= buildFilm(dom);
  const still = S.header.still !== null && isStill(F, dom.still);
  dom.stage.dataset.shows = S.header.still === null ? "both" : still ? "figure" : "film";
  PAINTERS[S.header.layer]?.(S, F, dom.film);
}

/** Whether the drawn figure itself shows the moment at which the film rests.
 * @type {(F: FilmStore, still: Header["still"]) => boolean} */
export const isStill = ({ film, k, playing }, still) =>
  film.live || (!playing && still?.[0] === film.id && still[1] === film.update[k]);
