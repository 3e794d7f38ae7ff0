// The losses of the margin t = y f(x): formula, size of the gradient, and where it vanishes.
import { number } from "./words.js";

/** @type {Record<Rule["loss"], { limit: (h: number) => number,
 *   value: (t: number, h: number) => string, force: (t: number, h: number) => number }>} */
export const LOSSES = {
  hinge: {
    limit: () => 1,
    value: (t) => `max(0, 1 − ${inner(t)})`,
    force: (t) => (t < 1 ? 1 : 0),
  },
  squared_hinge: {
    limit: () => 1,
    value: (t) => `max(0, 1 − ${inner(t)})<sup>2</sup>`,
    force: (t) => 2 * Math.max(0, 1 - t),
  },
  huber_hinge: {
    limit: (h) => 1 + h,
    value: (t, h) => {
      if (t <= 1 - h) return `1 − ${inner(t)}`;
      return `max(0, ${number(1 + h)} − ${inner(t)})<sup>2</sup> / ${number(4 * h)}`;
    },
    force: (t, h) => Math.min(Math.max((1 + h - t) / (2 * h), 0), 1),
  },
  perceptron: {
    limit: () => 0,
    value: (t) => `max(0, −${inner(t)})`,
    force: (t) => (t <= 0 ? 1 : 0),
  },
};

/** A number within a term: a negative one in parentheses. @type {(value: number) => string} */
export const inner = (value) => (value < 0 ? `(${number(value)})` : number(value));

/** `pushes` is what the update did: of a margin that is 1 but for rounding, t alone cannot tell.
 * @type {(rule: Rule, t: number, pushes: boolean) => string} */
export function standing(rule, t, pushes) {
  if (Number.isNaN(t)) return "";
  const limit = LOSSES[rule.loss].limit(rule.h);
  const sign = pushes ? (rule.loss === "perceptron" ? "≤" : "&lt;") : rule.loss === "perceptron" ? "&gt;" : "≥";
  let where = "outside its margin";
  if (rule.loss === "perceptron") where = pushes ? "misclassified" : "correctly classified";
  else if (t < 0) where = "misclassified";
  else if (t < 1) where = "inside its margin";
  else if (pushes) where = "near its margin";
  return `${sign} ${number(limit)}: ${where}`;
}
