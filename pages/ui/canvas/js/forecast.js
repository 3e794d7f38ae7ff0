// The points after the pending events, before the server has answered.
import { labelOf } from "./geometry.js";

/** A place in whole ten-thousandths, to which the server rounds, as text.
 * @type {(p: Pair) => string} */
const roundedPlace = ([x, y]) => `${Math.round(1e4 * x)} ${Math.round(1e4 * y)}`;

/** The drawn points after the pending events. @type {(S: State) => Forecast} */
export function forecast(S) {
  const drawn = S.points ?? { ids: [], x: [], y: [] };
  const F = { at: new Map(), added: [], moved: new Set(), label: new Map(), gone: new Set() };
  const { at } = F;
  drawn.ids.forEach((id, k) => at.set(id, [drawn.x[k], drawn.y[k]]));
  for (const e of S.outbox.pending) foresee(S, F, e);
  const gesture = S.gesture;
  if (gesture?.positions) {
    for (const [id, p] of gesture.positions()) if (at.has(id)) at.set(id, p), F.moved.add(id);
  }
  if (gesture?.ghosts) F.added.push(...gesture.ghosts());
  if (S.keys.carry !== null && S.keys.cross) at.set(S.keys.carry, S.keys.cross), F.moved.add(S.keys.carry);
  return F;
}

/** @type {(S: State, F: Forecast, e: Edit) => void} */
export function foresee(S, F, e) {
  const known = (e.ids ?? []).filter((id) => F.at.has(id));
  if (e.t === "add") F.added.push(...e.p.map((p) => ({ p, label: e.c })));
  else if (e.t === "clear") {
    F.added.length = 0;
    for (const id of F.at.keys()) F.gone.add(id);
    F.at.clear();
  } else if (e.t === "delete") {
    for (const id of known) F.gone.add(id), F.at.delete(id);
  } else if (e.t === "wipe") {
    const wiped = new Set(e.p.map(roundedPlace));
    F.added = F.added.filter((one) => !wiped.has(roundedPlace(one.p)));
    for (const [id, p] of F.at) if (wiped.has(roundedPlace(p))) F.gone.add(id), F.at.delete(id);
  } else if (e.t === "relabel") {
    for (const id of known) F.label.set(id, e.c);
  } else if (e.t === "flip") {
    for (const id of known) {
      const label = F.label.get(id) ?? labelOf(S, id);
      if (label !== undefined) F.label.set(id, (label + 1) % S.header.names.length);
    }
  } else if (e.t === "move" || e.t === "jitter") {
    e.ids.forEach((id, k) => {
      if (!F.at.has(id)) return;
      const [x, y] = e.t === "move" ? [0, 0] : F.at.get(id);
      F.at.set(id, [x + e.p[k][0], y + e.p[k][1]]);
      F.moved.add(id);
    });
  }
}
