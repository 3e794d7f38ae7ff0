import assert from "node:assert/strict";
import test from "node:test";
import { entryAfterKey, entryWords, offerChartKeys } from "../../pages/ui/canvas/js/chart_keys.js";
import { partAfterKey } from "../../pages/ui/canvas/js/roving.js";
import { state } from "./state.js";

test("arrow keys go around a group", () => {
  const lead = (key, k) => partAfterKey(key, k, 4);
  assert.deepEqual([lead("ArrowRight", 3), lead("ArrowLeft", 0), lead("ArrowDown", 1)], [0, 3, 2]);
  assert.deepEqual([lead("Home", 2), lead("End", 0), lead("Enter", 1)], [0, 3, null]);
});

test("arrow keys go over the cells of a map, whose first row is the lowest", () => {
  const lead = (key, k) => entryAfterKey(key, k, 6, 3); // 3 columns, 2 rows
  assert.deepEqual([lead("ArrowRight", 0), lead("ArrowRight", 2), lead("ArrowLeft", 3)], [1, 2, 3]);
  assert.deepEqual([lead("ArrowUp", 1), lead("ArrowUp", 4), lead("ArrowDown", 4)], [4, 4, 1]);
  assert.deepEqual([lead("Home", 4), lead("End", 1), lead("x", 1)], [0, 5, null]);
  const column = (key, k) => entryAfterKey(key, k, 4, 1); // of one column
  assert.deepEqual([column("ArrowUp", 1), column("ArrowDown", 1), column("ArrowRight", 1)], [2, 0, 1]);
});

test("arrow keys go over bars in a row", () => {
  const lead = (key, k) => entryAfterKey(key, k, 5, 5);
  assert.deepEqual([lead("ArrowRight", 4), lead("ArrowUp", 1), lead("ArrowDown", 1)], [4, 2, 0]);
});

test("what is said of a part", () => {
  const cells = { uid: "cells", customdata: ["C = 1<br>error 5 %", "C = 2<br>error 7 %"] };
  assert.equal(entryWords([{ type: "heatmap" }, cells], 1, 2), "C = 2, error 7 %");
  const bars = [{ type: "bar", name: "α", y: [0, 0.123456] }, { type: "bar", name: "trace 1", y: [1, 2] }];
  assert.equal(entryWords(bars, 1, 2), "2 of 2, α = 0.1235, 2");
  assert.equal(entryWords([{ type: "heatmap", z: [] }], 0, 90), "1 of 90");
});

test("a chart is a tab stop where it has a part to choose", () => {
  for (const [linkedIds, wantsPick, role] of [
    [[7], true, "application"], [[7, 8], true, "application"], [[], true, "img"], [[7], false, "img"],
  ]) {
    const plot = {
      setAttribute(name, value) { this[name] = value; },
      removeAttribute(name) { delete this[name === "tabindex" ? "tabIndex" : name]; },
    };
    const S = state([], { linkedIds, wantsPick });
    S.dom = { plot };
    offerChartKeys(S);
    assert.deepEqual([plot.role, plot.tabIndex], [role, role === "img" ? undefined : 0]);
  }
});
