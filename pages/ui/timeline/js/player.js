// The player of a film: `at` is where the clock stands, in updates; `k` is the moment that is shown,
// the last one of the film not after it.

import { momentOf, tellSoon } from "./tell.js";

export const SPEEDS = {
  slow: "slow (2/s)",
  updates: "{unit}s (20/s)",
  epochs: "epochs (2/s)",
  run: "whole run in 8 s",
};
const PICTURES = { slow: 2, updates: 20 }; // moments of the film a second
const RUN_SECONDS = 8;
const LONGEST_FRAME = 0.5; // seconds: a page that was hidden goes on where it was
const REMOUNT_WAIT = 1; // seconds of frames
const PICTURE_WAIT = 4000; // milliseconds
const FOCUS_WAIT = 10000;

export const lastMoment = (/** @type {Film} */ film) => film.update.length - 1;

/** The last moment not after this update. @type {(film: Film, at: number) => number} */
export function momentAt(film, at) {
  let [low, high] = [0, lastMoment(film)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (film.update[middle] <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** @type {(film: Film, update: number) => number | null} */
function exactly(film, update) {
  const k = momentAt(film, update);
  return film.update[k] === update ? k : null;
}

/** @type {(film: Film, update: number) => number} */
export function nearestMoment(film, update) {
  const k = momentAt(film, update);
  if (k === lastMoment(film)) return k;
  return film.update[k + 1] - update < update - film.update[k] ? k + 1 : k;
}

/** Everything that follows the film hears of a change in one frame, once. */
export function changed(/** @type {FilmStore} */ F) {
  F.frame ??= requestAnimationFrame(() => emit(F));
}

function emit(/** @type {FilmStore} */ F) {
  cancelAnimationFrame(F.frame);
  F.frame = null;
  for (const [name, listener] of F.listeners) {
    try {
      listener(F);
    } catch (error) {
      console.error("film", name, error); // the others still follow, and the clock goes on
    }
  }
  tellSoon(F);
}

/** @type {(F: FilmStore, k: number) => void} */
export function show(F, k) {
  F.k = k;
  F.at = F.film.update[k];
  F.wanted = null;
  changed(F);
}

/** Whether the browser was sent to this page with words in the address. */
function openedByLink() {
  const [start] = performance.getEntriesByType("navigation");
  // of a page that was opened from a file Firefox says "document"
  const { pathname, search } = new URL(start?.name ?? "about:blank", location.href);
  return search !== "" && pathname === location.pathname;
}

/** The step of a lesson that is on the page. */
const lessonStep = () => globalThis.document?.querySelector(".svm-lesson-title")?.textContent ?? "";

/** A film that is new is played from its start, but the first one of a step of a lesson, or of a
 * page that was opened by a link, waits there; of a gesture that goes on, the same part of the run is
 * shown; and one that came with more moments is the one that was there.
 * @type {(F: FilmStore, film: Film) => void} */
export function takeFilm(F, film) {
  const old = F.film;
  F.film = film;
  const step = lessonStep();
  const turned = step !== "" && step !== F.step;
  F.step = step;
  const same = old?.id === film.id && !(old.live && !film.live);
  if (same) return keepPlace(F, film);
  F.wanted = null;
  F.byHand = false;
  if (film.opens !== undefined) return openFilm(F, film, old);
  if (film.live) {
    F.at = old ? (F.at / old.total) * film.total : 0;
    F.playing = false;
  } else {
    F.at = 0;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (turned) F.playing = false;
    else if (!still && (old || !openedByLink())) play(F);
  }
  F.k = momentAt(film, F.at);
  return changed(F);
}

/** A film may say at which moment it opens. Another film that opens at the same x shows what the
 * visitor had gone to: the moment that is nearest to it in x.
 * @type {(F: FilmStore, film: Film, old: Film | null) => void} */
function openFilm(F, film, old) {
  const same = old?.opens !== undefined && old.x[old.opens] === film.x[film.opens];
  F.playing = false;
  show(F, same ? nearestAlong(film.x, old.x[F.k]) : film.opens);
}

/** @type {(x: Numbers, wanted: number) => number} */
function nearestAlong(x, wanted) {
  const far = Array.from(x, (value) => Math.abs(value - wanted));
  return far.indexOf(Math.min(...far));
}

/** @type {(F: FilmStore, film: Film) => void} */
function keepPlace(F, film) {
  const found = F.wanted === null ? null : exactly(film, F.wanted);
  if (found !== null) return show(F, found);
  F.k = F.playing ? momentAt(film, F.at) : nearestMoment(film, F.at);
  return changed(F);
}

function play(/** @type {FilmStore} */ F) {
  F.playing = true;
  F.wanted = null;
  F.before = null;
  F.since = performance.now();
  F.gone = 0;
  F.clock += 1;
  runOn(F);
  changed(F);
}

function pause(/** @type {FilmStore} */ F) {
  F.playing = false;
  changed(F);
}

/** One clock, however often play was pressed: an older one finds that it is not the last. */
function runOn(/** @type {FilmStore} */ F) {
  const { clock } = F;
  requestAnimationFrame((now) => {
    if (F.playing && F.clock === clock) tick(F, now);
  });
}

/** @type {(F: FilmStore, now: number) => void} */
function tick(F, now) {
  const passed = F.before === null ? 0 : Math.min((now - F.before) / 1000, LONGEST_FRAME);
  F.before = now;
  // none while no timeline is on the page
  F.gone = F.root?.isConnected ? 0 : F.gone + passed;
  if (F.gone > REMOUNT_WAIT) return pause(F);
  const seconds = F.frames === 0 && now - F.since < PICTURE_WAIT ? 0 : passed;
  const { film } = F;
  F.at = Math.min(advanced(F, seconds), film.total);
  if (F.at >= film.total) F.playing = false;
  const k = momentAt(film, F.at);
  if (k !== F.k || !F.playing) {
    F.k = k;
    emit(F);
  }
  if (F.playing) runOn(F);
}

/** @type {(F: FilmStore, seconds: number) => number} */
export function advanced({ film, at, speed }, seconds) {
  if (speed === "run") return at + (film.total / RUN_SECONDS) * seconds;
  if (speed === "epochs") return at + 2 * film.per_epoch * seconds;
  // by pictures: between two moments the clock runs as fast as they are far apart
  const k = momentAt(film, at);
  const gap = (m) => (film.update[m + 1] ?? film.total) - film.update[m] || 1;
  const place = k + (at - film.update[k]) / gap(k) + PICTURES[speed] * seconds;
  const m = Math.min(Math.floor(place), lastMoment(film));
  return film.update[m] + (place - m) * gap(m);
}

/** @type {Record<string, (F: FilmStore) => void>} */
const COMMANDS = {
  toggle: (F) => {
    if (F.playing) return pause(F);
    if (F.k === lastMoment(F.film)) show(F, 0);
    return play(F);
  },
  start: (F) => pauseAt(F, 0),
  end: (F) => pauseAt(F, lastMoment(F.film)),
  back: (F) => stepUpdate(F, -1),
  forward: (F) => stepUpdate(F, 1),
  epochBack: (F) => stepEpoch(F, -1),
  epochForward: (F) => stepEpoch(F, 1),
};

/** @type {(F: FilmStore, name: string) => void} */
export function command(F, name) {
  if (!F.film) return;
  F.byHand = true;
  COMMANDS[name](F);
}

/** @type {(F: FilmStore, k: number) => void} */
export function pauseAt(F, k) {
  F.playing = false;
  show(F, k);
}

/** Stops where a link says, once; `opens` is an update and the how many of such moments it is.
 * @type {(F: FilmStore, opens: [number, number] | null) => void} */
export function openAt(F, opens) {
  if (!opens || opens[1] === F.opened) return;
  F.opened = opens[1];
  pauseAt(F, nearestMoment(F.film, opens[0]));
  F.told = momentOf(F);
}

/** One update; the film has not every one of a long run, so the server may have to be asked.
 * @type {(F: FilmStore, direction: number) => void} */
function stepUpdate(F, direction) {
  F.playing = false;
  const { film } = F;
  const update = film.update[F.k] + direction;
  if (update < 0 || update > film.total) return changed(F);
  return reach(F, update, F.k + direction);
}

/** Shows this update; of a film that has not got it the server is asked, or else k is shown.
 * @type {(F: FilmStore, update: number, k: number) => void} */
function reach(F, update, k) {
  const found = exactly(F.film, update);
  if (found === null && F.send) return ask(F, update);
  return show(F, found ?? k);
}

/** @type {(F: FilmStore, update: number) => void} */
function ask(F, update) {
  if (F.wanted === update) return;
  F.wanted = update;
  const n = (F.asks += 1);
  F.send({ id: F.film.id, update, n });
  setTimeout(() => {
    if (F.asks !== n) return;
    F.wanted = null;
    changed(F);
  }, FOCUS_WAIT);
  changed(F);
}

/** To where an epoch begins, or the first moment beyond; of a film with marks, to the next one.
 * @type {(F: FilmStore, direction: number) => void} */
function stepEpoch(F, direction) {
  const { film } = F;
  if (film.marks) return stepMark(F, direction);
  const here = film.update[F.k] / film.per_epoch;
  const epoch = direction > 0 ? Math.floor(here) + 1 : Math.ceil(here) - 1;
  const update = Math.min(Math.max(epoch * film.per_epoch, 0), film.total);
  const k = momentAt(film, update);
  const before = direction > 0 && film.update[k] < update;
  pauseAt(F, Math.min(before ? k + 1 : k, lastMoment(film)));
}

/** @type {(F: FilmStore, direction: number) => void} */
function stepMark(F, direction) {
  const { film, k } = F;
  const here = film.update[k];
  const next = direction > 0
    ? film.marks.find((mark) => mark > here)
    : film.marks.findLast((mark) => mark < here);
  const update = next ?? (direction > 0 ? film.total : 0);
  F.playing = false;
  reach(F, update, nearestMoment(film, update));
}
