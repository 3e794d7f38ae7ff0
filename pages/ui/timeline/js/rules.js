// The update rules: the formula, and the same with the numbers of the moment put in, term by term.
import { row } from "../../canvas/js/films.js";
import { inner } from "./losses.js";
import { number } from "./words.js";

const times = (/** @type {string} */ factor) => (factor === "1" ? "" : `${factor} `);
/** @type {(rho: string, t: string) => string} */
const over = (rho, t) => (rho === "1" ? t : `(${rho} ${t})`); // what a fraction is divided by
/** @type {(v: Iterable<number>) => string} */
export const vector = (v) => `(${[...v].map((x) => number(x)).join(", ")})`;
/** @type {(factors: number[], value: string) => string} */
const scaled = (factors, value) =>
  [...factors.filter((x) => x !== 1).map((x) => inner(x)), value].join(" · ");

// Where points have weights, p and a mistake hold the weight of the point.
/** @type {Record<Rule["method"], (rule: Rule) => string>} */
export const FORMULAS = {
  sgd: ({ rho_name: rho, scale, rho: r }) => {
    const shrink = r === 0 ? "" : `${times(rho)}w − `;
    return r === 0 ? `w ← w + η ${times(scale)}p` : `w ← w − η (${shrink}${times(scale)}p)`;
  },
  pegasos: ({ rho_name: rho, scale }) => {
    const push = scale === "1" ? "η p" : `η ${scale} p`;
    return `w ← (1 − η${rho === "1" ? "" : ` ${rho}`}) w + ${push}, &nbsp;η = 1/${over(rho, "t")}`;
  },
  mirror: ({ rho_name: rho, scale }) =>
    `θ ← θ + ${times(scale)}p, &nbsp;w ← θ/${over(rho, "t")}`,
  perceptron: ({ weighed }) => `w ← w + ${weighed ? "ω " : ""}y x where y f(x) ≤ 0`,
};

/** The weights an update made: what is shown may be the mean of all of them so far. */
const made = (/** @type {Film} */ film) => (film.w_after ? "w_after" : "w");

/** Rows of [term, what it is]. @type {(film: Film, k: number) => Fact[]} */
export function linearTerms(film, k) {
  const { rule } = film;
  const [before, after, push] = ["w_before", made(film), "push"].map((name) => row(film, name, k));
  if (rule.method === "mirror") return mirrorTerms(film, k, before, after, push);
  const rate = film.rate[k];
  const plain = rule.method === "perceptron";
  const rows = [[vector(before), "old w"]];
  if (rule.rho !== 0) rows.push([`− ${scaled(plain ? [] : [rate, rule.rho], vector(before))}`, "margin term"]);
  const moved = push.some((x) => x !== 0);
  const pushed = `+ ${scaled(plain ? [] : [rate, rule.kappa], vector(push))}`;
  rows.push([moved ? pushed : "+ 0", moved ? "push" : "no push"]);
  if (rule.method === "pegasos") rows.push(projected(film, k, before, push));
  const shown = film.w_after ? [[vector(row(film, "w", k)), "mean, shown"]] : [];
  return [...rows, [`= <b>${vector(after)}</b>`, "new w"], ...shown];
}

/** The divisor of theta is 1 / rate; before the update it was one rho less.
 * @type {(film: Film, k: number, before: Numbers, after: Numbers, push: Numbers) => Fact[]} */
function mirrorTerms({ rate, rule }, k, before, after, push) {
  const divisor = 1 / rate[k];
  const theta = (w, by) => [...w].map((x) => x * by);
  return [
    [vector(theta(before, divisor - rule.rho)), "old θ"],
    [`+ ${scaled([rule.kappa], vector(push))}`, "push"],
    [`= ${vector(theta(after, divisor))}`, "new θ"],
    [`/ ${number(divisor)} = <b>${vector(after)}</b>`, "new w"],
  ];
}

/** Pegasos may end an update by scaling w back onto a ball: then w is not what the formula says.
 * @type {(film: Film, k: number, before: Numbers, push: Numbers) => Fact} */
function projected(film, k, before, push) {
  const { rho, kappa } = film.rule;
  const stepped = [...before].map((w, j) => w - film.rate[k] * (rho * w - kappa * push[j]));
  const long = Math.hypot(...stepped);
  const short = Math.hypot(...row(film, made(film), k));
  const kept = long > 1.00001 * short ? short / long : 1;
  const ball = `${film.rule.bias_inside ? "|(w, b)|" : "|w|"} ≤ ${number(film.rule.radius)}`;
  return [kept < 1 ? `times ${number(kept)}` : "stays inside", ball];
}

/** @type {(film: Film, k: number) => Fact[]} */
export function kernelTerms(film, k) {
  const { rule } = film;
  const [before, after] = [film.coef_before[k], film.coef_after[k]];
  const kept = film.kept?.[k] ?? NaN;
  const rows = [[`${number(before)} → <b>${number(after)}</b>`, "a of this point"]];
  if (rule.method !== "perceptron" && Number.isFinite(kept)) {
    rows.push([`times ${number(kept)}`, "a of all others"]);
  }
  return rows;
}

/** @type {Record<Rule["method"], (rule: Rule) => string>} */
export const KERNEL_FORMULAS = {
  sgd: ({ rho_name: rho, scale }) => `a ← a − η (${times(rho)}a − ${times(scale)}p)`,
  pegasos: ({ rho_name: rho, scale }) => `a ← (1 − η${rho === "1" ? "" : ` ${rho}`}) a + η ${times(scale)}p`,
  mirror: ({ rho_name: rho, scale }) =>
    `θ ← θ + ${times(scale)}p, &nbsp;a ← θ/${over(rho, "t")}`,
  perceptron: ({ weighed }) => `a ← a + ${weighed ? "ω " : ""}y where y f(x) ≤ 0`,
};
