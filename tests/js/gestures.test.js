import assert from "node:assert/strict";
import test from "node:test";
import {
  asking, banding, cancelGesture, dragging, erasing, delayed, pinching, placing,
  spraying, track,
} from "../../pages/ui/canvas/js/gestures.js";
import { forecast } from "../../pages/ui/canvas/js/forecast.js";
import { editSelection, jitterSelection, select } from "../../pages/ui/canvas/js/selection.js";
import { acknowledge } from "../../pages/ui/canvas/js/store.js";
import { pixel, state } from "./state.js";

const POINTS = [[7, 0, 0, 0], [8, 1, 0.5, 1]];
const events = (S) => S.outbox.pending.map(({ t, ids, p }) => [t, ids, p]);

test("a drag moves all its points as far as the pointer, and says the newest place only", () => {
  const S = state(POINTS);
  const drag = dragging(S, [7, 8], pixel(0.02, 0), 3, () => assert.fail("no click"));
  drag.move(pixel(1.02, 0.5));
  drag.move(pixel(2.02, 1)); // the answer to the first place is not there yet
  assert.deepEqual(events(S), [["move", [7, 8], [[1, 0.5], [2, 1]]]]);
  assert.deepEqual(drag.positions(), [[7, [2, 1]], [8, [3, 1.5]]]);
  acknowledge(S, S.outbox.seq);
  drag.up(pixel(-0.98, 0));
  assert.deepEqual(events(S).at(-1), ["move", [7, 8], [[-1, 0], [0, 0.5]]]);
  assert.equal(new Set(S.outbox.pending.map((e) => e.s)).size, 1);
  // a press that does not move is a click
  let clicks = 0;
  const press = dragging(state(POINTS), [7], pixel(0, 0), 3, () => (clicks += 1));
  press.move({ px: 202.9, py: 100 });
  press.up({ px: 202.9, py: 100 });
  assert.deepEqual([clicks, press.positions()], [1, []]);
  press.move({ px: 203, py: 100 });
  assert.deepEqual(press.positions(), [[7, [0.06, 0]]]);
});

test("Escape puts back what was dragged, anything else leaves it there", () => {
  for (const [back, last] of [[true, [0, 0]], [false, [1, 0]]]) {
    const S = state(POINTS);
    const drag = dragging(S, [7], pixel(0, 0), 3, () => {});
    S.gesture = { ...drag, release() {} };
    drag.move(pixel(0.5, 0));
    drag.move(pixel(1, 0));
    cancelGesture(S, back);
    acknowledge(S, 2);
    assert.deepEqual(S.said.at(-1).ev.at(0).p, [last]);
    assert.equal(S.gesture, null);
  }
});

test("a point appears where the pointer is let go, and one for a double click", () => {
  const S = state();
  S.label = 1;
  const place = placing(S, pixel(0, 0), 4.5, 3);
  place.move(pixel(1, 1));
  assert.deepEqual(place.ghosts(), [{ p: [1, 1], label: 1 }]);
  assert.equal(S.outbox.pending.length, 0);
  place.up(pixel(1.5, 1));
  assert.deepEqual([S.said[0].ev[0].p, S.said[0].ev[0].c], [[[1.5, 1]], 1]);
  const { px, py } = pixel(1.5, 1);
  const again = (by) => (placing(S, { px, py }, 4.5, 3).up({ px: px + by, py }), S.outbox.pending.length);
  assert.deepEqual([again(2), again(3)], [1, 2]); // unless it moves
});

test("a held press asks one question at a time and the last one for sure", () => {
  const S = state([], { wantsPick: true });
  const ask = asking(S, pixel(0, 0));
  ask.move(pixel(1, 0));
  ask.move(pixel(2, 0));
  assert.deepEqual(events(S), [["pick", undefined, [[0, 0]]]]);
  acknowledge(S, 1);
  ask.pump();
  assert.deepEqual(events(S).at(-1), ["pick", undefined, [[2, 0]]]);
  ask.up(pixel(3, 0));
  assert.deepEqual(events(S).at(-1), ["pick", undefined, [[3, 0]]]);
});

test("an eraser deletes what its stroke passes, each point once", () => {
  const S = state(POINTS);
  const erase = erasing(S, pixel(-1, 0));
  assert.equal(S.outbox.pending.length, 0);
  erase.move(pixel(0.5, 0.2));
  S.shown = { ids: [8], x: [1], y: [0.5] };
  erase.up(pixel(2, 0.5));
  assert.deepEqual(events(S), [["delete", [7], undefined], ["delete", [8], undefined]]);
});

test("an eraser names the places of points that are on their way, each once", () => {
  const S = state();
  for (const x of [0, 1, 3]) placing(S, pixel(x, 0), 4.5, 3).up(pixel(x, 0));
  const erase = erasing(S, pixel(-1, 0));
  erase.move(pixel(0.5, 0));
  erase.move(pixel(-1, 0));
  erase.up(pixel(1.5, 0));
  const wiped = S.outbox.pending.filter((e) => e.t === "wipe");
  assert.deepEqual(wiped.map((e) => e.p).flat(), [[0, 0], [1, 0]]);
  assert.equal(new Set(wiped.map((e) => e.s)).size, 1);
  assert.deepEqual(forecast(S).added.map((one) => one.p), [[3, 0]]);
});

test("a gesture follows all of the way that one event of the browser tells of", () => {
  const S = state(POINTS);
  const listeners = {};
  globalThis.document = { addEventListener: (name, f) => (listeners[name] = f) };
  globalThis.window = { addEventListener: () => {} };
  const seen = [];
  const press = { pointerId: 4 };
  track(S, { move: (at) => seen.push([at.px, at.py]) }, press);
  const at = (x, y) => ({ ...press, clientX: x, clientY: y });
  listeners.pointermove({ ...at(9, 9), getCoalescedEvents: () => [at(1, 2), at(5, 6), at(9, 9)] });
  listeners.pointermove({ ...at(7, 7), getCoalescedEvents: () => [] }); // of a program
  listeners.pointermove(at(8, 8)); // of a browser that does not know them
  assert.deepEqual(seen, [[1, 2], [5, 6], [9, 9], [7, 7], [8, 8]]);
  delete globalThis.document, delete globalThis.window;
});

test("a band selects what it holds, or adds it", () => {
  const S = state(POINTS);
  banding(S, pixel(-1, -1), false).up(pixel(0.5, 0.5));
  assert.deepEqual([...S.selection], [7]);
  banding(S, pixel(0.5, 0), true).up(pixel(2, 1));
  assert.deepEqual([...S.selection], [7, 8]);
  banding(S, pixel(2, 1), false).up(pixel(3, 2));
  assert.equal(S.selection.size, 0);
});

test("what is done to a selection", () => {
  const S = state(POINTS);
  editSelection(S, "flip");
  assert.equal(S.outbox.pending.length, 0);
  select(S, [7, 8]);
  editSelection(S, "weigh", { w: 2 });
  assert.deepEqual(S.said[0].ev[0], { seq: 1, s: 1, t: "weigh", ids: [7, 8], w: 2 });
  editSelection(S, "duplicate");
  assert.deepEqual(S.selectNew, { seq: 2, known: new Set([7, 8]) });
  editSelection(S, "delete");
  assert.deepEqual([events(S).at(-1), S.selection.size], [["delete", [7, 8], undefined], 0]);
});

test("a jitter is normal, with two percent of the shorter side", (t) => {
  const S = state(POINTS);
  select(S, [7]);
  const draws = [1 - Math.exp(-0.5), 0, 1 - Math.exp(-2), 0.5]; // radius 1 at 0, radius 2 at pi
  t.mock.method(Math, "random", () => draws.shift());
  jitterSelection(S);
  assert.deepEqual(S.said[0].ev[0].p, [[0.08, -0.16]]);
});

test("a spray drops a point each 25 ms and sends them each 150 ms", (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  t.mock.method(Math, "random", () => 0); // into the middle
  t.mock.timers.enable({ apis: ["setInterval"] });
  const S = state();
  const spray = spraying(S, pixel(0, 0));
  assert.deepEqual(spray.ghosts(), [{ p: [0, 0], label: 0 }]);
  for (now = 10; now <= 60; now += 10) spray.move(pixel(now / 10, 0)); // drops at 30 and 60
  assert.deepEqual(spray.ghosts().map(({ p }) => p[0]), [0, 3, 4]);
  spray.move({ ...pixel(9, 9), inside: false });
  t.mock.timers.tick(150);
  assert.deepEqual(S.said[0].ev[0].p, [[0, 0], [3, 0], [4, 0]]);
  spray.move(pixel(1, 1));
  now = 300; // a pointer that rests goes on
  t.mock.timers.tick(150);
  assert.equal(S.outbox.pending.at(-1).p.length, 1);
  spray.stop();
  now = 600;
  t.mock.timers.tick(600);
  assert.equal(S.outbox.pending.length, 2);
});

test("a finger that may be the first of two does nothing until it stays, moves or is lifted", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const log = [];
  const make = () => (log.push("made"), { move() { log.push("move"); }, up() { log.push("up"); } });
  const finger = () => delayed(state(), make, pixel(0, 0), 8);
  finger().move({ px: 207, py: 100 });
  assert.deepEqual(log, []);
  finger().move({ px: 208, py: 100 });
  assert.deepEqual(log.splice(0), ["made", "move"]);
  finger().up(pixel(0, 0));
  assert.deepEqual(log.splice(0), ["made", "up"]);
  t.mock.timers.tick(120); // all three of them stayed; two were made already
  assert.deepEqual(log.splice(0), ["made"]);
  const gone = finger();
  gone.stop();
  gone.cancel();
  t.mock.timers.tick(120);
  assert.deepEqual(log, []);
});

test("what is under the fingers stays there", async () => {
  const views = [];
  globalThis.window = { Plotly: { relayout: async (_, update) => views.push(update) } };
  const S = state();
  S.dom = { plot: { _fullLayout: {} } };
  pinching(S, [pixel(1, 0)])([pixel(2, 0.5)]); // one finger moves the picture by (1, 0.5)
  await Promise.resolve();
  assert.deepEqual(views[0], { "xaxis.range": [-5, 3], "yaxis.range": [-2.5, 1.5] });
  await new Promise((resolve) => setTimeout(resolve));
  pinching(S, [pixel(0, 0), pixel(2, 0)])([pixel(-1, 0), pixel(3, 0)]); // twice as far apart
  assert.deepEqual(views[1], { "xaxis.range": [-1.5, 2.5], "yaxis.range": [-1, 1] });
  delete globalThis.window;
});
