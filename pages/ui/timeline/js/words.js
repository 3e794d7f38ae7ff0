// Numbers as they are read: four digits, a real minus sign, powers of ten where they are needed.
// Below them the tables of the panel: facts with a name, and the terms of a sum.
import { signed } from "../../canvas/js/minus.js";
import { factName } from "./explained.js";

const TIMES = "\u00a0×\u00a0"; // no line ends beside the sign
const GROUPED = 1e4; // from here on commas part the thousands
const RAISED = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

/** @type {(value: number, digits?: number) => string} */
export function number(value, digits = 4) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "–" : signed(value > 0 ? "∞" : "-∞");
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) {
    const [mantissa, exponent] = value.toExponential(Math.min(digits, 3) - 1).split("e");
    const raised = [...String(Number(exponent))].map((sign) => RAISED[sign]).join("");
    return signed(`${mantissa}${TIMES}10${raised}`);
  }
  return signed(size < GROUPED ? String(Number(value.toPrecision(digits))) : grouped(value));
}

const grouped = (/** @type {number} */ value) =>
  String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");

/** Always the same digits after the point for numbers of one size: what counts up does not flicker.
 * @type {(value: number, digits?: number) => string} */
export function steady(value, digits = 4) {
  const size = Math.abs(value);
  if (!Number.isFinite(value) || size >= GROUPED || (size < 1e-3 && size > 0)) return number(value, 3);
  const places = Math.max(0, digits - Math.max(1, Math.floor(Math.log10(size || 1)) + 1));
  return signed(value.toFixed(places));
}

export function percent(/** @type {number} */ share) {
  if (share > 10) return "over 10 times the optimum";
  if (share < 1e-7) return "at the optimum";
  const value = 100 * share;
  return `${value < 10 ? number(value, 2) : Math.round(value)} % above the optimum`;
}

/** @type {(film: Film, k: number) => string} */
export const epochOf = (film, k) => (film.update[k] / film.per_epoch).toFixed(1);

export const table = (/** @type {Fact[]} */ rows) =>
  `<dl class="svm-why-facts">${rows.map(([name, text]) => `${factName(name)}<dd>${text}</dd>`).join("")}</dl>`;

export const termTable = (/** @type {Fact[]} */ rows) =>
  `<dl class="svm-why-terms">${rows.map(([term, name]) => `<dd>${term}</dd>${factName(name)}`).join("")}</dl>`;
