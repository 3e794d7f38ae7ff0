// Keys. On the plot itself: arrows move a cross-hair that does what the pointer does. On the
// page: single keys choose tools, Ctrl+Z undoes, for the canvas that was used last.
import { OWN_KEYS, TEXT_FIELDS } from "./dom.js";
import { command, enqueue, pick } from "./events.js";
import { FILM_KEYS } from "./films.js";
import {
  clamp, hitPoints, nearest, onGhost, positionOf, roundedPair, toPixel,
} from "./geometry.js";
import { cancelGesture, droplet } from "./gestures.js";
import { ARROWS, enterHandles, onHandleKey, insteadOfDefault } from "./handles.js";
import { announce, choices, describe, place } from "./notice.js";
import { isHandles, refresh } from "./overlay.js";
import { deletePoint, REACH } from "./pointer.js";
import { editSelection } from "./selection.js";
import { STORES } from "./store.js";
import { chooseLabel, chooseTool, closeMenus } from "./toolbar.js";
import { fit } from "./view.js";

const TOOL_KEYS = { i: "pick", a: "add", s: "spray", e: "erase", v: "select", p: "pan" };
const SPRAY_BURST = 5;

/** @type {(S: State, plot: HTMLElement, signal: AbortSignal) => void} */
export function listenToKeys(S, plot, signal) {
  plot.addEventListener("keydown", (ev) => onPlotKey(S, ev), { signal });
  // the focus ring is for those who came by keyboard
  document.addEventListener("keydown", () => plot.removeAttribute("data-pointer"), { signal });
  const enter = (ev) => (isHandles(S) ? enterHandles(S, ev) : refresh(S));
  plot.addEventListener("focus", enter, { signal });
  plot.addEventListener("blur", () => refresh(S), { signal });
  document.addEventListener("keydown", (ev) => answers(S) && onPageKey(S, ev), { signal });
}

/** Of several canvases the one used last answers, else the first one on the page. */
function answers(/** @type {State} */ S) {
  const live = [...STORES.values()].filter((T) => T.dom && T.header.tools.length);
  return live.sort((a, b) => b.usedAt - a.usedAt)[0] === S;
}

/** @type {(S: State, ev: KeyboardEvent) => void} */
function onPageKey(S, ev) {
  if (ev.defaultPrevented || ev.altKey || isHandles(S)) return;
  const key = ev.key.toLowerCase();
  if (ev.ctrlKey || ev.metaKey) {
    if (ev.target.closest?.(TEXT_FIELDS)) return;
    if (key === "z") insteadOfDefault(ev, () => command(S, ev.shiftKey ? "redo" : "undo"));
    else if (key === "y") insteadOfDefault(ev, () => command(S, "redo"));
    return;
  }
  if (ev.target.closest?.(OWN_KEYS)) return;
  const label = "1234567890".indexOf(key);
  if (TOOL_KEYS[key] && S.header.tools.includes(TOOL_KEYS[key])) {
    insteadOfDefault(ev, () => chooseTool(S, TOOL_KEYS[key]));
  } else if (key.length === 1 && label >= 0 && label < choices(S)) {
    const relabel = () => editSelection(S, "relabel", { c: label });
    insteadOfDefault(ev, () => (S.selection.size ? relabel() : chooseLabel(S, label)));
  } else if (key === "f") insteadOfDefault(ev, () => fit(S));
  else if ((key === "delete" || key === "backspace") && S.selection.size) {
    insteadOfDefault(ev, () => editSelection(S, "delete"));
  } else if (key === "escape") escape(S);
}

/** @type {(S: State, ev: KeyboardEvent) => void} */
function onPlotKey(S, ev) {
  if (ev.ctrlKey || ev.metaKey || ev.altKey || !S.geom) return;
  if (isHandles(S)) return onHandleKey(S, ev);
  const arrow = ARROWS[ev.key];
  const move = filmCommand(S, ev.key);
  if (move) insteadOfDefault(ev, () => S.film.command(move));
  else if (arrow) insteadOfDefault(ev, () => moveCross(S, arrow, ev.shiftKey ? 10 : 1));
  else if (ev.key === "Enter" || ev.key === " ") insteadOfDefault(ev, () => pressCross(S));
  else if (ev.key === "[" || ev.key === "]") insteadOfDefault(ev, () => jumpCross(S, ev.key === "]" ? 1 : -1));
  else if ((ev.key === "Delete" || ev.key === "Backspace") && !S.selection.size) {
    const id = underCross(S);
    if (id !== null) insteadOfDefault(ev, () => deletePoint(S, id));
  }
}

/** Space and brackets are the cross-hair's while there is one (Escape ends it), else the film's.
 * @type {(S: State, key: string) => string | undefined} */
function filmCommand(S, key) {
  const crossKey = key === " " || key === "[" || key === "]";
  if (!S.film?.command || (S.keys.cross && crossKey)) return undefined;
  return FILM_KEYS[key];
}

/** @type {(S: State, way: number[], steps: number) => void} */
function moveCross(S, [dx, dy], steps) {
  const { x0, x1, y0, y1 } = S.geom;
  const step = (0.01 * Math.min(x1 - x0, y1 - y0)) * steps;
  const [x, y] = S.keys.cross ?? [(x0 + x1) / 2, (y0 + y1) / 2];
  const start = S.keys.cross === null;
  const to = start ? [x, y] : [x + dx * step, y + dy * step];
  S.keys.cross = roundedPair([clamp(to[0], x0, x1), clamp(to[1], y0, y1)]);
  refresh(S);
  const id = S.keys.carry ?? underCross(S);
  announce(S, id === null ? place(S.keys.cross) : describe(S, id));
}

/** @type {(S: State) => number | null} */
function underCross(S) {
  if (!S.keys.cross) return null;
  const [px, py] = toPixel(S.geom, S.keys.cross[0], S.keys.cross[1]);
  return nearest(S, { px, py }, REACH.mouse);
}

/** Does what a click with the tool would do; with Add: picks up, puts down, or adds. */
function pressCross(/** @type {State} */ S) {
  if (!S.keys.cross) return moveCross(S, [0, 0], 1);
  if (S.keys.carry !== null) {
    const id = S.keys.carry;
    S.keys.carry = null;
    enqueue(S, { t: "move", ids: [id], p: [S.keys.cross] });
    return announce(S, `${describe(S, id)}, put down`);
  }
  const id = underCross(S);
  if (S.tool === "pick") return pick(S, id === null ? { p: [S.keys.cross] } : { ids: [id] });
  if (S.tool === "spray") return addAtCross(S, SPRAY_BURST);
  if (S.tool === "add" && id === null) return addAtCross(S, 1);
  if (id === null || S.tool === "pan") return undefined;
  if (S.tool === "erase") return deletePoint(S, id);
  if (S.tool === "select") return toggle(S, id);
  S.keys.cross = positionOf(S, id);
  S.keys.carry = id;
  refresh(S);
  return announce(S, `${describe(S, id)}, picked up`);
}

/** @type {(S: State, wanted: number) => void} */
function addAtCross(S, wanted) {
  const [px, py] = toPixel(S.geom, S.keys.cross[0], S.keys.cross[1]);
  const one = wanted === 1;
  if (one && onGhost(S, { px, py }, REACH.mouse / 2)) return;
  const waiting = S.outbox.pending.reduce((sum, e) => sum + (e.t === "add" ? e.p.length : 0), 0);
  const n = Math.min(wanted, S.header.limit - hitPoints(S).ids.length - waiting);
  if (n < 1) return announce(S, `nothing added: the board is full, ${S.header.limit} points`);
  const drops = () => Array.from({ length: n }, () => droplet(S, { px, py }));
  enqueue(S, { t: "add", p: one ? [S.keys.cross] : drops(), c: S.label });
  const what = one ? "added" : `${n} sprayed`;
  const name = choices(S) ? `, class ${S.header.names[S.label]}` : "";
  announce(S, `${what}${name}, at ${place(S.keys.cross)}`);
}

/** @type {(S: State, id: number) => void} */
function toggle(S, id) {
  const on = !S.selection.delete(id);
  if (on) S.selection.add(id);
  refresh(S);
  announce(S, `${describe(S, id)}, ${on ? "" : "no longer "}selected`);
}

/** @type {(S: State, step: number) => void} */
function jumpCross(S, step) {
  const { ids } = hitPoints(S);
  if (!ids.length || S.keys.carry !== null) return;
  const here = ids.indexOf(underCross(S) ?? S.keys.lastJump);
  const next = here < 0 && step < 0 ? ids.length - 1 : (here + step + ids.length) % ids.length;
  S.keys.lastJump = ids[next];
  S.keys.cross = positionOf(S, ids[next]);
  refresh(S);
  announce(S, describe(S, ids[next]));
}

function escape(/** @type {State} */ S) {
  if (S.gesture) return cancelGesture(S, true);
  if (S.keys.carry !== null) announce(S, "put back");
  S.keys.carry = null;
  S.selection.clear();
  S.keys.cross = null;
  closeMenus(S);
  refresh(S);
}
