// What the numbers beside a film and in its panel mean: shown on hover, on a tap and by the keys.

/** The readout of a descent; other films bring their own texts (`help`).
 * @type {Record<string, string>} */
export const READOUT = {
  place: "An update applies the rule of the method once. An epoch is one pass over the training points.",
  step: "Learning rate η of this update: the factor of its subgradient.",
  cost: "The cost that is minimised = margin term + loss term, of the model shown, over the training points.",
  above: "(J − J*) / J*: how far the cost J is above the cost J* of the exact optimum.",
  test: "Of the test points. Accuracy: share classified correctly. Precision: share of "
    + "class +1 among the points predicted +1. Recall: share of the points of class +1 that are predicted +1.",
};

/** The facts of the panel, by their names. @type {Record<string, string>} */
const FACTS = {
  sample: "The point that this update sees, with its class and its coordinates.",
  batch: "The points that this update sees.",
  "y f(x)": "Functional margin before the update: positive if the point is classified correctly.",
  loss: "Loss of the sampled points before the update.",
  push: "Minus the subgradient of the loss: it moves w so that the sampled points get a larger y f(x).",
  "no push": "The loss has slope 0 at the sampled points, so it does not move w.",
  "old w": "w before this update.",
  "new w": "w after this update.",
  "margin term": "The gradient of the margin term: it shrinks w.",
  "mean, shown": "The mean of w over all updates so far; the picture shows this model.",
  "old θ": "The sum of all pushes before this update, times the scale of the loss.",
  "new θ": "The same sum after this update; w is θ divided by ρ t.",
  b: "The intercept before and after this update.",
  "a of this point": "Coefficient of the sampled point in f = Σ a K(x, ·) + b, before and after the update.",
  "a of all others": "The factor by which the margin term shrinks the coefficients of all other points.",
  i: "First point of the pair: its y α may grow, and its E is the largest.",
  j: "Second point of the pair: its y α may fall, and the pair (i, j) has the largest predicted gain.",
  "KKT violation": "max E over the y α that may grow minus min E over those that may fall, with E = y − Σ α y K; 0 at the optimum.",
  "α<sub>j</sub>": "Multiplier of j: the maximum of the parabola, clipped to the interval from L to H.",
  "α<sub>i</sub>": "Multiplier of i: it follows from Σ α y = 0.",
  "dual value": "Gain of this step, and the dual value Σ α − ½ Σ α α y y K after it.",
  gradient: "What the step changes in E, whose differences are the violations of the KKT conditions.",
};
const BALL = "Pegasos: a w outside this ball, which contains the optimum, is scaled back onto it.";

/** The name of a fact, with its explanation. @type {(name: string) => string} */
export function factName(name) {
  return `<dt${explanation(name.startsWith("|") ? BALL : FACTS[name])}>${name}</dt>`;
}

/** The attributes of an element that is explained; none without a text. @type {(help?: string) => string} */
export function explanation(help) {
  return help ? ` tabindex="-1" title="${help}" data-explained` : "";
}
