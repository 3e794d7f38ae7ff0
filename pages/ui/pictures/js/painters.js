// The moment of a film on the layers of a figure: see film.js of the canvas.
import { paintPath, paintPlayhead } from "../../canvas/js/film_charts.js";
import { paintModel } from "../../canvas/js/film_model.js";

/** @type {Record<string, (S: State, F: FilmStore, layers: FilmLayers) => void>} */
const LAYERS = { model: paintModel, playhead: paintPlayhead, path: paintPath };

/** @type {(T: State, F: FilmStore, layers: FilmLayers, k?: number) => void} */
export function paintMoment(T, F, layers, k = F.k) {
  LAYERS[T.header.layer](T, { ...F, k, root: null }, layers);
}
