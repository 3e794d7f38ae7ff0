// Edits that the link in the address does not contain yet. Should the server's session end, the
// next one opens the link, and they are applied to it again, each once.
import { foresee } from "./forecast.js";
import { STORES } from "./store.js";
import { parseFigure } from "./wire.js";

const NO_POINT = Number.MAX_SAFE_INTEGER; // an id that no point has
const FIRST_PLACED_ID = 1_000_000; // as in board.py
const DEPTH = 100; // steps that can be undone, of which the oldest gives way, as in board.py
const STEPS = 20; // that another session is told of
const UNFORESEEN = ["undo", "redo", "duplicate"]; // what these lead to only the server knows
const SAME = 1e-3; // how far apart places are that a link may have rounded

/** The address holds another link. It contains the events told of, "main.17~handles.4", and of other
 * canvases those that the link before contained.
 * @type {(told: string) => void} */
export function linkHolds(told) {
  const seqs = Object.fromEntries(told.split("~").map((word) => word.split(".")));
  for (const S of STORES.values()) holds(S, Number(seqs[S.header.key]) || S.kept.linked);
}

/** @type {(S: State, seq: number) => void} */
function holds(S, seq) {
  S.kept.linked = Math.max(S.kept.linked, seq);
  const { header, figure } = S.drawings.next;
  const { ids, undo, ack } = header;
  if (ack <= S.kept.linked) S.kept.base = { ids, figure, undo, ack };
  const known = [...S.kept.unseen, ...S.kept.journal];
  S.kept.journal = known.filter((e) => e.seq > S.kept.linked);
  S.kept.unseen = known.filter((e) => e.seq <= S.kept.linked && e.seq > (S.kept.base?.ack ?? ack));
  const told = S.kept.journal.some((e) => e.t === "past"); // and is no part of the figure yet
  if (ack !== S.kept.linked || told) return;
  const link = location.search.slice(1);
  if (undo === DEPTH && S.kept.trail.length > DEPTH && S.kept.trail[DEPTH] !== link) S.kept.trail.shift();
  S.kept.trail.length = Math.min(S.kept.trail.length, undo); // the next steps go another way
  S.kept.trail[undo] = link;
}

/** What undo leads to, for a session that has opened the link; null for nothing. Its number is that of
 * an event that the link contains.
 * @type {(S: State) => Edit | null} */
function pastOf({ kept: { journal, trail, linked } }) {
  const links = trail.slice(0, -1).slice(-STEPS).filter((link) => link !== undefined);
  const past = links.length && linked > 0 ? { seq: linked, t: "past", links } : null;
  return journal.find((e) => e.t === "past") ?? past;
}

/** The link's points are those of the newest figure that contains no more events than it does, after
 * the events that it does not contain and the link does: a link may come before its figure. What
 * has no link begins anew in every session: there is nothing to apply to but what is not answered.
 * @type {(S: State) => void} */
export const findBase = (S) => holds(S, S.drawings.next.header.hasLink ? S.kept.linked : S.drawings.next.header.ack);

/** The past and the journal for a session that has opened the link, in the ids that its points have
 * there; null if these are not the points that the edits were done to.
 * @type {(S: State, now: Base) => { past: Edit | null, edits: Edit[] } | null} */
export function readdressed(S, now) {
  const { base, journal } = S.kept;
  if (!base) return null;
  const before = linkedPlaces(S);
  const { ids, same } = paired(before, idPlaces(now));
  if (!same && !S.kept.unseen.some((e) => UNFORESEEN.includes(e.t))) return null;
  const newest = Math.max(...before.keys()); // the ids of points that are added count up
  const idNow = (id) => ids.get(id) ?? (id > newest ? id : NO_POINT);
  const edits = journal.map((e) => (e.ids ? { ...e, ids: e.ids.map(idNow) } : e));
  return { past: pastOf(S), edits: edits.filter((e) => e.t !== "past") };
}

/** The points that the link contains, by the ids that the page knows.
 * @type {(S: State) => Map<number, Pair>} */
function linkedPlaces(S) {
  const at = idPlaces(S.kept.base);
  const F = { at, added: [], moved: new Set(), label: new Map(), gone: new Set() };
  for (const e of S.kept.unseen) {
    if (e.t !== "add") foresee(S, F, e);
    const first = Math.max(FIRST_PLACED_ID + e.s * S.header.limit, ...[...at.keys()].map((id) => id + 1));
    if (e.t === "add") e.p.forEach((p, k) => at.set(first + k, p)); // as `Board._add` has it
  }
  return at;
}

/** @type {(base: Base) => Map<number, Pair>} */
function idPlaces({ ids, figure }) {
  const { x = [], y = [] } = parseFigure(figure).data.find((trace) => trace.uid === "points") ?? {};
  return new Map(ids.map((id, k) => [id, [x[k], y[k]]]));
}

/** Which point is at the place of which, and whether there are no others.
 * @type {(before: Map<number, Pair>, now: Map<number, Pair>) => { ids: Map<number, number>, same: boolean }} */
function paired(before, now) {
  const ids = new Map();
  const left = [...now];
  for (const [id, [x, y]] of before) {
    const near = ([, p]) => Math.abs(p[0] - x) < SAME && Math.abs(p[1] - y) < SAME;
    const k = left.findIndex(near);
    if (k >= 0) ids.set(id, left.splice(k, 1)[0][0]);
  }
  return { ids, same: ids.size === before.size && !left.length };
}
