import assert from "node:assert/strict";
import test from "node:test";
import { movedTo, placeAt } from "../../pages/ui/order/moved.js";

// three rows of different heights, middles at 10, 50 and 90
const BOXES = [{ top: 0, bottom: 20 }, { top: 26, bottom: 74 }, { top: 80, bottom: 100 }];

test("a row that is dragged stands where its middle is among the others", () => {
  assert.deepEqual([10, 49, 51, 89, 91, 900].map((y) => placeAt(BOXES, 0, y)), [0, 0, 1, 1, 2, 2]);
  assert.deepEqual([-5, 9, 11, 90, 200].map((y) => placeAt(BOXES, 2, y)), [0, 0, 1, 2, 2]);
  assert.deepEqual([9, 11, 89, 91].map((y) => placeAt(BOXES, 1, y)), [0, 1, 1, 2]);
});

test("one row moves, and the others keep their order", () => {
  assert.deepEqual(movedTo(["a", "b", "c", "d"], 0, 2), ["b", "c", "a", "d"]);
  assert.deepEqual(movedTo(["a", "b", "c", "d"], 3, 1), ["a", "d", "b", "c"]);
  assert.deepEqual(movedTo(["a", "b"], 0, 9), ["b", "a"]);
  assert.deepEqual(movedTo(["a", "b"], 1, -9), ["b", "a"]);
});
