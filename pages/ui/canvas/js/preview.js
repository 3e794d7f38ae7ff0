// The picture of two classes while the visitor's latest edits are on their way: the browser trains
// the SVM itself and paints its regions, lines, rings and crosses. The server's certified picture
// follows, and the words with it. Where a model cannot be trained here in time, the server's
// pictures are painted as they come.
import { isAhead } from "./ahead.js";
import { forecast } from "./forecast.js";
import { gramAfter, isKnown } from "./kernels.js";
import { refresh } from "./overlay.js";
import { solve } from "./smo.js";
import { forget, later } from "./store.js";
import { trainedTraces } from "./trained_picture.js";

const BUDGET = 2e6; // products of numbers that the training may take in one frame, about 4 ms
const FLUENT = 12; // milliseconds that a picture may take: after a slower one they are coarse,
const REFINED = 150; // until none was wanted for so many
const TRIES = 30; // frames in which a training may go on
const FORESEEN = [
  "add", "move", "delete", "wipe", "relabel", "flip", "clear", "set", "rest", "view", "pick",
];

/** Paints the model of the latest edits and shows them, in the next frame. Where that takes too long
 * it is painted coarser, and `fine` when the hand rests.
 * @type {(S: State, fine?: boolean) => void} */
export function followHand(S, fine = false) {
  const { preview } = S;
  if (S.dom) S.preview.frame ??= requestAnimationFrame(() => {
    S.preview.frame = null;
    const start = performance.now();
    preview.coarse = preview.slow && !fine;
    try {
      paintPreview(S);
    } finally {
      refresh(S);
    }
    preview.slow = isAhead(S) && (preview.slow || performance.now() - start > FLUENT);
    forget(S, "refine");
    if (preview.coarse) later(S, "refine", REFINED, () => followHand(S, true));
  });
}

/** The same a frame later, after the marks of what was done are on the screen.
 * @type {(S: State) => number} */
export const followSoon = (S) => requestAnimationFrame(() => followHand(S));

/** What is trained here, if it can be painted.
 * @type {(S: State) => Sample | null} */
const trainableSample = (S) =>
  (S.dom?.painted && S.geom && S.extent && S.points ? sampleOf(S) : null);

/** Whether what the hand does is painted without the server.
 * @type {(S: State, sample?: Sample | null) => boolean} */
export const isFollowed = (S, sample = trainableSample(S)) =>
  Boolean(S.header.line) || (S.preview.tries < TRIES && sample !== null);

/** @type {(S: State) => void} */
function paintPreview(S) {
  const { dom, preview } = S;
  const sample = trainableSample(S);
  const ahead = isAhead(S);
  if (ahead && sample) trainPreview(S, sample);
  preview.follows = isFollowed(S, sample);
  if (!preview.follows) S.gesture?.pump?.();
  if ((ahead && sample) || !dom?.painted) return;
  preview.tries = 0;
  preview.data = null;
}

/** The points and parameters after all edits; null where the browser cannot know them.
 * @type {(S: State) => Sample | null} */
export function sampleOf(S) {
  const { model, ids, pointLabels, ack } = S.header;
  if (!model || S.outbox.pending.some((e) => !FORESEEN.includes(e.t))) return null;
  const values = { ...model.values };
  const set = S.outbox.pending.filter((e) => e.t === "set" && e.seq > ack).map((e) => [e.name, e.v]);
  const held = S.gesture?.value?.();
  for (const [control, value] of held ? [...set, held] : set) {
    const name = String(control).replace(/^w_/, ""); // controls are named after their parameters
    if (!(name in values)) return null;
    values[name] = Number(value);
  }
  if (!isKnown(model.kernel, values)) return null;
  const F = forecast(S);
  const labels = new Map(ids.map((id, k) => [id, pointLabels[k]]));
  /** @type {Sample} */
  const sample = { kernel: model.kernel, values, ids: [], x: [], y: [], side: [] };
  const take = (id, [x, y], label) => {
    sample.ids.push(id), sample.x.push(x), sample.y.push(y), sample.side.push(label > 0 ? 1 : -1);
  };
  for (const [id, p] of F.at) take(id, p, F.label.get(id) ?? labels.get(id));
  F.added.forEach(({ p, label }, k) => take(-1 - k, p, label));
  const known = [...F.at.keys()].every((id) => F.label.has(id) || labels.has(id));
  const both = sample.side.includes(1) && sample.side.includes(-1);
  return known && both && sample.ids.length <= model.limit ? sample : null;
}

/** Trains from where the last training ended; one that is not done goes on in the next frame.
 * @type {(S: State, sample: Sample) => void} */
function trainPreview(S, sample) {
  const { preview } = S;
  const { kernel, values, ids, x, y, side } = sample;
  const { C } = values;
  const start = ids.map((id) => {
    const a = preview.alpha.get(id) ?? 0;
    return a > 0 && a >= preview.C ? C : Math.min(a, C);
  });
  const alpha = Float64Array.from(start);
  preview.gram = gramAfter(sample, preview.gram);
  const { error, b, optimal } = solve(preview.gram.K, side, C, alpha, BUDGET);
  preview.C = C;
  preview.alpha = new Map(ids.map((id, k) => [id, alpha[k]]));
  preview.tries = optimal ? 0 : preview.tries + 1;
  if (!optimal) {
    if (preview.tries < TRIES) followHand(S);
    else preview.data = null;
    return;
  }
  const coef = alpha.map((a, k) => a * side[k]);
  const wrong = ids.map((_, k) => (side[k] - error[k] + b >= 0) !== (side[k] > 0));
  const model = { kernel, values, x, y, coef, b };
  preview.data = trainedTraces(S, model, { x, y, side, alpha, wrong, C });
  preview.ids = ids;
  preview.painted += 1;
  S.dom.root.dataset.previews = String(preview.painted);
}
