import assert from "node:assert/strict";
import test from "node:test";
import {
  cellAfterKey, cellText, pointColumns, pointRows, typedNumber,
} from "../../pages/ui/canvas/js/point_rows.js";
import { state } from "./state.js";

const POINTS = [[7, 0, 0, 0], [8, 1, 0.5, 1], [9, -2, 1, 0]];

test("a point keeps its row where the server puts it last, and new ones follow", () => {
  const moved = state([[8, 1, 0.5, 1], [7, 0, 2, 0], [12, 3, 3, 1]]); // 9 was deleted
  assert.deepEqual(pointRows(moved, [7, 8, 9]).map(({ id, y }) => [id, y]), [[7, 2], [8, 0.5], [12, 3]]);
});

test("the rows are those after what is under way", () => {
  const S = state(POINTS);
  S.outbox.pending = [
    { t: "move", ids: [8], p: [[4, -5.25]] }, { t: "flip", ids: [7] }, { t: "delete", ids: [9] },
  ];
  const rows = pointRows(S, []);
  assert.deepEqual(rows, [{ id: 7, x: 0, y: 0, label: 1 }, { id: 8, x: 4, y: -5.25, label: 1 }]);
  assert.deepEqual(["x", "y", "label"].map((key) => cellText(S, rows[1], key)), ["4", "\u22125.25", "+1"]);
});

test("columns of classes, of a regression, and of handles", () => {
  const heads = (header, tool) => {
    const S = state(POINTS, header);
    S.tool = tool;
    return pointColumns(S).map(({ head }) => head);
  };
  assert.deepEqual(heads({}, "add"), ["x₁", "x₂", "class"]);
  assert.deepEqual(heads({ names: ["point"] }, "add"), ["x", "y"]);
  assert.deepEqual(heads({ names: ["w", "b", "c"] }, "move"), ["point", "x", "y"]);
});

test("numbers as they are typed", () => {
  const typed = ["1.5", " -2 ", "0,25", "\u22123", "1e2", "-1e9", "0.123456", "", "x", "1.2.3", "Infinity"];
  assert.deepEqual(typed.map(typedNumber), [1.5, -2, 0.25, -3, 100, -1e6, 0.1235, null, null, null, null]);
});

test("keys lead from cell to cell and not out of the table", () => {
  const size = [20, 4];
  const lead = (key, at, far = false) => cellAfterKey(key, far, at, size);
  assert.deepEqual(lead("ArrowDown", [0, 1]), [1, 1]);
  assert.deepEqual(lead("ArrowUp", [0, 1]), [0, 1]);
  assert.deepEqual(lead("ArrowRight", [3, 3]), [3, 3]);
  assert.deepEqual(lead("PageDown", [3, 2]), [11, 2]);
  assert.deepEqual(lead("PageUp", [3, 2]), [0, 2]);
  assert.deepEqual([lead("Home", [5, 2]), lead("End", [5, 2])], [[5, 0], [5, 3]]);
  assert.deepEqual([lead("Home", [5, 2], true), lead("End", [5, 2], true)], [[0, 0], [19, 3]]);
  assert.equal(lead("Enter", [5, 2]), null);
});
