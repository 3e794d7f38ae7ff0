// A step of SMO: the choice of the pair, its box, and the gain of the dual value.
import { row } from "../../canvas/js/films.js";
import { number, table } from "./words.js";

const BOX = 150; // pixels of the pictures, without the room for their letters
const ROOM = 22;
const CURVE = 40; // pieces of a parabola
const letter = (/** @type {string} */ name) => `α<tspan dy="3" font-size="10">${name}</tspan>`;
const named = (/** @type {string} */ name) => `C<tspan dy="3" font-size="10">${name}</tspan>`;
const sub = (/** @type {string} */ name) => `α<sub>${name}</sub>`;

/** @type {(F: FilmStore, mark: string[]) => string} */
export function microscope(F, mark) {
  const { film, k } = F;
  if (k === 0) return `<p>All α are 0${film.C === null ? "" : ", the corner of the box"}. Play or step.</p>`;
  const head = `<p class="svm-why-head">Step ${film.update[k]}</p>`;
  const pictures = `<div class="svm-why-pictures">${box(film, k)}${parabola(film, k)}</div>`;
  return `${head}<div class="svm-why-step-of-two">${table(pairRows(F, mark))}${pictures}${table(stepRows(film, k))}</div>`;
}

/** @type {(F: FilmStore, mark: string[]) => Fact[]} */
function pairRows({ film, k }, mark) {
  const [i, j] = row(film, "sample", k);
  const [ei, ej] = row(film, "E", k);
  const name = (n) => `${mark[film.y[n] > 0 ? 1 : 0]} ${n + 1}`;
  return [
    ["i", `${name(i)} has the largest E of all whose y α may grow: ${number(ei)}`],
    ["j", `${name(j)} gives the largest gain of all whose y α may fall: E = ${number(ej)}`],
    ["KKT violation", `${number(film.violation[k])} before the step, ${number(film.left[k])} after it`],
  ];
}

/** @type {(film: Film, k: number) => Fact[]} */
export function stepRows(film, k) {
  const [[oldI, oldJ], [newI, newJ]] = [row(film, "before", k), row(film, "after", k)];
  return [
    [sub("j"), `${number(oldJ)} → <b>${number(newJ)}</b>; ${summit(film.unclipped[k], film.low[k], film.high[k])}`],
    [sub("i"), `${number(oldI)} → <b>${number(newI)}</b>, so that Σ α y stays 0`],
    ["dual value", `+ ${number(film.gain[k])} = ${number(film.dual[k])}`],
    ["gradient", gradient(film, k)],
  ];
}

/** E = y - sum alpha y K of every point, after y_i alpha_i grew by d and y_j alpha_j fell by d. A
 * step to the top of the parabola leaves the two equal.
 * @type {(film: Film, k: number) => string} */
function gradient(film, k) {
  const [, j] = row(film, "sample", k);
  const [[, old], [, now]] = [row(film, "before", k), row(film, "after", k)];
  const [unclipped, moved] = [film.unclipped[k], now - old];
  const between = -film.y[j] * film.slope[k];
  const whole = film.low[k] <= unclipped && unclipped <= film.high[k];
  const left = whole ? 0 : between + film.y[j] * film.curvature[k] * moved;
  return `every E<sub>k</sub> falls by d (K<sub>ik</sub> − K<sub>jk</sub>), d = y<sub>i</sub> Δα<sub>i</sub> =
    ${number(-film.y[j] * moved)}; E<sub>i</sub> − E<sub>j</sub>: ${number(between)} → ${number(left)}`;
}

/** Without a curvature downwards the dual value has no top: it rises as far as the box lets it.
 * @type {(unclipped: number, low: number, high: number) => string} */
function summit(unclipped, low, high) {
  if (unclipped === Infinity) return `the value has no maximum and rises to H = ${number(high)}`;
  if (unclipped === -Infinity) return `the value has no maximum and rises to L = ${number(low)}`;
  const end = unclipped < low ? `clipped at L = ${number(low)}`
    : unclipped > high ? `clipped at H = ${number(high)}` : "between L and H: not clipped";
  return `the maximum of the parabola is at ${number(unclipped)}, ${end}`;
}

/** The rectangle [0, C_i] x [0, C_j], in the hard margin all that is not below 0, the line on which
 * sum alpha y stays what it is, and the step along it. Both axes have the same unit.
 * @type {(film: Film, k: number) => string} */
export function box(film, k) {
  const [[oldI, oldJ], [newI, newJ]] = [row(film, "before", k), row(film, "after", k)];
  const [i, j] = row(film, "sample", k);
  const same = film.y[i] === film.y[j] ? -1 : 1; // how alpha_i moves with alpha_j
  const partner = (a) => oldI + same * (a - oldJ);
  const [low, high] = [film.low[k], film.high[k]];
  const most = Math.max(newI, newJ, oldI, oldJ, same < 0 ? oldI + oldJ : 0, 1e-300);
  // without C the picture ends where nothing more happens
  const [wide, tall] = film.C === null ? [1.3 * most, 1.3 * most] : row(film, "box", k);
  const side = Math.max(wide, tall);
  const end = Math.min(high, tall, same > 0 ? wide - oldI + oldJ : high);
  const x = (a) => (ROOM + (BOX * a) / side).toFixed(1);
  const y = (a) => (BOX + 6 - (BOX * a) / side).toFixed(1);
  const at = (a) => `${x(partner(a))},${y(a)}`;
  const top = y(tall); // of the rectangle; its names stand at its corners
  const [nameI, nameJ] = film.weighed ? [named("i"), named("j")] : ["C", "C"];
  const ceiling = film.C === null ? "" : `<text x="${x(wide)}" y="${BOX + 20}" text-anchor="end">${nameI}</text>`
    + `<text x="${ROOM - 4}" y="${(Number(top) + 8).toFixed(1)}" text-anchor="end">${nameJ}</text>`;
  return picture(`the ${film.C === null ? "pair, without upper bound" : "box of the pair"}: ${sub("i")} to the right, ${sub("j")} upwards`, `
    <rect x="${ROOM}" y="${top}" width="${(Number(x(wide)) - ROOM).toFixed(1)}" height="${(BOX + 6 - Number(top)).toFixed(1)}" class="svm-why-edge"${film.C === null ? ' stroke-dasharray="4 4"' : ""}/>
    <path d="M${at(low)}L${at(end)}" class="svm-why-way"/>
    <path d="M${at(oldJ)}L${at(newJ)}" class="svm-why-step"/>
    <circle cx="${x(oldI)}" cy="${y(oldJ)}" r="4" class="svm-why-old"/>
    <circle cx="${x(newI)}" cy="${y(newJ)}" r="5" class="svm-why-new"/>
    <text x="${ROOM + BOX / 2}" y="${BOX + 20}" text-anchor="middle">${letter("i")}</text>
    <text x="${ROOM - 6}" y="${BOX / 2 + 8}" text-anchor="end">${letter("j")}</text>${ceiling}`);
}

/** The dual value along that line: a parabola over alpha_j between L and H.
 * @type {(film: Film, k: number) => string} */
export function parabola(film, k) {
  const [[, old], [, now]] = [row(film, "before", k), row(film, "after", k)];
  const [slope, bend, unclipped] = [film.slope[k], film.curvature[k], film.unclipped[k]];
  const [low, high] = [film.low[k], Math.min(film.high[k], 3 * Math.max(now, old, 1e-300) + 1e-300)];
  const span = Math.max(high - low, 1e-300);
  const [from, to] = [Math.min(low, Math.max(unclipped, low - 0.35 * span)), Math.max(high, Math.min(unclipped, high + 0.35 * span))];
  const value = (a) => slope * (a - old) - (bend / 2) * (a - old) ** 2;
  const at = Array.from({ length: CURVE + 1 }, (_, n) => from + ((to - from) * n) / CURVE);
  const values = [...at, now, old].map(value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const x = (a) => (ROOM + (BOX * (a - from)) / Math.max(to - from, 1e-300)).toFixed(1);
  const y = (v) => (BOX + 2 - ((BOX - 12) * (v - least)) / Math.max(most - least, 1e-300)).toFixed(1);
  const curve = at.map((a) => `${x(a)},${y(value(a))}`).join("L");
  const wall = (a, name) => `<path d="M${x(a)},6V${BOX + 6}" class="svm-why-wall"/>`
    + `<text x="${x(a)}" y="${BOX + 20}" text-anchor="middle">${name}</text>`;
  return picture("the dual value along that line", `
    ${wall(low, "L")}${wall(high, film.high[k] > high ? "" : "H")}
    <path d="M${curve}" class="svm-why-way"/>
    <circle cx="${x(old)}" cy="${y(value(old))}" r="4" class="svm-why-old"/>
    <circle cx="${x(now)}" cy="${y(value(now))}" r="5" class="svm-why-new"/>`);
}

/** @type {(caption: string, body: string) => string} */
const picture = (caption, body) =>
  `<figure><svg viewBox="0 0 ${BOX + ROOM + 10} ${BOX + 26}" aria-hidden="true">${body}</svg>`
  + `<figcaption>${caption}</figcaption></figure>`;
