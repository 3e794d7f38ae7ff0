// Where words stand in a picture of this size: inside of it, across no line, and not on one another.
// The server places them for a picture of the usual size, of which a lecture's may be a half.

const LETTER = 0.56; // of the size of the type: the width of a letter,
const LINE = 1.15; // and the height of a line
const EDGE = 3; // pixels between a word and the edge
const ROOM = 2; // pixels of a word's box that a line may touch
const FAR = [0, 7]; // pixels between a word and its place
const AROUND = [[0, -1], [0, 1], [1, 0], [-1, 0], [1, -1], [1, 1], [-1, -1], [-1, 1]];

/** A word beside a place (`side`: -1, 0 or 1 in x and in y), and the size of its type.
 * @typedef {{ text: string, x: number, y: number, side: number[], size: number }} Word */
/** Its middle and half its size. @typedef {{ u: number, v: number, a: number, b: number }} Box */

/** The middles of the words; null for one that has no place. A word stays on its side where that is
 * clear; else it stands on another one, or, cut by the edge, further in. Where nothing is clear of
 * all `lines` it is clear of the `bars`.
 * @type {(words: Word[], frame: { ox: number, oy: number, w: number, h: number },
 *   bars: Pair[][], lines?: Pair[][]) => (Pair | null)[]} */
export function clearWords(words, frame, bars, lines = bars) {
  /** @type {Box[]} */
  const taken = [];
  return words.map((word) => {
    const free = candidates(word, frame).filter((one) => taken.every((other) => apart(one, other))
      && !bars.some((line) => runsThrough(line, one)));
    const box = free.find((one) => !lines.some((line) => runsThrough(line, one))) ?? free[0];
    if (!box) return null;
    taken.push(box);
    return [box.u, box.v];
  });
}

/** @type {(text: string, size: number) => number} */
export const halfWidth = (text, size) => 0.5 * LETTER * size * text.length;

/** @type {(word: Word, frame: { ox: number, oy: number, w: number, h: number }) => Box[]} */
function candidates({ text, x, y, side, size }, { ox, oy, w, h }) {
  if (x < ox || x > ox + w || y < oy || y > oy + h) return []; // zoomed away
  const [a, b] = [halfWidth(text, size), 0.5 * LINE * size];
  return FAR.flatMap((far) => [side, ...AROUND].map(([right, down]) => ({
    u: Math.min(Math.max(x + right * (a + far), ox + a + EDGE), ox + w - a - EDGE),
    v: Math.min(Math.max(y + down * (b + far), oy + b + EDGE), oy + h - b - EDGE),
    a,
    b,
  })));
}

/** @type {(one: Box, other: Box) => boolean} */
const apart = (one, other) =>
  Math.abs(one.u - other.u) >= one.a + other.a || Math.abs(one.v - other.v) >= one.b + other.b;

/** Whether a polyline, which gaps may part, runs through a box.
 * @type {(line: Pair[], box: Box) => boolean} */
function runsThrough(line, { u, v, a, b }) {
  const [left, right, top, bottom] = [u - a + ROOM, u + a - ROOM, v - b + ROOM, v + b - ROOM];
  for (let k = 1; k < line.length; k++) {
    const [x0, y0] = line[k - 1];
    const [x1, y1] = line[k];
    if (Math.max(x0, x1) < left || Math.min(x0, x1) > right) continue;
    if (Math.max(y0, y1) < top || Math.min(y0, y1) > bottom) continue;
    if (crosses(x0, x1 - x0, left, right, y0, y1 - y0, top, bottom)) return true;
  }
  return false;
}

/** Whether a piece from a place by a step has a part between the limits in both coordinates; not
 * where a coordinate is none.
 * @type {(x: number, dx: number, left: number, right: number,
 *   y: number, dy: number, top: number, bottom: number) => boolean} */
function crosses(x, dx, left, right, y, dy, top, bottom) {
  const [inX, inY] = [share(x, dx, left, right), share(y, dy, top, bottom)];
  return Math.max(inX[0], inY[0], 0) <= Math.min(inX[1], inY[1], 1);
}

/** From where to where on its way a coordinate is between its limits.
 * @type {(start: number, step: number, low: number, high: number) => number[]} */
function share(start, step, low, high) {
  if (step === 0) return start < low || start > high ? [1, 0] : [0, 1];
  const [a, b] = [(low - start) / step, (high - start) / step];
  return step > 0 ? [a, b] : [b, a];
}
