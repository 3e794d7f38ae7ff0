import assert from "node:assert/strict";
import test from "node:test";
import { dragging } from "../../pages/ui/canvas/js/gestures.js";
import { holding, shareFinger, strokes, tapping } from "../../pages/ui/canvas/js/touch.js";
import { pixel, state } from "./state.js";

const SLOP = 8;

/** A finger on a point; the clock stands still until it is ticked. */
function finger(t) {
  t.mock.timers.reset();
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const S = state([[7, 0, 0, 0]]);
  const done = [];
  const drag = dragging(S, [7], pixel(0, 0), SLOP, () => done.push("click"));
  S.gesture = holding(S, drag, pixel(0, 0), SLOP, () => done.push("held"));
  return { S, done, moved: () => S.outbox.pending.map(({ t: kind }) => kind) };
}

test("a finger that rests half a second on a point does what is asked for; else it drags or clicks", (t) => {
  const rests = finger(t);
  rests.S.gesture.move({ px: 203, py: 98 });
  t.mock.timers.tick(499);
  assert.deepEqual(rests.done, []);
  t.mock.timers.tick(1);
  assert.deepEqual([rests.done, rests.S.gesture, rests.moved()], [["held"], null, []]);
  const moves = finger(t); // however long it takes
  moves.S.gesture.move(pixel(1, 0));
  t.mock.timers.tick(2000);
  moves.S.gesture.up(pixel(1, 0.5));
  assert.deepEqual([moves.done, moves.moved()], [[], ["move", "move"]]);
  const lifted = finger(t);
  lifted.S.gesture.up(pixel(0, 0));
  lifted.S.gesture.stop();
  t.mock.timers.tick(2000);
  assert.deepEqual(lifted.done, ["click"]);
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

test("a finger that starts sideways turns a picture in space; one that starts upwards scrolls", () => {
  for (const [x, y, turns] of [[130, 110, true], [70, 110, true], [110, 130, false], [110, 70, false]]) {
    const stage = new EventTarget();
    stage.closest = () => stage; // in the picture in space
    shareFinger(stage, new AbortController().signal);
    const touch = (type, clientX, clientY) => {
      const ev = Object.assign(new Event(type), { touches: [{ clientX, clientY }] });
      let stopped = false;
      ev.stopPropagation = () => (stopped = true);
      stage.dispatchEvent(ev);
      return stopped;
    };
    touch("touchstart", 100, 100);
    assert.equal(touch("touchmove", x, y), !turns, `to ${x}, ${y}`);
    assert.equal(touch("touchmove", 100, 100), !turns, "until it is lifted");
  }
});
