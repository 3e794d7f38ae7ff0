import assert from "node:assert/strict";
import test from "node:test";
import {
  FORMULAS, KERNEL_FORMULAS, kernelTerms, linearTerms, vector,
} from "../../pages/ui/timeline/js/rules.js";
import { reach, updatePanel } from "../../pages/ui/timeline/js/update.js";

const RULE = {
  method: "sgd", rho: 1, kappa: 2, rho_name: "1", scale: "N C", bias_inside: false,
  loss: "hinge", h: 0, radius: 0,
};

/** One update: w goes from `before` to `after` by `push`. */
const film = ({ rule = {}, before, push, after, rate, ...more }) => ({
  id: "run", kind: "linear", batch: 1, per_epoch: 4, update: [0, 3], status: "",
  cols: { w: 2, w_before: 2, push: 2, sample: 1 }, rule: { ...RULE, ...rule },
  w: new Float64Array([0, 0, ...after]), w_before: new Float64Array([0, 0, ...before]),
  push: new Float64Array([0, 0, ...push]), rate: [NaN, rate],
  b: [0, 0.5], b_before: [0, 0.25], active: [0, 1], margin: [NaN, 0.5], loss: [NaN, 0.5],
  sample: new Int16Array([-1, 1]), ...more,
});
/** A panel without the explanations of its facts, each of which has one. */
const explained = (html) => {
  const names = [...html.matchAll(/<dt([^>]*)>((?:(?!<\/dt>).)+)<\/dt>/g)];
  for (const [, attributes, name] of names) assert.match(attributes, /title="[^"]+\."/, name);
  return html.replaceAll(/<dt [^>]*>/g, "<dt>");
};

test("the terms of an update, by method", () => {
  const step = { before: [1, -2], push: [3, 4], after: [1.5, -1], rate: 0.1 };
  const pegasos = { method: "pegasos", radius: 2.5 };
  const cases = [
    [step, 0, [["(1, −2)", "old w"], ["− 0.1 · (1, −2)", "margin term"], // w - 0.1 (w - 2 p)
      ["+ 0.1 · 2 · (3, 4)", "push"], ["= <b>(1.5, −1)</b>", "new w"]]],
    [{ ...step, push: [0, 0], after: [0.9, -1.8] }, 2, [["+ 0", "no push"], ["= <b>(0.9, −1.8)</b>", "new w"]]],
    [{ ...step, rule: { method: "perceptron", rho: 0, kappa: 1 }, after: [4, 2], rate: 1 }, 0,
      [["(1, −2)", "old w"], ["+ (3, 4)", "push"], ["= <b>(4, 2)</b>", "new w"]]],
    [{ ...step, after: [0.75, -0.5], w_after: new Float64Array([0, 0, 1.5, -1]),
      cols: { w: 2, w_before: 2, push: 2, w_after: 2 } }, 3,
    [["= <b>(1.5, −1)</b>", "new w"], ["(0.75, −0.5)", "mean, shown"]]],
    // (1 - 1) w + 1 * 2 p = (6, 8), then scaled to length 2.5
    [{ ...step, rule: pegasos, after: [1.5, 2], rate: 1 }, 3,
      [["times 0.25", "|w| ≤ 2.5"], ["= <b>(1.5, 2)</b>", "new w"]]],
    [{ ...step, rule: pegasos, after: [6, 8], rate: 1 }, 3,
      [["stays inside", "|w| ≤ 2.5"], ["= <b>(6, 8)</b>", "new w"]]],
    // t = 4: theta goes from 3 w to 3 w + 2 p, and w is theta / 4
    [{ rule: { method: "mirror" }, before: [1, -2], push: [0.5, 1], after: [1, -1], rate: 0.25 }, 0,
      [["(3, −6)", "old θ"], ["+ 2 · (0.5, 1)", "push"], ["= (4, −4)", "new θ"],
        ["/ 4 = <b>(1, −1)</b>", "new w"]]],
  ];
  for (const [update, from, terms] of cases) {
    assert.deepEqual(linearTerms(film(update), 1).slice(from), terms);
  }
});

test("formulas as the chosen cost writes them", () => {
  const C = { ...RULE, scale: "C", rho_name: "λ" };
  assert.equal(FORMULAS.sgd(RULE), "w ← w − η (w − N C p)");
  assert.equal(FORMULAS.sgd({ ...RULE, rho: 0, scale: "1" }), "w ← w + η p");
  assert.equal(FORMULAS.pegasos(RULE), "w ← (1 − η) w + η N C p, &nbsp;η = 1/t");
  assert.equal(FORMULAS.pegasos(C), "w ← (1 − η λ) w + η C p, &nbsp;η = 1/(λ t)");
  assert.equal(FORMULAS.mirror(RULE), "θ ← θ + N C p, &nbsp;w ← θ/t");
  assert.equal(FORMULAS.perceptron({ weighed: true }), "w ← w + ω y x where y f(x) ≤ 0");
  assert.equal(KERNEL_FORMULAS.sgd(C), "a ← a − η (λ a − C p)");
  assert.equal(KERNEL_FORMULAS.pegasos(C), "a ← (1 − η λ) a + η C p");
  assert.equal(KERNEL_FORMULAS.mirror(C), "θ ← θ + C p, &nbsp;a ← θ/(λ t)");
  assert.equal(KERNEL_FORMULAS.perceptron({}), "a ← a + y where y f(x) ≤ 0");
});

test("with kernels, the point's own coefficient and what all others are multiplied by", () => {
  const made = { rule: RULE, coef_before: [0, 0.5], coef_after: [0, 0.25], kept: [NaN, 0.9] };
  assert.deepEqual(kernelTerms(made, 1), [
    ["0.5 → <b>0.25</b>", "a of this point"], ["times 0.9", "a of all others"],
  ]);
  assert.equal(kernelTerms({ ...made, kept: [NaN, NaN] }, 1).length, 1);
  assert.equal(kernelTerms({ ...made, rule: { method: "perceptron" } }, 1).length, 1);
});

test("the push is what the loss makes of the margin, times the weight", () => {
  const of = (loss, kind) => ({ rule: { loss, h: 0.5 }, kind });
  assert.equal(reach(of("hinge", "linear"), 0.5, 1), "p = y x");
  assert.equal(reach(of("hinge", "linear"), 0.5, 2.5), "p = ω y x = 2.5 y x");
  assert.equal(reach(of("squared_hinge", "kernel"), 0.25, 1), "p = −ℓ′ y = 1.5 y");
  assert.equal(reach(of("squared_hinge", "linear"), 0.25, 2.5), "p = −ω ℓ′ y x = 3.75 y x");
  assert.equal(reach(of("huber_hinge", "kernel"), 1, 1), "p = −ℓ′ y = 0.5 y");
});

test("the panel tells of the point, its margin, the loss and the update", () => {
  const made = film({ before: [1, -2], push: [3, 4], after: [1.5, -1], rate: 0.1 });
  const points = { x: [0, 3], y: [0, -4], label: [0, 1] };
  const html = explained(updatePanel({ film: made, k: 1, points }, ["(−)", "(+)"]));
  for (const part of [
    "Update 3 · epoch 0.8 · step η = 0.1", "(+) class +1 at (3, −4)",
    "+1 · (1 · 3 + (−2) · (−4) + 0.25)<br><b>= 0.5</b> &lt; 1: inside its margin",
    "max(0, 1 − 0.5) = 0.5", '<span class="svm-why-pushed">Loss active</span>p = y x',
    "w ← w − η (w − N C p)", "<dd>0.25 → <b>0.5</b></dd><dt>b</dt>",
  ]) assert.ok(html.includes(part), part);
  assert.equal(
    updatePanel({ film: made, k: 0, points }, []), "<p>w = 0: not trained yet. Play or step.</p>",
  );
});

test("of a batch, how many push", () => {
  const made = film({
    before: [1, -2], push: [3, 4], after: [1.5, -1], rate: 0.1, batch: 8, active: [0, 1],
  });
  const html = explained(updatePanel({ film: { ...made, seen: [0, 5] }, k: 1 }, []));
  assert.ok(html.includes("1 of 5 points is inside their margin"));
  assert.ok(html.includes(`p = ${vector([3, 4])}`));
  const alone = updatePanel({ film: { ...made, active: [0, 0] }, k: 1 }, []);
  assert.ok(alone.includes("0 of 8 points are inside their margin"));
  assert.ok(alone.includes('<span class="svm-why-alone">Loss inactive</span>only the margin term'));
});

test("what a weight multiplies, and what is left of a point that does not push", () => {
  const before = { before: [1, -2], push: [3, 4], after: [1.5, -1], rate: 0.1 };
  const points = { x: [0, 3], y: [0, -4], label: [0, 0] };
  const heavy = film({ ...before, weight: [NaN, 2.5], loss: [NaN, 1.25] });
  const html = explained(updatePanel({ film: heavy, k: 1, points }, ["(−)", "(+)"]));
  assert.ok(html.includes("(−) class −1 at (3, −4), weight ω = 2.5"));
  assert.ok(html.includes("2.5 · max(0, 1 − 0.5) = 1.25"));
  for (const [rule, text] of [
    [{ rho: 0 }, "nothing changes"], [{}, "only the margin term shrinks w<"],
    [{ bias_inside: true }, "only the margin term shrinks w and b"],
  ]) {
    const alone = film({ ...before, rule, active: [0, 0] });
    assert.ok(updatePanel({ film: alone, k: 1, points }, []).includes(`Loss inactive</span>${text}`), text);
  }
});

test("a kernel's update has no w, and starts from nothing", () => {
  const made = film({
    before: [0, 0], push: [0, 0], after: [0, 0], rate: 0.1, kind: "kernel",
    coef_before: [0, 0.5], coef_after: [0, 0.25], kept: [NaN, 0.9],
  });
  const points = { x: [0, 3], y: [0, -4], label: [0, 1] };
  const html = explained(updatePanel({ film: made, k: 1, points }, ["(−)", "(+)"]));
  assert.ok(html.includes("a ← a − η (a − N C p)"));
  assert.ok(html.includes("<dd>0.5 → <b>0.25</b></dd><dt>a of this point</dt>"));
  assert.ok(html.includes('<div class="svm-why-out"><b>= 0.5</b>'));
  const start = "All coefficients are 0: not trained yet. Play or step.";
  assert.equal(updatePanel({ film: made, k: 0, points }, []), `<p>${start}</p>`);
  const batch = { ...made, batch: 4 };
  assert.ok(updatePanel({ film: batch, k: 1 }, []).includes("Loss active</span>p is the mean of −ℓ′ y<"));
});
