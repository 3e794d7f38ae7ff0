import assert from "node:assert/strict";
import test from "node:test";
import { covers, near, tellView, tellZoom, withView } from "../../pages/ui/canvas/js/view.js";
import { state } from "./state.js";

const layout = (x, uirevision) => ({ xaxis: { range: x }, yaxis: { range: [0, 1] }, uirevision });

test("regions cover a view that is inside of them and not less than half as large", () => {
  for (const [extent, view, covered] of [
    [[-4, 4, -2, 2], [-4.03, 4, -2, 2], true], // half a percent over the edge
    [[-4, 4, -2, 2], [-4.1, 4, -2, 2], false],
    [[-4, 4, -2, 2], [-2.1, 2.1, -1.1, 1.1], true],
    [[-4, 4, -2, 2], [-1.9, 1.9, -1.1, 1.1], false],
    [[1, 2, 11, 12], [1.2, 1.8, 11.2, 11.8], true],
    [[1, 2, 11, 12], [1.2, 1.8, 11.2, 11.6], false],
    [[1, 2, 11, 12], [1, 2, 11, 12.2], false],
    [null, [-100, 100, -100, 100], true],
  ]) assert.equal(covers(extent, view), covered, String(view));
});

test("boxes that differ by less than one percent of a side are one", () => {
  assert.equal(near([0, 1, 0, 2], [0.009, 1, 0, 2]), true);
  assert.equal(near([0, 1, 0, 2], [0.011, 1, 0, 2]), false);
  assert.equal(near([0, 1, 0, 0.1], [0, 1, 0.002, 0.1]), false); // of the shorter side
  assert.equal(near(null, [0, 1, 0, 1]), false);
});

test("a zoom outlives new figures until one opens elsewhere, unless they name their view", () => {
  const S = state();
  const full = withView(S, layout([0, 1]));
  full.xaxis.range[0] = full.yaxis.range[0] = 7; // as plotly.js does in a pan
  assert.deepEqual(S.viewing.opening, { x: [0, 1], y: [0, 1] });
  S.view = { x: [0.2, 0.4], y: [0.1, 0.3] };
  const kept = withView(S, layout([0, 1]));
  assert.deepEqual([kept.xaxis.range, kept.xaxis.autorange], [[0.2, 0.4], false]);
  assert.deepEqual(withView(S, layout([0, 2])).xaxis.range, [0, 2]);
  assert.equal(S.view, null);
  withView(S, layout([0, 1], "board"));
  S.view = { x: [0.2, 0.4], y: [0.1, 0.3] };
  const named = withView(S, layout([0, 5], "board"));
  assert.deepEqual(named.xaxis.range, [0.2, 0.4]);
  assert.equal("uirevision" in named, false);
  assert.deepEqual(withView(S, layout([0, 5], "another")).xaxis.range, [0, 5]);
});

test("the page is told of a view after a pause, once, and not during a gesture", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const S = state([], { wantsView: true });
  const told = (after, changed) => {
    Object.assign(S, changed);
    tellView(S);
    t.mock.timers.tick(after);
    return S.outbox.pending.map((e) => e.b);
  };
  const { geom } = S;
  const undrawn = { geom: null, points: null, dom: { live: {}, root: { dataset: {} } } };
  assert.deepEqual(told(1000, undrawn), []);
  assert.deepEqual(told(150, { geom, extent: [-1, 1, -1, 1] }), []);
  assert.deepEqual(told(150), []);
  t.mock.timers.tick(50);
  assert.deepEqual(S.said[0].ev[0].b, [-4, 4, -2, 2]);
  assert.equal(told(200).length, 1);
  assert.equal(told(200, { geom: { ...geom, x1: 5 }, gesture: {} }).length, 1);
});

test("a picture opens on the zoom of a link, and another one on its own", () => {
  const S = state([], { zoom: [0.2, 0.4, 0.1, 0.3] });
  assert.deepEqual(withView(S, layout([0, 1], "1")).xaxis.range, [0.2, 0.4]);
  S.header.zoom = [0.5, 0.6, 0.1, 0.3]; // what was told: not new to who told it
  assert.deepEqual(withView(S, layout([0, 1], "1")).xaxis.range, [0.2, 0.4]);
  assert.deepEqual(withView(S, layout([0, 1], "2")).xaxis.range, [0.5, 0.6]);
  S.header.zoom = null;
  assert.deepEqual(withView(S, layout([0, 1], "3")).xaxis.range, [0, 1]);
});

test("the page is told of a zoom when it is done, once, and of the whole picture", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const S = state([], { wantsZoom: true, zoom: [-4, 4, -2, 2] });
  withView(S, layout([-4, 4], "1"));
  S.dom = { live: {}, root: { dataset: {} } };
  S.points = null; // nothing to draw anew
  const told = (after, ...views) => {
    for (const x of views) {
      S.view = x && { x, y: [-2, 2] };
      tellZoom(S);
    }
    t.mock.timers.tick(after);
    return S.outbox.pending.map((e) => [e.t, e.b]);
  };
  assert.deepEqual(told(500, [-4, 4]), []); // that is what the link said
  assert.deepEqual(told(499, [-3, 3], [-2, 2]), []);
  assert.deepEqual(told(1), [["zoom", [-2, 2, -2, 2]]]);
  assert.deepEqual(told(500, null).at(-1), ["zoom", null]);
  S.header.wantsZoom = false;
  assert.equal(told(500, [-1, 1]).length, 2);
});

