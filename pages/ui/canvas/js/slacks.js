// The slacks of points on a surface that is known on a grid.

/** From each point inside its margin straight up the slope of y f to the margin, as polylines
 * parted by NaN; none where the margin is further than `reach` or outside of the grid.
 * @type {(f: Float64Array, columns: number, extent: number[],
 *   points: Pick<Sample, "x" | "y" | "side">, reach: number) => Polyline} */
export function slackLines(f, columns, [x0, x1, y0, y1], { x, y, side }, reach) {
  const rows = f.length / columns;
  const [dx, dy] = [(x1 - x0) / (columns - 1), (y1 - y0) / (rows - 1)];
  /** f between the nodes; NaN outside. */
  const at = (u, v) => {
    const [across, up] = [(u - x0) / dx, (v - y0) / dy];
    if (!(across >= 0 && up >= 0 && across <= columns - 1 && up <= rows - 1)) return NaN;
    const [i, j] = [Math.min(Math.floor(across), columns - 2), Math.min(Math.floor(up), rows - 2)];
    const [s, t, k] = [across - i, up - j, j * columns + i];
    const low = (1 - s) * f[k] + s * f[k + 1];
    return (1 - t) * low + t * ((1 - s) * f[k + columns] + s * f[k + columns + 1]);
  };
  /** @type {Polyline} */
  const lines = { x: [], y: [] };
  x.forEach((u, k) => {
    const [v, sign] = [y[k], side[k]];
    const start = sign * at(u, v);
    if (!(start < 1)) return;
    const slope = [
      (sign * (at(u + dx, v) - at(u - dx, v))) / dx, (sign * (at(u, v + dy) - at(u, v - dy))) / dy,
    ];
    const steep = Math.hypot(...slope);
    if (!(steep > 0)) return;
    const [a, b] = slope.map((s) => (s / steep) * 0.5 * Math.min(dx, dy));
    for (let [n, before] = [1, start]; n * Math.hypot(a, b) < reach; n++) {
      const now = sign * at(u + n * a, v + n * b);
      if (now >= 1) {
        const end = n - (now - 1) / (now - before);
        lines.x.push(u, u + end * a, NaN), lines.y.push(v, v + end * b, NaN);
        return;
      }
      before = now;
    }
  });
  return lines;
}
