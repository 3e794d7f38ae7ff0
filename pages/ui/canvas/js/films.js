// Films of training runs, by key, for the whole page. Like the canvas's store (store.js) they live
// outside the mounts. The timeline fills a film and moves it; canvases and the panel beside it
// follow. This part is in the modules of all three: whichever is first makes the store.

/** @type {Map<string, FilmStore>} */
const FILMS = (globalThis.svmFilms ??= new Map());

/** A film that is shown, and what moves it. @typedef {ReturnType<typeof newFilm>} FilmStore */
const newFilm = (/** @type {string} */ key) => ({
  key,
  film: /** @type {Film | null} */ (null),
  /** In the order of the picture. @type {{ x: Numbers, y: Numbers, label: Numbers } | null} */
  points: null,
  k: 0, // the moment that is shown
  step: "", // of a lesson, for which the film was taken
  said: "", // what is said of it
  at: 0, // where the clock stands, in updates
  playing: false,
  speed: "run", // one of SPEEDS
  /** By the names of those who follow. @type {Map<string, (F: FilmStore) => void>} */
  listeners: new Map(),
  wanted: /** @type {number | null} */ (null), // the update that the server was asked for
  asks: 0, // how often it was asked
  frames: 0, // pictures painted
  frame: /** @type {number | null} */ (null), // the animation frame for the listeners
  since: /** @type {number | null} */ (null), // when play was pressed
  before: /** @type {number | null} */ (null), // when the clock ticked last
  gone: 0, // seconds without a timeline on the page
  clock: 0, // which clock runs: an older one stops
  root: /** @type {HTMLElement | null} */ (null), // of the timeline
  send: /** @type {((request: object) => void) | null} */ (null), // asks the server for an update
  command: /** @type {((name: string) => void) | null} */ (null),
  text: "", // the film as it came
  dragging: false, // whether the slider's thumb is held
  byHand: false, // whether the visitor has moved it, or had it played
  tell: /** @type {((moment: object) => void) | null} */ (null), // tells the server the moment
  told: "", // the moment that the server knows
  telling: /** @type {number | null} */ (null), // the timer until it is told
  opened: 0, // how many moments of links were opened
});

/** @type {(key: string) => FilmStore} */
export function filmStore(key) {
  if (!FILMS.has(key)) FILMS.set(key, newFilm(key));
  return FILMS.get(key);
}

// Keys that move a film wherever they are pressed, and the commands they are.
export const FILM_KEYS = {
  " ": "toggle", ",": "back", ".": "forward", "[": "epochBack", "]": "epochForward",
};

/** A listener has a name: what is mounted again takes the place it had.
 * @type {(key: string, name: string, listener: (F: FilmStore) => void) => FilmStore} */
export function follow(key, name, listener) {
  const F = filmStore(key);
  F.listeners.set(name, listener);
  return F;
}

/** Row k of an array of the film that has several columns.
 * @type {(film: Film, name: string, k: number) => Numbers} */
export const row = (film, name, k) => {
  const n = film.cols[name] ?? 1;
  return film[name].subarray(k * n, (k + 1) * n);
};

/** Whether a film moves by itself. */
export const filmIsPlaying = () => [...FILMS.values()].some((F) => F.playing);

/** What is said of the moments at which the visitor has stopped films that are on the page. */
export const stoppedAt = () =>
  [...FILMS.values()].filter((F) => F.byHand && F.root?.isConnected).map((F) => F.said);
