import assert from "node:assert/strict";
import test from "node:test";
import { filmStore } from "../../pages/ui/canvas/js/films.js";
import {
  advanced, command, momentAt, nearestMoment, openAt, takeFilm,
} from "../../pages/ui/timeline/js/player.js";

let frames = [];
globalThis.requestAnimationFrame = (callback) => frames.push(callback);
globalThis.cancelAnimationFrame = () => {};
/** Runs what waits for the next frame, at a time in ms. */
const frame = (now) => frames.splice(0).forEach((callback) => callback(now));
globalThis.matchMedia = () => ({ matches: true }); // no film starts by itself

const film = (update, more = {}) => ({
  id: "run", update, total: update.at(-1), per_epoch: 10, live: false, ...more,
});
let made = 0;
function shown(of, k = 0) {
  const F = filmStore(`film ${made++}`);
  takeFilm(F, of);
  Object.assign(F, { k, at: of.update[k] });
  return F;
}
const after = (F, name) => (command(F, name), [F.k, F.at]);

test("the moment of an update is the last one that is not after it", () => {
  const of = film([0, 3, 4, 20]);
  assert.deepEqual([0, 2.9, 3, 19, 20, 99].map((at) => momentAt(of, at)), [0, 0, 1, 2, 3, 3]);
  assert.deepEqual([1, 2, 11, 13, 25].map((u) => nearestMoment(of, u)), [0, 1, 2, 3, 3]);
});

test("a step back or forward, and to both ends", () => {
  const F = shown(film([0, 1, 2, 3]), 1);
  assert.deepEqual(after(F, "forward"), [2, 2]);
  assert.deepEqual(after(F, "back"), [1, 1]);
  assert.deepEqual(after(F, "end"), [3, 3]);
  assert.deepEqual(after(F, "forward"), [3, 3]);
  assert.deepEqual(after(F, "start"), [0, 0]);
  assert.deepEqual(after(F, "back"), [0, 0]);
});

test("a step to an update that is not there asks the server, or goes on to the next one", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const F = shown(film([0, 5, 10]), 1);
  assert.deepEqual(after(F, "forward"), [2, 10]);
  const asked = [];
  F.send = (request) => asked.push(request);
  assert.deepEqual(after(F, "back"), [2, 10]);
  command(F, "back"); // the same request is said once
  assert.deepEqual([asked, F.wanted], [[{ id: "run", update: 9, n: 1 }], 9]);
  takeFilm(F, film([0, 8, 9, 10]));
  assert.deepEqual([F.k, F.at, F.wanted], [2, 9, null]);
  takeFilm(F, film([0, 5, 10]));
  command(F, "back");
  t.mock.timers.tick(10_000);
  assert.equal(F.wanted, null); // it was waited for long enough
});

test("to where an epoch begins or the first moment beyond; a film with marks has these for epochs", () => {
  const led = (F, ...names) => names.map((name) => after(F, name)[1]);
  const F = shown(film([0, 5, 10, 17, 23, 30]), 1);
  assert.deepEqual(
    led(F, "epochForward", "epochForward", "epochBack", "epochBack", "epochBack"), [10, 23, 17, 10, 0],
  );
  const marked = shown(film([0, 1, 2, 3, 4, 5], { marks: [1, 4] }), 2);
  assert.deepEqual(
    led(marked, "epochForward", "epochForward", "epochBack", "epochBack", "epochBack"), [4, 5, 4, 1, 0],
  );
});

test("the clock: eight seconds a run, two epochs or moments a second", () => {
  const of = film([0, 1, 2, 10, 80]);
  const at = (speed, from, seconds) => advanced({ film: of, at: from, speed }, seconds);
  assert.equal(at("run", 0, 1), 10);
  assert.equal(at("epochs", 5, 0.5), 15);
  assert.equal(at("slow", 1, 0.5), 2);
  assert.equal(at("slow", 2, 0.25), 6); // half of the way to the next moment
  assert.equal(at("updates", 2, 0.05), 10);
  assert.equal(at("slow", 1.5, 0.5), 6);
  assert.ok(at("slow", 10, 5) >= 80);
});

test("the same run keeps its place, a gesture its part of the run, and another run starts anew", () => {
  const F = shown(film([0, 10, 20]), 1);
  takeFilm(F, film([0, 9, 12, 20]));
  assert.deepEqual([F.k, F.at], [1, 10]);
  F.playing = true;
  F.at = 13;
  takeFilm(F, film([0, 12, 14, 20]));
  assert.equal(F.k, 1); // not ahead of the clock
  takeFilm(F, film([0, 10, 20]));
  F.at = 10;
  takeFilm(F, film([0, 50, 100], { id: "other", live: true }));
  assert.deepEqual([F.k, F.at], [1, 50]);
  takeFilm(F, film([0, 50, 100], { id: "third" }));
  assert.deepEqual([F.k, F.at], [0, 0]);
});

test("the first film of a page that was opened by a link waits to be played", (t) => {
  t.mock.method(globalThis, "matchMedia", () => ({ matches: false }));
  globalThis.location = { pathname: "/descent", href: "http://host/descent" };
  const opened = (address) => t.mock.method(performance, "getEntriesByType", () => [{ name: address }]);
  const playing = (F, of) => (takeFilm(F, of), F.playing);
  opened("http://host/descent?C=10");
  const F = filmStore("linked");
  assert.equal(playing(F, film([0, 10])), false);
  assert.equal(F.k, 0);
  assert.equal(playing(F, film([0, 20], { id: "other" })), true);
  opened("http://host/?C=10"); // a link to another page
  assert.equal(playing(filmStore("walked to"), film([0, 10])), true);
  opened("http://host/descent");
  assert.equal(playing(filmStore("by its name"), film([0, 10])), true);
  opened("document"); // what Firefox says of a page that was opened from a file
  assert.equal(playing(filmStore("from a file"), film([0, 10])), true);
  frames = [];
});

test("a film waits in each step of a lesson, and plays when the visitor changes the run", (t) => {
  t.mock.method(globalThis, "matchMedia", () => ({ matches: false }));
  t.mock.method(performance, "getEntriesByType", () => []);
  const F = shown(film([0, 1, 2]));
  const playing = (id, textContent) => {
    globalThis.document = { querySelector: () => textContent && { textContent } };
    takeFilm(F, film([0, 1, 2, 3], { id }));
    return F.playing;
  };
  assert.equal(playing("a", "The first pair"), false);
  assert.equal(playing("another C", "The first pair"), true);
  assert.equal(playing("b", "How many steps?"), false);
  assert.equal(playing("without a lesson", ""), true);
  delete globalThis.document;
  frames = [];
});

test("a film that opens at a moment, and the next one where the visitor had gone", () => {
  const x = [-2, -1, 0, 1];
  const F = shown(film([0, 1, 2, 3], { x, opens: 2 }));
  takeFilm(F, film([0, 1, 2, 3], { id: "b", x, opens: 1 }));
  assert.equal(F.k, 1); // it opens at another x
  command(F, "forward");
  command(F, "forward");
  takeFilm(F, film([0, 1, 2, 3, 4], { id: "c", x: [-3, -1, 0, 0.9, 5], opens: 1 }));
  assert.equal(F.k, 3);
});

test("play, pause, play again from the start", (t) => {
  t.mock.method(performance, "now", () => 0);
  const F = shown(film([0, 10, 20, 80]));
  F.root = { isConnected: true };
  F.frames = 1; // a picture is there
  const seen = [];
  F.listeners.set("test", ({ k }) => seen.push(k));
  command(F, "toggle");
  frame(1000); // the clock's first look at the time
  assert.equal(F.at, 0);
  frame(1100);
  assert.deepEqual([F.at, F.k], [1, 0]);
  frame(3000); // a page that was hidden has half a second, not two
  assert.deepEqual([F.at, F.k], [6, 0]);
  frame(3450);
  assert.deepEqual([F.at, F.k], [10.5, 1]);
  command(F, "toggle");
  frame(3500);
  assert.deepEqual([F.at, F.playing], [10.5, false]);
  command(F, "end");
  command(F, "toggle");
  assert.deepEqual([F.k, F.playing], [0, true]);
  assert.deepEqual(seen.slice(0, 2), [0, 1]);
});

test("the clock waits for the first picture, and stops without a timeline", (t) => {
  t.mock.method(performance, "now", () => 0);
  const F = shown(film([0, 80]));
  F.root = { isConnected: true };
  command(F, "toggle");
  for (const now of [0, 400, 800]) frame(now);
  assert.equal(F.at, 0);
  frame(4000);
  assert.equal(F.at, 5); // after four seconds it waits no longer
  F.root.isConnected = false;
  for (const now of [4400, 4800, 5200]) frame(now);
  assert.equal(F.playing, false);
});

test("the server is told where the visitor has stopped, once, and never while the film plays", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const told = [];
  const F = shown(film([0, 1, 2, 3]));
  Object.assign(F, { tell: (moment) => told.push(moment), root: { isConnected: true }, frames: 1 });
  const rest = () => (frame(1e6), t.mock.timers.tick(400));
  takeFilm(F, film([0, 1, 2, 3], { id: "next" }));
  rest();
  assert.deepEqual(told, []); // nobody has moved it
  for (const name of ["forward", "forward", "back", "forward"]) command(F, name);
  rest();
  assert.deepEqual(told, [{ id: "next", update: 2 }]);
  command(F, "forward");
  command(F, "back");
  rest();
  assert.equal(told.length, 1); // the same moment again
  command(F, "toggle");
  rest();
  assert.equal(told.length, 1);
  command(F, "toggle");
  F.root.isConnected = false;
  command(F, "end");
  rest();
  assert.equal(told.length, 1); // another page is there
  F.root.isConnected = true;
  F.dragging = true;
  command(F, "start");
  rest();
  assert.equal(told.length, 1);
  F.dragging = false;
  command(F, "start");
  rest();
  assert.deepEqual(told.at(-1), { id: "next", update: 0 });
});

test("a link stops a film at its moment, once, and the server is not told what it said", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const told = [];
  const F = shown(film([0, 5, 10], { opens: 2, x: [0, 1, 2] }));
  Object.assign(F, { tell: (moment) => told.push(moment), root: { isConnected: true } });
  openAt(F, null);
  assert.deepEqual([F.k, F.playing], [0, false]);
  F.playing = true;
  openAt(F, [6, 1]);
  assert.deepEqual([F.k, F.at, F.playing], [1, 5, false]);
  command(F, "end");
  openAt(F, [6, 1]);
  assert.equal(F.k, 2);
  openAt(F, [6, 2]);
  assert.equal(F.k, 1);
  frame(0);
  t.mock.timers.tick(400);
  assert.deepEqual(told, []);
});
