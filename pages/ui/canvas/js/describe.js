// Points and places in words.
import { hitPoints, labelOf, positionOf } from "./geometry.js";

/** How many classes there are to choose from: points that have none are all of one.
 * @type {(S: State) => number} */
export const choices = ({ header: { names } }) => (names.length > 1 ? names.length : 0);

/** @type {(p: Pair | null) => string} */
export const place = (p) => (p ? p.map((v) => String(Number(v.toPrecision(3)))).join(", ") : "");

/** @type {(S: State, id: number) => string} */
export function describe(S, id) {
  const { ids } = hitPoints(S);
  const label = labelOf(S, id);
  const name = label === undefined || !choices(S) ? "" : `, class ${S.header.names[label]}`;
  return `point ${ids.indexOf(id) + 1}${name}, at ${place(positionOf(S, id))}`;
}

/** @type {(S: State, id: number) => string} */
export const handleName = (S, id) => `${S.header.names[labelOf(S, id)]}, at ${place(positionOf(S, id))}`;
