// Edits that the link in the address does not contain yet. Should the server's session end, the
// next one opens the link, and they are applied to it again, each once.
import { STORES } from "./store.js";
import { parseFigure } from "./wire.js";

const NO_POINT = Number.MAX_SAFE_INTEGER; // an id that no point has
const STEPS = 20; // that another session is told of
const SAME = 1e-3; // how far apart places are that a link may have rounded

/** The address holds a link that contains the events told of: "main.17~handles.4".
 * @type {(told: string) => void} */
export function linkHolds(told) {
  for (const word of told.split("~")) {
    const [key, seq] = word.split(".");
    const S = STORES.get(key);
    if (S) holds(S, Number(seq) || 0);
  }
}

/** @type {(S: State, seq: number) => void} */
function holds(S, seq) {
  S.linked = Math.max(S.linked, seq);
  S.journal = S.journal.filter((e) => e.seq > S.linked);
  const { header, figure } = S.next;
  if (header.ack > S.linked) return;
  S.base = { ids: header.ids, figure, undo: header.undo };
  if (!header.hasLink || S.journal.length || header.ack < S.linked) return;
  S.trail.length = Math.min(S.trail.length, header.undo); // the next steps go another way
  S.trail[header.undo] = location.search.slice(1);
}

/** What undo leads to, for a session that has opened the link; null for nothing. Its number is that of
 * an event that the link contains.
 * @type {(S: State) => Edit | null} */
function pastOf({ journal, trail, linked }) {
  const links = trail.slice(0, -1).slice(-STEPS).filter((link) => link !== undefined);
  const past = links.length && linked > 0 ? { seq: linked, t: "past", links } : null;
  return journal.find((e) => e.t === "past") ?? past;
}

/** The link's points are those of the newest figure that contains no more events than it does. What
 * has no link begins anew in every session: there is nothing to apply to but what is not answered.
 * @type {(S: State) => void} */
export const findBase = (S) => holds(S, S.next.header.hasLink ? S.linked : S.next.header.ack);

/** The past and the journal for a session that has opened the link, in the ids that its points have
 * there; null if these are not the points that the edits were done to.
 * @type {(S: State, now: Base) => { past: Edit | null, edits: Edit[] } | null} */
export function readdressed(S, now) {
  const { base, journal } = S;
  if (!base || !sameBase(basePlaces(base), basePlaces(now))) return null;
  const ids = new Map(base.ids.map((id, k) => [id, now.ids[k]]));
  const newest = Math.max(...base.ids); // the ids of points that are added count up
  const idNow = (id) => ids.get(id) ?? (id > newest ? id : NO_POINT);
  const edits = journal.map((e) => (e.ids ? { ...e, ids: e.ids.map(idNow) } : e));
  return { past: pastOf(S), edits: edits.filter((e) => e.t !== "past") };
}

/** @type {(base: Base) => { x: number[], y: number[] }} */
function basePlaces({ ids, figure }) {
  const { x = [], y = [] } = parseFigure(figure).data.find((trace) => trace.uid === "points") ?? {};
  return { x: [...x].slice(0, ids.length), y: [...y] };
}

function sameBase(a, b) {
  const near = (name, k) => Math.abs(a[name][k] - b[name][k]) < SAME;
  return a.x.length === b.x.length && a.x.every((_, k) => near("x", k) && near("y", k));
}
