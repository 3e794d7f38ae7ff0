// Numbers as they are read and typed: with a real minus sign, and typed with a decimal comma too.

const MINUS = "\u2212";

/** A written number with the minus sign of print. @type {(text: string) => string} */
export const signed = (text) => text.replaceAll("-", MINUS);

/** A typed number as JavaScript reads it; NaN for what is none. @type {(text: string) => number} */
export function readNumber(text) {
  return Number(text.trim().replaceAll(MINUS, "-").replace(",", ".") || NaN);
}
