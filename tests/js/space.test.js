import assert from "node:assert/strict";
import test from "node:test";
import { boxIn } from "../../pages/ui/canvas/js/space.js";

const EYE = { x: 1.37, y: -1.57, z: 0.81 };

/** Where the corners of the box are on the screen, in pixels from its middle, by projection. */
function corners({ x, y, z }, eye, height) {
  const far = Math.hypot(eye.x, eye.y, eye.z);
  const flat = Math.hypot(eye.x, eye.y);
  const right = [-eye.y / flat, eye.x / flat, 0];
  const up = [(-eye.z * eye.x) / (far * flat), (-eye.z * eye.y) / (far * flat), flat / far];
  const signs = [-0.5, 0.5];
  const all = signs.flatMap((a) => signs.flatMap((b) => signs.map((c) => [a * x, b * y, c * z])));
  const along = (axis) => all.map((p) => 0.5 * height * p.reduce((sum, v, k) => sum + v * axis[k], 0));
  return [along(right), along(up)].map((values) => Math.max(...values) - Math.min(...values));
}

for (const [width, height] of [[850, 640], [340, 440], [390, 520], [1600, 500]]) {
  test(`a box fills ${width} by ${height} pixels but for its numbers`, () => {
    for (const aspectratio of [{ x: 1, y: 1, z: 1 }, { x: 1.2, y: 0.8, z: 0.7 }]) {
      const [wide, high] = corners(boxIn({ camera: { eye: EYE }, aspectratio }, width, height), EYE, height);
      const room = [width - 2 * Math.min(46, 0.09 * width), height - 2 * Math.min(30, 0.07 * height)];
      assert.ok(wide <= room[0] + 1e-6 && high <= room[1] + 1e-6);
      assert.ok(Math.abs(wide - room[0]) < 1e-6 || Math.abs(high - room[1]) < 1e-6);
    }
  });
}
