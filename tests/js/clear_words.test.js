import assert from "node:assert/strict";
import test from "node:test";
import { isCut } from "../../pages/ui/canvas/js/clear_names.js";
import { clearWords } from "../../pages/ui/canvas/js/clear_words.js";

const frame = { ox: 40, oy: 10, w: 200, h: 100 };
const word = (text, x, y, side = [0, 0]) => ({ text, x, y, side, size: 14 });
const half = (text) => 0.5 * 0.56 * 14 * text.length;

test("a word in the picture stays where it is", () => {
  assert.deepEqual(clearWords([word("f = 0", 120, 60)], frame, []), [[120, 60]]);
  const [[x, y]] = clearWords([word("f = 0", 120, 60, [1, 0])], frame, []);
  assert.deepEqual([x, y], [120 + half("f = 0"), 60]);
});

test("a word at the edge is moved inside, and stays at its height", () => {
  const [[x, y]] = clearWords([word("A: f = 0", 236, 50)], frame, []);
  assert.ok(Math.abs(x + half("A: f = 0") - (240 - 3)) < 1e-9);
  assert.equal(y, 50);
});

test("of two words on one place the second one stands beside it, or nowhere", () => {
  const [first, second] = clearWords([word("A", 100, 50), word("f = 0", 100, 52)], frame, []);
  assert.deepEqual(first, [100, 50]);
  assert.ok(Math.abs(second[0] - 100) >= half("A") + half("f = 0") || Math.abs(second[1] - 50) > 15);
  const low = { ox: 0, oy: 0, w: 44, h: 20 };
  assert.equal(clearWords([word("A", 22, 10), word("f = 0", 22, 10)], low, [])[1], null);
});

test("a word that a line would cross stands on another side of its place", () => {
  const upright = [[130, 0], [130, 120]];
  const [[x]] = clearWords([word("f = 0", 120, 60, [1, 0])], frame, [upright]);
  assert.ok(x + half("f = 0") <= 130 + 2);
  const gap = [[130, 0], [NaN, NaN], [130, 120]];
  assert.deepEqual(clearWords([word("f = 0", 120, 60, [1, 0])], frame, [gap]), [[120 + half("f = 0"), 60]]);
});

test("a word crosses a margin only where it has no other place", () => {
  const margin = [[130, 0], [130, 120]];
  const at = (lines) => clearWords([word("f = +1", 120, 60, [1, 0])], frame, [], lines)[0][0];
  assert.ok(at([margin]) + half("f = +1") <= 130 + 2);
  const everywhere = Array.from({ length: 50 }, (_, k) => [[40 + 4 * k, 0], [40 + 4 * k, 120]]);
  assert.equal(at(everywhere), 120 + half("f = +1"));
  assert.deepEqual(clearWords([word("f = 0", 120, 60)], frame, everywhere, []), [null], "a boundary");
});

test("a word that was zoomed away does not come back at the edge", () => {
  assert.deepEqual(clearWords([word("f = 0", 400, 50), word("w", 100, -40)], frame, []), [null, null]);
});

test("a word that a phone's picture would cut is known", () => {
  const word = { text: "2/‖w‖ = 4.04", size: 14, x: 97, y: 119, side: [-1, 0] };
  const phone = { ox: 34, oy: 6, w: 335, h: 358 };
  assert.ok(isCut(word, phone));
  assert.ok(!isCut({ ...word, side: [1, 0] }, phone));
  assert.ok(!isCut({ ...word, x: 150 }, phone));
  assert.ok(isCut({ ...word, x: 300, side: [1, 0] }, phone));
});
