// Sequential minimal optimisation of the dual of the soft margin, as in LIBSVM:
// max sum_i alpha_i - 1/2 |sum_i alpha_i y_i phi(x_i)|^2, 0 <= alpha_i <= C, sum_i alpha_i y_i = 0.
// Source: Fan, Chen and Lin, Working set selection using second order information for training
// support vector machines, JMLR 6 (2005), https://www.jmlr.org/papers/v6/fan05a.html

const TOL = 1e-4; // violation of the optimality conditions with which a picture is content
const FLAT = 1e-12; // curvature below which a pair counts as this curved

/** Improves alpha in place, for at most so many products of numbers. `error` is y - f without b;
 * `b` is the middle of the intercepts with the least sum of slacks.
 * @type {(K: Float64Array, y: number[], C: number, alpha: Float64Array, budget: number) =>
 *   { error: Float64Array, b: number, optimal: boolean }} */
export function solve(K, y, C, alpha, budget) {
  const n = y.length;
  balance(alpha, y);
  const error = Float64Array.from(y);
  for (let j = 0; j < n; j++) {
    const coef = alpha[j] * y[j];
    if (coef) for (let i = 0; i < n; i++) error[i] -= coef * K[j * n + i];
  }
  let optimal = false;
  for (let left = Math.ceil(budget / n); left > 0 && !optimal; left--) {
    optimal = !pairStep(K, y, C, alpha, error);
  }
  return { error, b: intercept(error, y), optimal };
}

/** One step along the pair that gains most; false where no pair violates by more than TOL.
 * @type {(K: Float64Array, y: number[], C: number, alpha: Float64Array, error: Float64Array) =>
 *   boolean} */
function pairStep(K, y, C, alpha, error) {
  const n = y.length;
  const mayRise = (k) => (y[k] > 0 ? alpha[k] < C : alpha[k] > 0); // alpha_k y_k may
  const mayFall = (k) => (y[k] > 0 ? alpha[k] > 0 : alpha[k] < C);
  let i = -1;
  for (let k = 0; k < n; k++) if (mayRise(k) && (i < 0 || error[k] > error[i])) i = k;
  if (i < 0) return false;
  const curvature = (k) => Math.max(K[i * n + i] + K[k * n + k] - 2 * K[i * n + k], FLAT);
  let [j, most, widest] = [-1, 0, 0];
  for (let k = 0; k < n; k++) {
    const gap = error[i] - error[k];
    if (gap <= 0 || !mayFall(k)) continue;
    widest = Math.max(widest, gap);
    const gain = (gap * gap) / curvature(k);
    if (gain > most) [j, most] = [k, gain];
  }
  if (widest <= TOL) return false;
  const room = (k, up) => (up ? C - alpha[k] : alpha[k]);
  const rooms = [room(i, y[i] > 0), room(j, y[j] < 0)];
  const t = Math.min((error[i] - error[j]) / curvature(j), ...rooms);
  for (const [k, up, free] of /** @type {[number, boolean, number][]} */ ([
    [i, y[i] > 0, rooms[0]], [j, y[j] < 0, rooms[1]],
  ])) alpha[k] = t < free ? alpha[k] + (up ? t : -t) : up ? C : 0; // a bound is met exactly
  for (let k = 0; k < n; k++) error[k] -= t * (K[i * n + k] - K[j * n + k]);
  return true;
}

/** Lowers the multipliers of the heavier class until sum_i alpha_i y_i = 0.
 * @type {(alpha: Float64Array, y: number[]) => void} */
function balance(alpha, y) {
  const sums = [-1, 1].map((side) => alpha.reduce((sum, a, k) => sum + (y[k] === side ? a : 0), 0));
  const least = Math.min(...sums);
  for (let k = 0; k < y.length; k++) {
    const sum = sums[y[k] > 0 ? 1 : 0];
    if (sum > least) alpha[k] *= least / sum;
  }
}

/** @type {(error: Float64Array, y: number[]) => number} */
function intercept(error, y) {
  const positive = y.filter((side) => side > 0).length;
  const sorted = error.toSorted();
  return (sorted[positive - 1] + sorted[positive]) / 2;
}
