// The explanation of one update of a descent.
import { row } from "../../canvas/js/films.js";
import { inner, LOSSES, standing } from "./losses.js";
import { FORMULAS, KERNEL_FORMULAS, kernelTerms, linearTerms, vector } from "./rules.js";
import { epochOf, number, table, termTable } from "./words.js";

export const SIGNS = ["−1", "+1"];

/** @type {(F: FilmStore, mark: string[]) => string} */
export function updatePanel(F, mark) {
  const { film, k } = F;
  if (k === 0) return `<p>${nothing(film)}</p>`;
  const rate = film.rule.method === "perceptron" ? "" : ` · step η = ${number(film.rate[k])}`;
  const head = `<p class="svm-why-head">Update ${film.update[k]} · epoch ${epochOf(film, k)}${rate}</p>`;
  const single = film.batch === 1 && film.cols.sample === 1;
  const who = single ? sampleRows(F, mark) : batchRows(film, k);
  return `${head}${table(who)}${change(film, k, single)}`;
}

function nothing(/** @type {Film} */ film) {
  const blank = film.kind === "kernel" || row(film, "w", 0).every((x) => x === 0);
  const what = film.kind === "kernel" ? "All coefficients are 0" : "w = 0";
  return `${blank ? `${what}: not trained yet.` : "The initial model."} Play or step.`;
}

/** @type {(pushes: boolean, text: string) => string} */
const badge = (pushes, text) =>
  `<span class="svm-why-${pushes ? "pushed" : "alone"}">${pushes ? "Loss active" : "Loss inactive"}</span>${text}`;

/** @type {(F: FilmStore, mark: string[]) => Fact[]} */
function sampleRows(F, mark) {
  const { film, k, points } = F;
  const { rule } = film;
  const i = film.sample[k];
  const [x, label] = [[points.x[i], points.y[i]], points.label[i] > 0 ? 1 : 0];
  const t = film.margin[k];
  const pushes = film.active[k] > 0;
  const f = film.kind === "linear" ? `${writtenOut(film, k, x, label)}<br>` : "";
  const weight = film.weight ? film.weight[k] : 1;
  const times = weight === 1 ? "" : `${number(weight)} · `;
  return [
    ["sample", `${mark[label]} class ${SIGNS[label]} at ${vector(x)}${weight === 1 ? "" : `, weight ω = ${number(weight)}`}`],
    ["y f(x)", `<div class="svm-why-out">${f}<b>= ${number(t)}</b> ${standing(rule, t, pushes)}</div>`],
    ["loss", `${times}${LOSSES[rule.loss].value(t, rule.h)} = ${number(film.loss[k])}`],
    ["", badge(pushes, pushes ? reach(film, t, weight) : alone(film))],
  ];
}

/** @type {(film: Film, k: number, x: number[], label: number) => string} */
function writtenOut(film, k, x, label) {
  const [w1, w2] = row(film, "w_before", k);
  const b = film.b_before[k];
  const sign = b < 0 ? "−" : "+";
  const f = `${inner(w1)} · ${inner(x[0])} + ${inner(w2)} · ${inner(x[1])} ${sign} ${number(Math.abs(b))}`;
  return `${SIGNS[label]} · (${f})`;
}

/** With kernels the push goes to the point's own coefficient, and x has no numbers of its own.
 * @type {(film: Film, t: number, weight: number) => string} */
export function reach({ rule, kind }, t, weight) {
  const force = LOSSES[rule.loss].force(t, rule.h);
  const what = kind === "linear" ? "y x" : "y";
  if (weight !== 1) {
    const sign = force === 1 ? "ω" : "−ω ℓ′";
    return `p = ${sign} ${what} = ${number(weight * force)} ${what}`;
  }
  return force === 1 ? `p = ${what}` : `p = −ℓ′ ${what} = ${number(force)} ${what}`;
}

function alone(/** @type {Film} */ { rule, kind }) {
  if (rule.rho === 0) return "nothing changes";
  const what = kind === "linear" ? "w" : "a";
  return `only the margin term shrinks ${what}${rule.bias_inside ? " and b" : ""}`;
}

/** @type {(film: Film, k: number) => Fact[]} */
function batchRows(film, k) {
  const size = film.seen?.[k] ?? film.batch; // the last batch of an epoch may be smaller
  const places = { perceptron: "misclassified", huber_hinge: "near or inside their margin" };
  const inside = places[film.rule.loss] ?? "inside their margin";
  const rows = [["batch", `${film.active[k]} of ${size} points ${film.active[k] === 1 ? "is" : "are"} ${inside}`]];
  rows.push(["loss", `${number(film.loss[k])} on average`]);
  if (film.kind === "linear") rows.push(["push", `p = ${vector(row(film, "push", k))}`]);
  return [...rows, ["", badge(film.active[k] > 0, film.active[k] > 0 ? `p is the mean of −${film.rule.weighed ? "ω " : ""}ℓ′ y${film.kind === "linear" ? " x" : ""}` : alone(film))]];
}

/** The rule and its terms. @type {(film: Film, k: number, single: boolean) => string} */
function change(film, k, single) {
  const [formulas, terms] = film.kind === "linear"
    ? [FORMULAS, linearTerms(film, k)]
    : [KERNEL_FORMULAS, single ? kernelTerms(film, k) : []];
  const bias = `${number(film.b_before[k])} → <b>${number((film.b_after ?? film.b)[k])}</b>`;
  return `<p class="svm-why-rule">${formulas[film.rule.method](film.rule)}</p>`
    + termTable([...terms, [bias, "b"]]);
}
