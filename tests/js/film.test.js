import assert from "node:assert/strict";
import test from "node:test";
import { isStill } from "../../pages/ui/canvas/js/film.js";
import { setMarks } from "../../pages/ui/canvas/js/dom.js";
import { barsOf } from "../../pages/ui/canvas/js/film_bars.js";
import { across, valueDot } from "../../pages/ui/canvas/js/film_charts.js";
import { pathOf } from "../../pages/ui/canvas/js/film_layers.js";
import {
  arrowPath, chord, crossesOf, curves, normal, slackOf, straightLines,
} from "../../pages/ui/canvas/js/film_model.js";
import {
  leadsOf, lineOf, refined, scoresOf, shadesOfClasses, sticksOf,
} from "../../pages/ui/canvas/js/film_pictures.js";
import { resolveTokens } from "../../pages/ui/canvas/js/theme.js";
import { state } from "./state.js";

const { geom } = state();
const line = (w1, w2, b) => ({ w1, w2, b, square: w1 * w1 + w2 * w2 });
const moment = (w, b, more = {}) => ({
  kind: "linear", cols: { w: 2 }, w: new Float64Array(w), b: [b], ...more,
});

test("of a line w x + b = c, what is seen of it", () => {
  const close = (got, wanted) =>
    got.flat().forEach((value, k) => assert.ok(Math.abs(value - wanted.flat()[k]) < 1e-12, got));
  close(chord(geom, line(2, 0, -2), 0), [[1, -2], [1, 2]]);
  close(chord(geom, line(2, 0, -2), 1), [[1.5, -2], [1.5, 2]]);
  close(chord(geom, line(1, -1, 0), 0), [[-2, -2], [2, 2]]);
  close(chord(geom, line(0, 3, 3), 0), [[4, -1], [-4, -1]]);
  assert.deepEqual(chord(geom, line(1, 0, 0), 5), []); // beside the axes
});

test("boundary and margins in pixels; none of a machine without a direction", () => {
  const film = moment([1, 0], 0);
  assert.deepEqual(straightLines(geom, film, 0), [
    "M150.00,200.00L150.00,0.00", "M200.00,200.00L200.00,0.00", "M250.00,200.00L250.00,0.00",
  ]);
  assert.deepEqual(straightLines(geom, moment([0, 0], 1), 0), ["", "", ""]);
  assert.deepEqual(straightLines(geom, moment([NaN, 0], 1), 0), ["", "", ""]);
});

test("the arrow is w, and no longer than 0.3 of the shorter side", () => {
  assert.ok(normal(geom, moment([1, 0], 0), 0).startsWith("M200.00,100.00L250.00,100.00"));
  assert.ok(normal(geom, moment([9, 0], 0), 0).startsWith("M200.00,100.00L260.00,100.00"));
  assert.ok(normal(geom, moment([0, 0.5], -1), 0).startsWith("M200.00,0.00L200.00,-25.00"));
  assert.equal(normal(geom, moment([1, 0], 9), 0), ""); // its line is not seen
  // the boundary's point nearest to the middle is not seen: from the middle of what is seen of it
  const steep = normal(geom, moment([1, 3], -7.5), 0);
  assert.equal(steep.slice(0, steep.indexOf("L")), "M337.50,20.83");
  assert.equal(arrowPath([0, 0], [0.5, 0]), "");
  assert.equal(
    arrowPath([0, 0], [10, 0]),
    "M0.00,0.00L10.00,0.00M4.00,3.30L10.00,0.00L4.00,-3.30",
  );
});

test("a slack goes to the margin, a perceptron's to the boundary", () => {
  const S = state([[7, 0.5, 1, 1]]);
  const points = { x: [0.5], y: [1], label: [1] };
  const more = { active: [1], batch: 1, sample: [0], rule: { loss: "hinge" } };
  const film = moment([-1, 0], 0, more);
  Object.assign(film, { sample: new Int16Array([0]), cols: { w: 2, sample: 1 } });
  assert.equal(slackOf(S, { film, k: 0, points }), "M225.00,50.00L150.00,50.00");
  film.rule.loss = "perceptron";
  assert.equal(slackOf(S, { film, k: 0, points }), "M225.00,50.00L200.00,50.00");
  film.b = [-0.25]; // f = -0.75
  assert.equal(slackOf(S, { film, k: 0, points }), "M225.00,50.00L187.50,50.00");
  film.active = [0];
  assert.equal(slackOf(S, { film, k: 0, points }), "");
});

test("a cross is larger than its point's ring, which is largest where alpha is", () => {
  const S = state();
  const film = {
    crossed: new Int8Array([1, 1, 1, 0]), case: [1, 1, 0, 0], alpha: new Float64Array([4, 1, 0, 0]),
    cols: { crossed: 4, alpha: 4 },
  };
  const points = { x: [0, 0, 0, 0], y: [0, 0, 0, 0], label: [0, 0, 0, 0] };
  const sizes = crossesOf(S, { film, k: 0, points }).match(/(?<=l)\d+/g).map(Number);
  assert.deepEqual(sizes, [30, 26, 19]); // rings of radius 10 and 8, a mark of 9; the arms are 10
});

test("a group without marks stays one", () => {
  setMarks({ childElementCount: 0, lastChild: null }, "circle", []);
});

test("level lines of a kernel machine, one after the other", () => {
  const film = {
    cols: { lines_at: 4 }, lines_at: new Int32Array([0, 0, 0, 0, 0, 2, 3, 3]),
    lines_xy: [0, 0, 1, 1, -1, 0.5],
  };
  assert.deepEqual(curves(geom, film, 1), ["M200.00,100.00L250.00,50.00", "M150.00,75.00", ""]);
});

test("a path begins anew after what is no number", () => {
  const points = [[0, 1], [2, 3], [NaN, NaN], [4, 5], [Infinity, 0], [6, 7]];
  assert.equal(pathOf(points), "M0.00,1.00L2.00,3.00M4.00,5.00M6.00,7.00");
});

const axis = (type = "linear") => ({ type, _offset: 20, _length: 100, d2p: (v) => 10 * v });
const chart = { _plots: { xy: { xaxis: axis(), yaxis: axis() } } };
const trace = (more) => ({
  type: "scatter", mode: "lines", visible: true, xaxis: "x", yaxis: "y",
  x: [0, 2, 4], y: [1, 5, 3], line: { color: "red" }, ...more,
});

test("a dot stands on the line of a trace, at the pixel of its epoch", () => {
  assert.deepEqual([3, 10.1, -1].map((epoch) => across(axis(), epoch)), [50, null, null]);
  assert.equal(across(axis("log"), 0), 20);
  assert.deepEqual(valueDot(chart, trace(), 1), { at: [30, 50], color: "red" });
  assert.deepEqual(valueDot(chart, trace(), 3).at, [50, 60]);
  const steps = trace({ line: { shape: "hv", color: "red" } });
  assert.deepEqual([1, 2].map((epoch) => valueDot(chart, steps, epoch).at), [[30, 30], [40, 70]]);
  assert.deepEqual(valueDot(chart, trace(), 4.00001).at.map(Math.round), [60, 50]); // rounded
  assert.equal(valueDot(chart, trace(), 4.1), null); // after its end
  for (const more of [{ hoverinfo: "skip" }, { visible: "legendonly" }, { mode: "markers" }]) {
    assert.equal(valueDot(chart, trace(more), 1), null);
  }
});

test("colours by name, where the palette has them", () => {
  const json = '{"a":"$ink","b":"$none","c":"ink"}';
  assert.equal(resolveTokens(json, { ink: "#111" }), '{"a":"#111","b":"$none","c":"ink"}');
});

test("a figure that shows the film's resting moment is seen there, and the film elsewhere", () => {
  const film = { id: "run", live: false, update: [0, 5, 9] };
  assert.equal(isStill({ film, k: 1, playing: false }, ["run", 5]), true);
  assert.equal(isStill({ film, k: 1, playing: true }, ["run", 5]), false);
  assert.equal(isStill({ film, k: 2, playing: false }, ["run", 5]), false);
  assert.equal(isStill({ film, k: 1, playing: false }, ["other", 5]), false);
  assert.equal(isStill({ film: { ...film, live: true }, k: 0, playing: false }, ["run", 5]), true);
});

test("bars stand in the order of the film, those of one class in a path, and none for 0", () => {
  const film = { cols: { alpha: 3 }, alpha: new Float64Array([0, 0, 0, 2, 0, 1]), order: [2, 0, 1] };
  const F = { film, k: 1, points: { x: [], y: [], label: [0, 0, 1] } };
  const axes = { xaxis: axis(), yaxis: { _offset: 0, d2p: (v) => 100 - 10 * v } };
  assert.equal(barsOf(F, axes, 1), "M16.0,100.0V90.0H24.0V100.0Z");
  assert.equal(barsOf(F, axes, 0), "M26.0,100.0V80.0H34.0V100.0Z");
  assert.equal(barsOf({ ...F, k: 0 }, axes, 0), "");
});

test("scores of several classes: who leads, and where clearly", () => {
  const linear = { colors: [0, 1], cols: { w: 4, b: 2 }, w: new Float64Array([1, 0, -1, 0]), b: new Float64Array(2) };
  const { f, side } = scoresOf(geom, linear, 0);
  const [lead] = leadsOf(f); // 2 x
  assert.ok(Math.abs(lead[side - 1] - 2 * geom.x1) < 1e-12);
  const shades = shadesOfClasses(f, { delta: 1, alone: false });
  assert.deepEqual([shades[0], shades[side - 1]], [3, 1]);
  assert.equal(shadesOfClasses(f, { delta: 1e9, alone: false })[0], 2);
  const kernel = {
    colors: [0, 1], cols: { scores: 8 }, k: 2, extent: [0, 1, 0, 1], frame: [0, 1], size: [1, 32767],
    scores: new Int16Array([0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]),
  };
  assert.deepEqual(scoresOf(geom, kernel, 1).f.map((own) => [...own]), [[1, 2, 3, 4], [5, 6, 7, 8]]);
  const fine = refined(new Float64Array([0, 3, 6, 9]), 2);
  assert.deepEqual([...fine].map(Math.round), [0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 8, 9]);
});

test("what sticks out of the tube, of the points that were learned", () => {
  const film = { places: [0, 1, 2], epsilon: 0.5, learned: [1, 1, 0] };
  const points = { x: [0.5, 1, 2], y: [2, 1.2, 9], label: [] };
  assert.deepEqual(sticksOf(film, [0, 1, 1], points), [[[0.5, 1], [0.5, 2]]]);
});

test("the boundary of each racer of the moment", () => {
  const lines = {
    cols: { line: 2 }, line: new Int16Array([0, 1, 1, 1]), lines_at: [0, 2, 3],
    lines_xy: [0, 0, 1, 1, -1, 0.5],
  };
  assert.equal(lineOf(geom, lines, 0, 0), "M200.00,100.00L250.00,50.00");
  assert.equal(lineOf(geom, lines, 1, 0), "M150.00,75.00");
  const both = { cols: { w: 4, b: 2 }, w: new Float64Array([1, 0, 0, 0]), b: new Float64Array(2) };
  assert.equal(lineOf(geom, both, 0, 0), "M200.00,200.00L200.00,0.00");
  assert.equal(lineOf(geom, both, 0, 1), "");
});
