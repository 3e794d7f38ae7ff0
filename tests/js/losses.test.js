import assert from "node:assert/strict";
import test from "node:test";
import { LOSSES, standing } from "../../pages/ui/timeline/js/losses.js";

const LOSS = {
  hinge: (t) => Math.max(0, 1 - t),
  squared_hinge: (t) => Math.max(0, 1 - t) ** 2,
  huber_hinge: (t, h) => (t <= 1 - h ? 1 - t : Math.max(0, 1 + h - t) ** 2 / (4 * h)),
  perceptron: (t) => Math.max(0, -t),
};

test("the force is the downward slope of the loss, and ends at the limit", () => {
  assert.deepEqual(Object.keys(LOSSES).sort(), Object.keys(LOSS).sort());
  for (const [name, loss] of Object.entries(LOSS)) {
    for (const h of [0.3, 0.8]) {
      for (let t = -2.05; t < 3; t += 0.1) {
        const slope = (loss(t - 1e-6, h) - loss(t + 1e-6, h)) / 2e-6;
        assert.ok(Math.abs(LOSSES[name].force(t, h) - slope) < 1e-5, `${name} at ${t}`);
        assert.equal(t < LOSSES[name].limit(h), LOSSES[name].force(t, h) > 0, `${name} at ${t}`);
      }
    }
  }
});

test("the loss with its numbers has the value of the loss", () => {
  for (const [name, loss] of Object.entries(LOSS)) {
    for (const t of [-1.5, 0.25, 0.75, 1.5]) {
      const text = LOSSES[name].value(t, 0.5)
        .replaceAll("−", "-").replaceAll("<sup>2</sup>", "**2").replaceAll("max", "Math.max");
      assert.equal(Function(`return ${text}`)(), loss(t, 0.5), `${name}: ${text}`);
    }
  }
});

test("where a point stands", () => {
  const hinge = { loss: "hinge", h: 0 };
  assert.equal(standing(hinge, -0.5, true), "&lt; 1: misclassified");
  assert.equal(standing(hinge, 0.5, true), "&lt; 1: inside its margin");
  assert.equal(standing(hinge, 1, true), "&lt; 1: near its margin"); // 1 but for rounding
  assert.equal(standing(hinge, 1, false), "≥ 1: outside its margin");
  assert.equal(standing({ loss: "huber_hinge", h: 0.5 }, 1.2, true), "&lt; 1.5: near its margin");
  const perceptron = { loss: "perceptron", h: 0 };
  assert.equal(standing(perceptron, 0, true), "≤ 0: misclassified");
  assert.equal(standing(perceptron, 0.5, false), "&gt; 0: correctly classified");
  assert.equal(standing(hinge, NaN, false), "");
});
