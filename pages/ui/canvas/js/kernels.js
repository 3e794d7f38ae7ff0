// Kernels of two coordinates, for pictures that the browser computes itself: see preview.js.

/** @type {(base: number, n: number) => number} */
function power(base, n) {
  let result = 1;
  for (let k = 0; k < n; k++) result *= base;
  return result;
}

/** K(x, z) for the values of the parameters.
 * @type {Record<string, (values: Values) => KernelFunction>} */
const KERNELS = {
  linear: () => (ax, ay, bx, by) => ax * bx + ay * by,
  poly: ({ gamma, coef0, degree }) => (ax, ay, bx, by) =>
    power(gamma * (ax * bx + ay * by) + coef0, degree),
  rbf: ({ gamma }) => (ax, ay, bx, by) => Math.exp(-gamma * ((ax - bx) ** 2 + (ay - by) ** 2)),
  laplacian: ({ gamma }) => (ax, ay, bx, by) =>
    Math.exp(-gamma * (Math.abs(ax - bx) + Math.abs(ay - by))),
};

/** Of kernels that are a product of one factor in x and one in y: the factor, of a difference.
 * @type {Record<string, (values: Values) => (d: number) => number>} */
const FACTORS = {
  rbf: ({ gamma }) => (d) => Math.exp(-gamma * d * d),
  laplacian: ({ gamma }) => (d) => Math.exp(-gamma * Math.abs(d)),
};

/** Whether a model with this kernel can be trained here: it is known, and positive semi-definite.
 * @type {(kernel: string, values: Values) => boolean} */
export const isKnown = (kernel, { coef0 }) =>
  kernel in KERNELS && (kernel !== "poly" || coef0 >= 0);

/** A sample's matrix K(x_i, x_j), row by row. Of the matrix before it, which is overwritten, the rows
 * of points that have stayed are kept.
 * @type {(sample: Sample, before: Gram | null) => Gram} */
export function gramAfter({ kernel, values, x, y }, before) {
  const n = x.length;
  const { C, ...parameters } = values;
  const of = JSON.stringify([kernel, parameters, n]);
  const known = before?.of === of ? before : null;
  const K = known?.K ?? new Float64Array(n * n);
  const k = KERNELS[kernel](values);
  const moved = (i) => !known || known.x[i] !== x[i] || known.y[i] !== y[i];
  for (let i = 0; i < n; i++) {
    if (!moved(i)) continue;
    for (let j = 0; j < n; j++) K[i * n + j] = K[j * n + i] = k(x[i], y[i], x[j], y[j]);
  }
  return { of, K, x, y };
}

/** f at `nodes` x `nodes` places over an extent, row by row of y.
 * @type {(model: Expansion, extent: number[], nodes: number) => Float64Array} */
export function surface(model, [x0, x1, y0, y1], nodes) {
  const at = (low, high) => Array.from({ length: nodes }, (_, k) =>
    low + ((high - low) * k) / (nodes - 1));
  const used = Array.from(model.coef.keys()).filter((j) => model.coef[j] !== 0);
  const [x, y, coef] = [model.x, model.y, model.coef].map((all) =>
    Float64Array.from(used, (j) => all[j]));
  const fill = model.kernel in FACTORS ? fillByFactors : fillByNodes;
  return fill({ ...model, x, y, coef }, at(x0, x1), at(y0, y1));
}

/** @type {(model: Expansion, xs: number[], ys: number[]) => Float64Array} */
function fillByFactors({ kernel, values, x, y, coef, b }, xs, ys) {
  const m = coef.length;
  const factor = FACTORS[kernel](values);
  const inX = new Float64Array(xs.length * m);
  for (let k = 0; k < xs.length; k++) {
    for (let j = 0; j < m; j++) inX[k * m + j] = factor(xs[k] - x[j]);
  }
  const f = new Float64Array(xs.length * ys.length);
  const inRow = new Float64Array(m);
  for (let row = 0, at = 0; row < ys.length; row++) {
    for (let j = 0; j < m; j++) inRow[j] = coef[j] * factor(ys[row] - y[j]);
    for (let k = 0; k < xs.length; k++, at++) {
      let sum = b;
      for (let j = 0, from = k * m; j < m; j++) sum += inRow[j] * inX[from + j];
      f[at] = sum;
    }
  }
  return f;
}

/** @type {(model: Expansion, xs: number[], ys: number[]) => Float64Array} */
function fillByNodes({ kernel, values, x, y, coef, b }, xs, ys) {
  const k = KERNELS[kernel](values);
  const f = new Float64Array(xs.length * ys.length);
  let at = 0;
  for (const v of ys) {
    for (const u of xs) {
      let sum = b;
      for (let j = 0; j < coef.length; j++) sum += coef[j] * k(u, v, x[j], y[j]);
      f[at++] = sum;
    }
  }
  return f;
}
