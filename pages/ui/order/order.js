// A list that is put in order: a row is dragged by its handle (by mouse anywhere), or moved with
// Alt and the arrow keys. What was told last is shown until the server has heard of it.
import { element } from "../canvas/js/dom.js";
import { movedTo, placeAt } from "./moved.js";

const STARTS = 4; // pixels that make a press a drag
const EDGE = 60; // pixels from the window's edge, where a drag scrolls

/**
 * @typedef {object} OrderList
 * @property {string} label
 * @property {string[][]} rows id, title and what stands below it
 * @property {string} chosen the id of the chosen row
 * @property {number} heard the number of the message that the server heard last
 */

/** `ids` in the order that is shown; `n` counts messages; `drag` is the row that is held.
 * @typedef {{ ids: string[], chosen: string, n: number, drawn: string, drag: Drag | null,
 *   send?: () => void }} Shown */
/** @typedef {{ row: HTMLElement, from: number, to: number, y: number, boxes: DOMRect[],
 *   top: number, moves: boolean }} Drag */
/** @type {WeakMap<HTMLElement, Shown>} */
const SHOWN = new WeakMap();

/** @type {(component: Component<OrderList>) => void} */
export default function orderList({ data, parentElement, setStateValue }) {
  /** @type {HTMLElement} */
  const root = parentElement.querySelector(".svm-order");
  if (!root) return;
  const known = SHOWN.get(root) ?? begin(root, data.heard);
  known.send = () => setStateValue("told", { ids: known.ids, chosen: known.chosen, n: ++known.n });
  if (known.drag || data.heard < known.n) return; // an answer to what was told is on its way
  root.setAttribute("aria-label", data.label);
  const drawn = JSON.stringify(data.rows);
  known.ids = data.rows.map(([id]) => id);
  if (known.drawn !== drawn) draw(root, data.rows);
  known.drawn = drawn;
  choose(root, known, data.chosen);
}

/** @type {(root: HTMLElement, heard: number) => Shown} */
function begin(root, heard) {
  /** @type {Shown} */
  const known = { ids: [], chosen: "", n: heard, drawn: "", drag: null };
  SHOWN.set(root, known);
  root.addEventListener("pointerdown", (ev) => press(root, known, ev));
  root.addEventListener("pointermove", (ev) => known.drag && follow(root, known.drag, ev));
  root.addEventListener("pointerup", () => known.drag && drop(root, known, true));
  root.addEventListener("pointercancel", () => known.drag && drop(root, known, false));
  root.addEventListener("keydown", (ev) => onKey(root, known, ev));
  return known;
}

/** @type {(root: HTMLElement, rows: string[][]) => void} */
function draw(root, rows) {
  const held = root.contains(document.activeElement);
  root.replaceChildren(
    ...rows.map(([id, title, below], k) => {
      const text = element("p", {}, element("b", {}, `${k + 1}. ${title}`));
      if (below) text.append(element("small", {}, below));
      const handle = element("i", { title: "Drag to order", "aria-hidden": "true" });
      const keys = { "aria-keyshortcuts": "Alt+ArrowUp Alt+ArrowDown" };
      return element("div", { role: "option", "data-id": id, ...keys }, handle, text);
    }),
  );
  if (held) root.dataset.focus = "";
}

/** @type {(root: HTMLElement) => HTMLElement[]} */
const rowsOf = (root) => /** @type {HTMLElement[]} */ ([...root.children]);

/** Mark the chosen row, the one that Tab leads to. @type {(root: HTMLElement, known: Shown, id: string) => void} */
function choose(root, known, id) {
  known.chosen = id;
  for (const row of rowsOf(root)) {
    const on = row.dataset.id === id;
    row.setAttribute("aria-selected", String(on));
    row.tabIndex = on ? 0 : -1;
    if (on && "focus" in root.dataset) row.focus();
  }
  delete root.dataset.focus;
}

/** A press chooses a row; with the mouse, or on its handle, it may become a drag.
 * @type {(root: HTMLElement, known: Shown, ev: PointerEvent) => void} */
function press(root, known, ev) {
  const target = /** @type {HTMLElement} */ (ev.target);
  const row = /** @type {HTMLElement | null} */ (target.closest("[role=option]"));
  if (!row || ev.button !== 0 || known.drag) return;
  const from = rowsOf(root).indexOf(row);
  if (ev.pointerType === "mouse" || target.closest("i")) {
    const boxes = rowsOf(root).map((one) => one.getBoundingClientRect());
    const { top } = root.getBoundingClientRect();
    known.drag = { row, from, to: from, y: ev.clientY, boxes, top, moves: false };
    root.setPointerCapture(ev.pointerId);
  }
  if (known.chosen === row.dataset.id) return;
  choose(root, known, row.dataset.id);
  known.send();
}

/** The held row follows the pointer, the others make room.
 * @type {(root: HTMLElement, drag: Drag, ev: PointerEvent) => void} */
function follow(root, drag, ev) {
  if (!drag.moves && Math.abs(ev.clientY - drag.y) < STARTS) return;
  drag.moves = true;
  root.dataset.drag = drag.row.dataset.held = "";
  const scrolled = drag.top - root.getBoundingClientRect().top;
  const by = ev.clientY - drag.y + scrolled;
  const { top, bottom, height } = drag.boxes[drag.from];
  drag.to = placeAt(drag.boxes, drag.from, (top + bottom) / 2 + by);
  drag.row.style.translate = `0 ${by}px`;
  const room = height + 6;
  rowsOf(root).forEach((row, k) => {
    if (row === drag.row) return;
    const up = k > drag.from && k <= drag.to;
    const down = k < drag.from && k >= drag.to;
    row.style.translate = `0 ${up ? -room : down ? room : 0}px`;
  });
  const edge = ev.clientY < EDGE ? -1 : ev.clientY > innerHeight - EDGE ? 1 : 0;
  if (edge) root.closest('[data-testid="stMain"]')?.scrollBy(0, 12 * edge);
}

/** @type {(root: HTMLElement, known: Shown, done: boolean) => void} */
function drop(root, known, done) {
  const { row, from, to, moves } = known.drag;
  known.drag = null;
  delete root.dataset.drag;
  delete row.dataset.held;
  for (const one of rowsOf(root)) one.style.translate = "";
  if (done && moves) put(root, known, from, to);
}

/** @type {(root: HTMLElement, known: Shown, from: number, to: number) => void} */
function put(root, known, from, to) {
  const ids = movedTo(known.ids, from, to);
  if (ids.join() === known.ids.join()) return;
  const rows = movedTo(JSON.parse(known.drawn), from, to);
  const focused = root.contains(document.activeElement);
  known.ids = ids;
  known.drawn = JSON.stringify(rows);
  draw(root, rows);
  if (focused) root.dataset.focus = "";
  choose(root, known, known.chosen);
  say(root, `Step ${known.ids.indexOf(known.chosen) + 1} of ${ids.length}`);
  known.send();
}

/** @type {(root: HTMLElement, text: string) => void} */
function say(root, text) {
  const place = root.parentElement.querySelector(".svm-order-said");
  if (place) place.textContent = text;
}

/** Arrows choose, with Alt they move the row. @type {(root: HTMLElement, known: Shown, ev: KeyboardEvent) => void} */
function onKey(root, known, ev) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[ev.key];
  if (ev.key === "Escape" && known.drag) return drop(root, known, false);
  if (!by || ev.ctrlKey || ev.metaKey) return;
  ev.preventDefault();
  const at = known.ids.indexOf(known.chosen);
  if (at + by < 0 || at + by >= known.ids.length) return;
  if (ev.altKey) return put(root, known, at, at + by);
  root.dataset.focus = "";
  choose(root, known, known.ids[at + by]);
  known.send();
}
