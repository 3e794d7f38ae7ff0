import assert from "node:assert/strict";
import test from "node:test";
import {
  along, dataAt, idsWhere, insideBox, nearest, onGhost, pointerAt, positionOf, toData,
  toPixel,
} from "../../pages/ui/canvas/js/geometry.js";
import { pixel, state } from "./state.js";

const POINTS = [[7, 0, 0, 0], [8, 1, 0.5, 1], [9, 1.1, 0.5, 0]];

test("a pixel and its place are each other's, and y points upwards", () => {
  const geom = { ox: 30, oy: 10, w: 500, h: 300, x0: -2, x1: 3, y0: 1, y1: 4 };
  assert.deepEqual(toPixel(geom, 0, 2), [230, 210]);
  assert.deepEqual(toData(geom, 230, 210), [0, 2]);
  assert.deepEqual(toPixel(geom, -2, 4), [30, 10]);
});

test("a pointer is measured from the stage's corner", () => {
  const S = state();
  Object.assign(S.geom, { left: 100, top: 40 });
  assert.deepEqual(pointerAt(S, { clientX: 500, clientY: 240 }), { px: 400, py: 200, inside: true });
  assert.equal(pointerAt(S, { clientX: 501, clientY: 240 }).inside, false);
  S.geom = null;
  assert.equal(pointerAt(S, { clientX: 0, clientY: 0 }), null);
});

test("places stay inside the axes and have the digits that tell pixels apart", () => {
  const S = state(); // 50 pixels a unit
  assert.deepEqual(dataAt(S, { px: 1000, py: -5 }), [4, 2]);
  assert.deepEqual(dataAt(S, { px: 200 + 50 / 3, py: 100 }), [0.33, 0]);
  Object.assign(S.geom, { x0: 1, x1: 1.8 }); // 500 pixels a unit
  assert.deepEqual(dataAt(S, { px: 200 + 50 / 3, py: 99.9 }), [1.433, 0]);
  const places = Array.from({ length: 400 }, (_, px) => dataAt(S, { px, py: 0 })[0]);
  assert.equal(new Set(places).size, 400);
  Object.assign(S.geom, { x0: -1e6, x1: 1e6 });
  assert.equal(dataAt(S, { px: 200 + 50 / 3, py: 100 })[0], 83333);
});

test("the nearest shown point within reach, in pixels", () => {
  const S = state(POINTS);
  const cases = [[0.1, 0, 7], [0.18, 0, 7], [0.2, 0, null], [1.04, 0.5, 8], [1.06, 0.5, 9]];
  for (const [x, y, id] of cases) assert.equal(nearest(S, pixel(x, y), 9), id); // 0.18 is the reach
  S.shown = { ids: [7], x: [2], y: [1] };
  assert.equal(nearest(S, pixel(0, 0), 9), null);
  assert.equal(nearest(S, pixel(2, 1), 9), 7);
  assert.deepEqual([positionOf(S, 7), positionOf(S, 8)], [[2, 1], null]);
});

test("a stroke touches what is beside its segment", () => {
  const S = state(POINTS);
  assert.deepEqual(idsWhere(S, along(pixel(-1, 0.2), pixel(3, 0.2), 12)), [7]); // 10 and 15 pixels off
  assert.deepEqual(idsWhere(S, along(pixel(-1, 0.2), pixel(3, 0.2), 15)), [7, 8, 9]);
  assert.deepEqual(idsWhere(S, along(pixel(0.5, 0), pixel(3, 0), 24)), []); // 25 pixels behind its start
  assert.deepEqual(idsWhere(S, along(pixel(0, 0), pixel(0, 0), 1)), [7]); // a stroke of no length
  assert.deepEqual(idsWhere(S, along(pixel(0.5, 1), pixel(1.5, 0), 1)), [8]); // downwards through (1, 0.5)
});

test("a box may be drawn from any corner and holds its edge", () => {
  const S = state(POINTS);
  assert.deepEqual(insideBox(S, pixel(1.05, 1), pixel(0, 0)), [7, 8]);
  assert.deepEqual(insideBox(S, pixel(0, 0), pixel(1.05, 1)), [7, 8]);
  assert.deepEqual(insideBox(S, pixel(0.01, 0.6), pixel(3, 0.4)), [8, 9]);
});

test("points on their way count from the last undo on", () => {
  const S = state();
  S.outbox.pending = [{ t: "add", p: [[1, 1]] }];
  assert.equal(onGhost(S, pixel(1.08, 1), 4.5), true);
  assert.equal(onGhost(S, pixel(1.1, 1), 4.5), false);
  S.outbox.pending.push({ t: "undo" });
  assert.equal(onGhost(S, pixel(1, 1), 4.5), false);
  S.outbox.pending.push({ t: "add", p: [[2, 0], [1, 1]] });
  assert.equal(onGhost(S, pixel(1, 1), 4.5), true);
});
