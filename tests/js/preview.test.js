import assert from "node:assert/strict";
import test from "node:test";
import { channelOf } from "../../pages/ui/canvas/js/channel.js";
import { enqueue } from "../../pages/ui/canvas/js/events.js";
import { begin } from "../../pages/ui/canvas/js/gestures.js";
import { toPixel } from "../../pages/ui/canvas/js/geometry.js";
import { levelLine } from "../../pages/ui/canvas/js/level_lines.js";
import { isAhead, seenOf } from "../../pages/ui/canvas/js/ahead.js";
import { askedRings } from "../../pages/ui/canvas/js/picture.js";
import { sampleOf } from "../../pages/ui/canvas/js/preview.js";
import { slackLines } from "../../pages/ui/canvas/js/slacks.js";
import { acknowledge, STORES } from "../../pages/ui/canvas/js/store.js";
import { keptWords } from "../../pages/ui/canvas/js/trained_picture.js";
import { state } from "./state.js";

const POINTS = [[1, 0, 0, 0], [2, 1, 1, 1], [3, -1, 0.5, 1]];
const MODEL = { kernel: "rbf", values: { C: 1, gamma: 0.5 }, limit: 4, view: [-4, 4, -2, 2] };
const trained = (header = {}) => state(POINTS, { model: MODEL, takesValues: true, ...header });

test("the points and values are those after all edits, sent or not", () => {
  const S = trained();
  assert.ok(!isAhead(S));
  enqueue(S, { t: "add", p: [[2, 2]], c: 0 });
  assert.ok(isAhead(S));
  enqueue(S, { t: "move", ids: [2], p: [[3, 0]] });
  enqueue(S, { t: "flip", ids: [3] });
  enqueue(S, { t: "delete", ids: [1] });
  enqueue(S, { t: "set", name: "w_C", v: 3 });
  begin(S, { value: () => ["w_gamma", 2] });
  assert.deepEqual(sampleOf(S), {
    kernel: "rbf", values: { C: 3, gamma: 2 },
    ids: [2, 3, -1], x: [3, -1, 2], y: [0, 0.5, 2], side: [1, -1, -1],
  });
});

test("what the header knows already is not set again, and what only the server can know is left", () => {
  const known = trained();
  enqueue(known, { t: "set", name: "w_C", v: 3 });
  known.header = { ...known.header, ack: known.seq, model: { ...MODEL, values: { C: 9, gamma: 0.5 } } };
  acknowledge(known, known.header.ack);
  assert.ok(!isAhead(known));
  assert.equal(sampleOf(known).values.C, 9);

  const C = { t: "set", name: "w_C", v: 2 };
  const values = { C: 1, gamma: 1, degree: 2 };
  const poly = (coef0) => ({ model: { ...MODEL, kernel: "poly", values: { ...values, coef0 } } });
  for (const [event, header, foreseen] of [
    [C, {}, true], [C, poly(0), true], [C, poly(-1), false], // not positive semi-definite
    [{ t: "undo" }, {}, false], [{ t: "set", name: "w_noise", v: 2 }, {}, false],
    [{ t: "delete", ids: [1] }, {}, false], // one class is left
    [{ t: "add", p: [[2, 2], [2, 1]], c: 0 }, {}, false], // too many points
    [C, { model: null }, false], [C, { model: { ...MODEL, kernel: "sigmoid" } }, false],
  ]) {
    const S = trained(header);
    enqueue(S, event);
    assert.equal(sampleOf(S) !== null, foreseen, JSON.stringify([event, header]));
  }
});

test("nothing is sent of what the browser paints by itself until the hand rests or lets go", () => {
  const sent = () => S.said.flatMap(({ ev }) => ev.map((e) => e.v));
  const S = trained();
  S.dom = { painted: null }; // at first a picture that plotly.js draws
  STORES.set("test", S);
  const change = channelOf("test").change("w_C");
  Object.assign(S, { dom: null, extent: [-4, 4, -2, 2] }); // nothing is drawn here
  change.set(2);
  assert.deepEqual(sent(), [2]);
  acknowledge(S, S.outbox.seq);
  S.preview.follows = true;
  change.set(3);
  S.gesture.pump();
  assert.deepEqual(sent(), [2]);
  S.usedAt -= 300;
  S.gesture.pump();
  assert.deepEqual(sent(), [2, 3]);
  change.set(4);
  acknowledge(S, S.outbox.seq);
  assert.deepEqual(sent(), [2, 3]);
  change.end();
  assert.deepEqual(sent(), [2, 3, 4]);
  STORES.delete("test");
});

test("the server's picture is seen again when it holds all that was done", () => {
  const S = trained();
  S.dom = {};
  STORES.set("test", S);
  const change = channelOf("test").change("w_C");
  S.dom = null; // nothing is drawn here
  change.set(2);
  S.preview.data = ["ahead"];
  assert.deepEqual(seenOf(S, ["server"]), ["ahead"]);
  acknowledge(S, S.outbox.sent);
  assert.deepEqual(seenOf(S, ["server"]), ["ahead"], "the control is still held");
  change.end();
  acknowledge(S, S.outbox.seq);
  assert.deepEqual(seenOf(S, ["server"]), ["server"]);
  STORES.delete("test");
});

test("the ring of the point asked about is a path around its place, as a canvas paints it", () => {
  const S = trained();
  const asked = { x: [1], y: [0.5], marker: { size: 22, line: { color: "red", width: 2 } } };
  const [{ place, ring }] = askedRings(S, new Map([["asked", asked]]));
  assert.deepEqual(place, toPixel(S.geom, 1, 0.5));
  assert.deepEqual([ring.stroke, ring.transform], ["red", undefined]);
  assert.match(ring.d, /\b11\b/);
  assert.deepEqual(askedRings(S, new Map()), []);
});

test("a slack leads straight to the margin of its class", () => {
  const f = Float64Array.from({ length: 81 }, (_, k) => (k % 9) / 2 - 2); // x over [-2, 2]
  const points = { x: [0.3, -1.5, 0.45], y: [0, 1, -1], side: [1, 1, -1] };
  const { x, y } = slackLines(f, 9, [-2, 2, -2, 2], points, 2);
  const rounded = x.map((value) => Number(value.toFixed(9)));
  assert.deepEqual(rounded, [0.3, 1, NaN, 0.45, -1, NaN]); // the second one's is too far away
  assert.deepEqual(y.map((value) => Number(value.toFixed(9))), [0, 0, NaN, -1, -1, NaN]);
});

test("a name stays while what it names is beside it, and the width says its new value", () => {
  const S = state(POINTS);
  const line = (x) => ({ x: [x, x], y: [-2, 2] });
  const width = (x, size) => ({ x: [x, x + size], y: [1, 1] });
  const right = "middle right";
  const kept = (before, changed) => {
    S.dom = { painted: { data: Object.entries(before).map(([uid, one]) => ({ uid, ...one })) } };
    return keptWords(S, new Map(Object.entries({ ...before, ...changed })));
  };
  const labels = {
    x: [0.2, 1.2, 2], y: [1.9, 1.9, 1], text: ["f = 0", "f = +1", "2/‖w‖ = 1"],
    textposition: [right, "middle left", right],
  };
  const one = { boundary: line(0), above: line(1), street: width(0, 1), labels };
  const wider = kept(one, { street: width(0, 1.1234567), above: line(2) }); // 6 and 50 pixels
  assert.deepEqual(wider.text, ["f = 0", "2/‖w‖ = 1.123"]);
  assert.deepEqual(wider.textposition, [right, right]);
  const moved = kept(one, { street: width(0.5, 1), boundary: line(-1) });
  assert.deepEqual([moved.text, moved.x], [["f = +1"], [1.2]]);

  const names = { x: [0.2, 2.2, 3], y: [1.9, 1.9, 1.9], textposition: [right, right, right] };
  for (const text of [["B: f = 0", "A: f = 0", "f = +1"], ["B", "A", "f = +1"]]) { // that of A stays
    const two = { boundary: line(0), above: line(3), frozen: line(2), labels: { ...names, text } };
    assert.deepEqual(kept(two, { boundary: line(0.1) }).text, text);
    assert.deepEqual(kept(two, { boundary: line(-1), above: line(1) }).text, [text[1]]);
  }
});

/** f on 21 x 21 nodes over [-2, 2]². */
const grid = (f) => Float64Array.from({ length: 441 }, (_, k) =>
  f((k % 21) / 5 - 2, Math.floor(k / 21) / 5 - 2));

test("a line that does not leave the grid ends where it began", () => {
  const { x, y } = levelLine(grid((u, v) => Math.hypot(u, v)), 21, [-2, 2, -2, 2], 1.1);
  assert.ok(x.slice(0, -1).every((u, k) => Math.abs(Math.hypot(u, y[k]) - 1.1) < 0.01));
  assert.deepEqual([x.at(-2), y.at(-2)], [x[0], y[0]]);
  assert.equal(x.filter(Number.isNaN).length, 1);
});

test("at a saddle the line stays on one side of its middle", () => {
  const f = grid((u, v) => (u - 0.1) * (v - 0.1));
  for (const level of [-1e-3, 1e-3]) { // the branches of a hyperbola: they do not cross
    const { x, y } = levelLine(f, 21, [-2, 2, -2, 2], level);
    assert.equal(x.filter(Number.isNaN).length, 2);
    const sides = x.map((u, k) => Math.sign(u - 0.1) * Math.sign(y[k] - 0.1)).filter((s) => s);
    assert.ok(sides.every((s) => s === Math.sign(level)));
  }
});
