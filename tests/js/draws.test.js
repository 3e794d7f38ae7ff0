import assert from "node:assert/strict";
import test from "node:test";
import { isMisclassified, movedPlaces } from "../../pages/ui/canvas/js/film_draws.js";

const F = (k) => ({
  k,
  points: { x: [0, 1], y: [0, -1], label: [1, 0] },
  film: { cols: { moves: 4 }, moves: new Int8Array([0, 0, 0, 0, 127, 0, -64, 32]), step: 0.5 / 127 },
});

test("a draw moves each point by a step for each unit", () => {
  assert.deepEqual(movedPlaces(F(0), 0), [[0, 0], [1, -1]]);
  const [[x, y], [u, v]] = movedPlaces(F(1), 1);
  assert.deepEqual([x, y], [0.5, 0]);
  assert.ok(Math.abs(u - (1 - 32 / 127)) < 1e-12 && Math.abs(v - (16 / 127 - 1)) < 1e-12);
});

test("f = 0 is class +1, as on the server", () => {
  const own = [2, 0, -1];
  assert.deepEqual([0.5, 0.6, 0.4].map((x) => isMisclassified(own, [x, 7], 1)), [false, false, true]);
  assert.deepEqual([0.5, 0.6, 0.4].map((x) => isMisclassified(own, [x, 7], 0)), [true, true, false]);
});
