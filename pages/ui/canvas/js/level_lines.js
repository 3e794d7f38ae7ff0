// Level lines of a surface that is known on a grid, by marching squares.

/** Where f = level, as polylines parted by NaN. f stands row by row of y, over the extent.
 * @type {(f: Float64Array, columns: number, extent: number[], level: number) => Polyline} */
export function levelLine(f, columns, [x0, x1, y0, y1], level) {
  const rows = f.length / columns;
  const joined = joinedEdges(f, columns, level);
  /** @type {Polyline} */
  const line = { x: [], y: [] };
  const add = (edge) => {
    const from = edge >> 1;
    const share = (level - f[from]) / (f[otherEnd(edge, columns)] - f[from]);
    const [column, row] = [from % columns, Math.floor(from / columns)];
    line.x.push(x0 + ((x1 - x0) * (column + (edge & 1 ? 0 : share))) / (columns - 1));
    line.y.push(y0 + ((y1 - y0) * (row + (edge & 1 ? share : 0))) / (rows - 1));
  };
  const follow = (start) => {
    const closed = joined.get(start).length === 2;
    for (let edge = start; edge !== undefined; ) {
      add(edge);
      const beside = joined.get(edge);
      joined.delete(edge);
      edge = beside.find((other) => joined.has(other));
    }
    if (closed) add(start);
    line.x.push(NaN), line.y.push(NaN);
  };
  for (const ends of [1, 2]) { // lines that end at the edge of the grid, then closed ones
    for (const edge of [...joined.keys()]) if (joined.get(edge)?.length === ends) follow(edge);
  }
  return line;
}

/** An edge is twice the number of its left or lower node, and 1 more where it goes up. */
const otherEnd = (/** @type {number} */ edge, /** @type {number} */ columns) =>
  (edge >> 1) + (edge & 1 ? columns : 1);

/** Each edge that the line crosses, with those it goes on to.
 * @type {(f: Float64Array, columns: number, level: number) => Map<number, number[]>} */
function joinedEdges(f, columns, level) {
  /** @type {Map<number, number[]>} */
  const joined = new Map();
  const append = (a, b) => (joined.has(a) ? joined.get(a).push(b) : joined.set(a, [b]));
  const join = (a, b) => (append(a, b), append(b, a));
  for (let up = columns; up < f.length; up += columns) {
    for (let k = up - columns; k < up - 1; k++) {
      const a = f[k] > level; // plain values: most cells are left here
      const b = f[k + 1] > level;
      const c = f[k + columns] > level;
      const d = f[k + columns + 1] > level;
      if (a === b && b === c && c === d) continue;
      const [low, right, high, left] = [2 * k, 2 * k + 3, 2 * (k + columns), 2 * k + 1];
      if (a === d && b === c) { // a saddle: its middle says which corners are on one side
        const middle = f[k] + f[k + 1] + f[k + columns] + f[k + columns + 1] > 4 * level;
        if (middle === a) join(low, right), join(high, left);
        else join(low, left), join(high, right);
      } else {
        const sides = [[low, a !== b], [right, b !== d], [high, c !== d], [left, a !== c]];
        const [one, other] = sides.filter(([, crossed]) => crossed).map(([edge]) => Number(edge));
        join(one, other);
      }
    }
  }
  return joined;
}
