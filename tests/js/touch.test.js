import assert from "node:assert/strict";
import test from "node:test";
import { dragging } from "../../pages/ui/canvas/js/gestures.js";
import { holding, strokes, tapping } from "../../pages/ui/canvas/js/touch.js";
import { pixel, state } from "./state.js";

const SLOP = 8;

/** A finger on a point; the clock stands still until it is ticked. */
function finger(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const S = state([[7, 0, 0, 0]]);
  const done = [];
  const drag = dragging(S, [7], pixel(0, 0), SLOP, () => done.push("click"));
  S.gesture = holding(S, drag, pixel(0, 0), SLOP, () => done.push("held"));
  return { S, done, moved: () => S.pending.map(({ t: kind }) => kind) };
}

test("a finger that rests half a second on a point does what is asked for, and no click", (t) => {
  const { S, done, moved } = finger(t);
  S.gesture.move({ px: 203, py: 98 });
  t.mock.timers.tick(499);
  assert.deepEqual(done, []);
  t.mock.timers.tick(1);
  assert.deepEqual([done, S.gesture, moved()], [["held"], null, []]);
});

test("a finger that moves drags the point, however long it takes", (t) => {
  const { S, done, moved } = finger(t);
  S.gesture.move(pixel(1, 0));
  t.mock.timers.tick(2000);
  S.gesture.up(pixel(1, 0.5));
  assert.deepEqual([done, moved()], [[], ["move", "move"]]);
});

test("a finger that is lifted before is a click", (t) => {
  const { S, done } = finger(t);
  const { up, stop } = S.gesture;
  up(pixel(0, 0));
  stop();
  t.mock.timers.tick(2000);
  assert.deepEqual(done, ["click"]);
});

test("a tap is one where it began; a finger that has moved and come back is none", () => {
  const made = [];
  const tap = () => tapping(pixel(0, 0), SLOP, () => ({ up: (at) => made.push([at.px, at.py]) }));
  const away = tap();
  away.move(pixel(1, 0));
  away.up(pixel(0, 0));
  assert.deepEqual(made, []);
  tap().up({ px: 205, py: 101 });
  assert.deepEqual(made, [[200, 100]]);
});

test("a tool takes every finger only where it was chosen", () => {
  for (const [opensWith, tool, all] of [
    ["add", "add", false], ["add", "pan", true], ["add", "erase", true], ["pan", "pan", false],
    ["pick", "pick", false], ["pick", "select", true],
  ]) {
    const S = state([], { opensWith });
    S.tool = tool;
    assert.equal(strokes(S), all, `${opensWith} ${tool}`);
  }
});
