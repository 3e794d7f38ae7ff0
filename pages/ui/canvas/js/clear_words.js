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

/** Whether a polyline, which gaps may part, runs through a box: each piece is cut to it.
 * @type {(line: Pair[], box: Box) => boolean} */
function runsThrough(line, { u, v, a, b }) {
  return line.some(([x1, y1], k) => {
    const [x0, y0] = line[k - 1] ?? [NaN, NaN];
    let [from, to] = [0, 1];
    for (const [start, step, middle, half] of [[x0, x1 - x0, u, a - ROOM], [y0, y1 - y0, v, b - ROOM]]) {
      if (step === 0) {
        if (Math.abs(start - middle) > half) return false;
      } else {
        const ends = [(middle - half - start) / step, (middle + half - start) / step];
        from = Math.max(from, Math.min(...ends));
        to = Math.min(to, Math.max(...ends));
      }
    }
    return from <= to; // false where a coordinate is none
  });
}
