// Films of training runs, by key, for the whole page. Like the canvas's store (store.js) they live
// outside the mounts. The timeline fills a film and moves it; canvases and the panel beside it
// follow. This part is in the modules of all three: whichever is first makes the store.

const FILMS = (globalThis.svmFilms ??= new Map());

/** @type {(key: string) => FilmStore} */
export function filmStore(key) {
  if (!FILMS.has(key)) {
    FILMS.set(key, {
      key, film: null, points: null, k: 0, at: 0, playing: false, speed: "run", listeners: new Map(),
      wanted: null, asks: 0, frames: 0, frame: null, since: null, before: null, gone: 0, clock: 0,
      root: null, send: null, command: null, text: "",
    });
  }
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
