import assert from "node:assert/strict";
import test from "node:test";
import { forecast } from "../../pages/ui/canvas/js/forecast.js";
import { choices, describe, handleName, place } from "../../pages/ui/canvas/js/notice.js";
import { state } from "./state.js";

const POINTS = [[7, 0, 0, 0], [8, 1, 0.5, 1]];

function after(...pending) {
  const S = state(POINTS);
  S.outbox.pending = pending;
  return forecast(S);
}

test("added, then cleared, then added", () => {
  const add = { t: "add", p: [[1, 1], [2, 2]], c: 1 };
  assert.deepEqual(after(add).added, [{ p: [1, 1], label: 1 }, { p: [2, 2], label: 1 }]);
  const { at, added, gone } = after(add, { t: "clear" }, { ...add, p: [[3, 3]] });
  assert.deepEqual([at.size, added, [...gone]], [0, [{ p: [3, 3], label: 1 }], [7, 8]]);
});

test("a deleted point is not moved or flipped any more", () => {
  const { at, gone, moved, label } = after(
    { t: "delete", ids: [8] }, { t: "move", ids: [8], p: [[3, 3]] }, { t: "flip", ids: [8] },
  );
  assert.deepEqual([[...at.keys()], [...gone], moved.size, label.size], [[7], [8], 0, 0]);
});

test("what is at a wiped place is gone, drawn or on its way", () => {
  const wipe = { t: "wipe", p: [[1.00004, 0.5], [2, 2]] }; // the server rounds to four digits
  const { at, added, gone } = after({ t: "add", p: [[2, 2], [2, 2.001]], c: 1 }, wipe);
  assert.deepEqual([[...at.keys()], [...gone], added.map((a) => a.p)], [[7], [8], [[2, 2.001]]]);
  const later = after(wipe, { t: "add", p: [[2, 2]], c: 1 });
  assert.equal(later.added.length, 1);
});

test("moves say where to, jitter says how far, and a flip goes on from a class that was given", () => {
  const { at, moved } = after(
    { t: "move", ids: [7], p: [[2, 1]] }, { t: "jitter", ids: [7, 8], p: [[0.5, 0], [0, -0.5]] },
  );
  assert.deepEqual([...at], [[7, [2.5, 1]], [8, [1, 0]]]);
  assert.deepEqual([...moved], [7, 8]);
  assert.deepEqual([...after({ t: "flip", ids: [7, 8] }).label], [[7, 1], [8, 0]]);
  const twice = after({ t: "relabel", ids: [7], c: 1 }, { t: "flip", ids: [7] });
  assert.deepEqual([...twice.label], [[7, 0]]);
  const S = state(POINTS, { names: ["a", "b", "c"] });
  S.outbox.pending = [{ t: "flip", ids: [8] }];
  assert.deepEqual([...forecast(S).label], [[8, 2]]);
});

test("a gesture's points and the one that is carried come last", () => {
  const S = state(POINTS);
  S.outbox.pending = [{ t: "move", ids: [7], p: [[2, 1]] }];
  S.gesture = {
    positions: () => [[7, [3, 1]], [99, [0, 0]]], ghosts: () => [{ p: [0, 1], label: 0 }],
  };
  S.keys.carry = 8;
  S.keys.cross = [-1, -1];
  const { at, added, moved } = forecast(S);
  assert.deepEqual([...at], [[7, [3, 1]], [8, [-1, -1]]]);
  assert.deepEqual(added, [{ p: [0, 1], label: 0 }]);
  assert.deepEqual([...moved], [7, 8]);
});

test("points in words", () => {
  const S = state(POINTS);
  assert.equal(describe(S, 8), "point 2, class +1, at 1, 0.5");
  assert.equal(place([1234.5, -0.00123456]), "1230, \u22120.00123");
  assert.equal(place(null), "");
  assert.equal(choices(S), 2);
  const one = state(POINTS, { names: ["point"] });
  assert.equal(describe(one, 7), "point 1, at 0, 0");
  assert.equal(choices(one), 0);
  assert.equal(handleName(state(POINTS, { names: ["w", "x"] }), 8), "x, at 1, 0.5");
});
