// The scale of a numeric control: positions, values, stops, and what is typed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { nextStop, parsed, toPosition, toValue, written } from "../../pages/ui/range/scale.js";

const C = {
  label: "C", low: 1e-3, high: 1e4, initial: 1, log: true, whole: false,
  stops: [1, 1.5, 2, 3, 5, 7, 10, 15],
};
const noise = {
  label: "Noise", low: 0, high: 1, initial: 0.3, log: false, whole: false, step: 0.05, fine: 0.01,
  stops: [],
};
const points = {
  label: "Points", low: 2, high: 600, initial: 90, log: false, whole: true, step: 1, fine: 1,
  stops: [],
};

test("a value is rounded to three digits, drawn to the default and to powers of ten, and in range", () => {
  assert.deepEqual([toPosition(C, 100), toPosition(noise, 0.25)], [2, 0.25]);
  const values = (scale, ...positions) => positions.map((position) => toValue(scale, position));
  const logs = [23.4567, 1.1, 0.0104].map(Math.log10); // 1.1 is 0.04 of 7 decades from 1
  assert.deepEqual(values(C, ...logs, -9, 9), [23.5, 1, 0.01, 1e-3, 1e4]);
  assert.deepEqual(values(noise, 0.4719, 0.3041), [0.47, 0.3]);
  assert.deepEqual(values(points, 90.6), [91]); // a whole number is not drawn to the default
});

test("the keys go to the next stop, and by steps where there are none", () => {
  for (const [scale, value, way, times, next] of [
    [C, 1, 1, 1, 1.5], [C, 2.2, 1, 1, 3], [C, 2.2, -1, 1, 2], [C, 15, 1, 1, 15], [C, 2, 1, 10, 20],
    [C, 5000, 1, 10, 1e4], [noise, 0.3, 1, 1, 0.35], [noise, 0.47, -1, 1, 0.45],
    [noise, 0.98, 1, 1, 1], [points, 90, -1, 10, 80],
  ]) assert.equal(nextStop(scale, value, way, times), next);
});

test("a number is written without an exponent wherever a reader expects none", () => {
  assert.deepEqual(
    [1, 10000, 28896, 0.001, 0.30000000000000004, 1e-6, 2e5, -2.5].map(written),
    ["1", "10000", "28896", "0.001", "0.3", "0.000001", "200000", "\u22122.5"],
  );
});

test("what is typed is taken as it is, or refused with the law and the offender", () => {
  assert.equal(parsed(C, "1e3"), 1000);
  assert.equal(parsed(noise, "0,25"), 0.25);
  assert.equal(parsed(C, "20000"), "C must be from 0.001 to 10000, got 20000.");
  assert.equal(parsed(C, "many"), "C must be from 0.001 to 10000, got many.");
  assert.equal(parsed(C, " "), "C must be from 0.001 to 10000, got nothing.");
  assert.equal(parsed(points, "12.5"), "Points must be a whole number, got 12.5.");
});
