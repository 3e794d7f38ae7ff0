import assert from "node:assert/strict";
import test from "node:test";
import { channelOf } from "../../pages/ui/canvas/js/channel.js";
import { enqueue } from "../../pages/ui/canvas/js/events.js";
import { isForeseen, leftToDraw } from "../../pages/ui/canvas/js/over_plotly.js";
import { acknowledge, STORES } from "../../pages/ui/canvas/js/store.js";
import { state } from "./state.js";

const POINTS = [[1, 0, 0, 0], [2, 1, 1, 1]];
const marker = { symbol: ["circle", "diamond-dot"], size: [9, 11] };
const trace = (more = {}) => ({ uid: "points", x: [0, 1], y: [0, 1], marker, ...more });

test("plotly.js is given the points of a picture of two classes, and all of another one", () => {
  const S = state(POINTS);
  const picture = [{ uid: "regions" }, { uid: "boundary" }, trace(), { uid: "labels" }];
  assert.deepEqual(leftToDraw(S, picture).map((t) => t.visible), [false, false, undefined, false]);
  const other = [...picture, { uid: "tube" }];
  assert.equal(leftToDraw(S, other), other);
  const open = [trace({ marker: { symbol: ["circle-open", "circle"] } })];
  assert.equal(leftToDraw(S, open), open);
  S.film = {};
  assert.equal(leftToDraw(S, picture), picture);
});

test("points are foreseen where they were drawn, or will be after the pending events", () => {
  const S = state(POINTS);
  assert.ok(isForeseen(S, [1, 2], trace()));
  assert.ok(!isForeseen(S, [1, 2], trace({ x: [0, 1.5] }))); // an undone move
  assert.ok(!isForeseen(S, [1], trace({ x: [0], y: [0] }))); // an undone click
  assert.ok(!isForeseen(S, [1, 2, 3], trace({ x: [0, 1, 2], y: [0, 1, 2] })));
  enqueue(S, { t: "add", p: [[2, 2]], c: 0 });
  assert.ok(isForeseen(S, [1, 2, 3], trace({ x: [0, 1, 2], y: [0, 1, 2] })));
  assert.ok(isForeseen(S, [1, 2], trace())); // the answer to something before it
  enqueue(S, { t: "move", ids: [2], p: [[3, 0]] });
  enqueue(S, { t: "delete", ids: [1] });
  assert.ok(isForeseen(S, [2, 3], trace({ x: [3, 2], y: [0, 2] })));
});

test("a control waits for its value until the server has it, not until plotly.js has drawn it", () => {
  const S = state(POINTS, { takesValues: true });
  STORES.set("test", S);
  enqueue(S, { t: "set", name: "C", v: 3 });
  S.dom = {};
  assert.ok(channelOf("test").waits("C"));
  S.dom = null;
  acknowledge(S, S.outbox.seq);
  S.dom = {};
  assert.ok(S.outbox.pending.length);
  assert.ok(!channelOf("test").waits("C"));
  STORES.delete("test");
});
