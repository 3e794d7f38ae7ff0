// What is said of a moment of a film: its place, and its numbers.
import { epochOf, number, percent, steady } from "./words.js";

/** What is said of moment k, by the names of the parts.
 * @type {(film: Film, k: number) => Record<string, string>} */
export function momentParts(film, k) {
  if (film.words) {
    return Object.fromEntries(Object.entries(film.words).map(([name, texts]) => [name, texts[k] ?? ""]));
  }
  const [cost, margin, loss] = ["cost", "margin_term", "loss_term"].map((name) => film[name][k]);
  return {
    place: `update ${film.update[k]} of ${film.total} · epoch\u00a0${epochOf(film, k)}`,
    step: Number.isFinite(film.rate[k]) ? `step ${number(film.rate[k], 3)}` : "",
    cost: `cost ${steady(cost)} = ${steady(margin)} + ${steady(loss)}`,
    above: Number.isFinite(film.above[k]) ? percent(film.above[k]) : "",
    test: testWords(film, k),
  };
}

/** The same as sentences, without the last full stop. @type {(parts: Record<string, string>) => string} */
export const saidOf = (parts) => Object.values(parts).filter(Boolean).join(". ");

/** The metrics of class +1 on the test points, where there are some.
 * @type {(film: Film, k: number) => string} */
export function testWords(film, k) {
  if (!film.test_recall) return "";
  const share = (name) => `${Math.round(1000 * film[`test_${name}`][k]) / 10} %`;
  return `test accuracy ${share("accuracy")}, precision ${share("precision")}, recall ${share("recall")}`;
}
