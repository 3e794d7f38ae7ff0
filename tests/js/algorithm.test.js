import assert from "node:assert/strict";
import test from "node:test";
import { executed, particular, subscripts } from "../../pages/ui/timeline/js/algorithm.js";

test("closed, the panel of an algorithm shows the branch that an update takes", () => {
  const lines = [false, false, true, true, false].map((branch) => ({ branch }));
  assert.deepEqual(executed(0b10110, 5), [1, 2, 4]);
  assert.equal(particular(lines, 0b10110), 2, "a branch");
  assert.equal(particular(lines, 0b11110), 3, "the last of two");
  assert.equal(particular(lines, 0b10010), 4, "no branch: the last line");
  assert.equal(particular(lines, 0), 0);
});

test("an underscore in a line begins a subscript", () => {
  assert.deepEqual(subscripts("g_j ← 1, a_ci"), ["g", "j", " ← 1, a", "ci", ""]);
});
