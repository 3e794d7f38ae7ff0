// The table of points: rebuilt when its cells change, else only its highlights.
import { element } from "../canvas/js/dom.js";
import { HIGHLIGHT, highlight } from "../canvas/js/highlight.js";

/**
 * @typedef {object} Rows
 * @property {string[][]} columns heads, each with its explanation
 * @property {string} cells JSON of the rows' texts
 * @property {number[]} ids of the rows' points
 * @property {number | null} chosen the point that is marked
 */

/** What each root shows: its `lines` are the rows by their points, `picks` counts what was picked.
 * @typedef {{ cells: string, lines: Map<number, HTMLElement>, picks: number,
 *   stop?: HTMLElement, chosen?: number | null, send?: (id: number) => void }} Table */
const PAGE = 8; // rows that a page key passes
/** @type {WeakMap<HTMLElement, Table>} */
const TABLES = new WeakMap();

/** @type {(component: Component<Rows>) => undefined} */
export default function rows({ data, parentElement, setStateValue }) {
  if (!parentElement.isConnected) return undefined;
  const root = parentElement.querySelector(".svm-rows");
  /** @type {Table} */
  const known = TABLES.get(root) ?? { cells: "", lines: new Map(), picks: 0 };
  TABLES.set(root, known);
  known.send = (id) => setStateValue("pick", { id, n: ++known.picks });
  const of = `${data.cells} ${data.ids}`;
  if (known.cells !== of) build(root, known, data);
  known.cells = of;
  HIGHLIGHT.listeners.set("rows", () => mark(known, data.chosen));
  mark(known, data.chosen);
  if (known.chosen !== data.chosen) reveal(root, known.lines.get(data.chosen));
  known.chosen = data.chosen;
  return undefined;
}

/** @type {(root: HTMLElement, known: Table, data: Rows) => void} */
function build(root, known, { columns, cells, ids }) {
  known.lines.clear();
  const table = element("table");
  const head = table.createTHead().insertRow();
  for (const [name, help] of columns) {
    const cell = element("th", { title: help, scope: "col", tabindex: "-1" }, name);
    if (!name) cell.append(element("span", { class: "svm-unseen" }, "point"));
    head.append(cell);
  }
  const body = table.createTBody();
  JSON.parse(cells).forEach((texts, k) => {
    const line = body.insertRow();
    line.tabIndex = -1;
    line.dataset.id = String(ids[k]);
    for (const text of texts) line.insertCell().textContent = text;
    known.lines.set(ids[k], line);
  });
  known.stop = body.rows[0] ?? head.cells[0];
  known.stop.tabIndex = 0;
  const idOf = (ev) => Number(ev.target.closest("tbody tr")?.dataset.id);
  body.addEventListener("pointerover", (ev) => Number.isFinite(idOf(ev)) && highlight([idOf(ev)]));
  body.addEventListener("pointerleave", () => highlight([]));
  body.addEventListener("focusin", (ev) => highlight([idOf(ev)]));
  body.addEventListener("focusout", () => highlight([]));
  body.addEventListener("click", (ev) => Number.isFinite(idOf(ev)) && known.send(idOf(ev)));
  table.addEventListener("focusin", (ev) => stop(known, /** @type {HTMLElement} */ (ev.target)));
  table.addEventListener("keydown", (ev) => {
    const to = ev.target.closest("th") ? inHead(ev, body) : inBody(ev, body, head);
    if (to) to.focus();
    else if ((ev.key === "Enter" || ev.key === " ") && Number.isFinite(idOf(ev))) known.send(idOf(ev));
    else return;
    ev.preventDefault();
  });
  root.replaceChildren(table);
}

/** The whole table is one tab stop: what had the focus last.
 * @type {(known: Table, at: HTMLElement) => void} */
function stop(known, at) {
  known.stop.tabIndex = -1;
  known.stop = at;
  at.tabIndex = 0;
}

/** The row that a key leads to from a row; above the first are the heads with their explanations.
 * @type {(ev: KeyboardEvent & { target: any }, body: any, head: any) => HTMLElement | undefined} */
function inBody({ key, target }, { rows }, head) {
  const at = target.closest("tr").sectionRowIndex;
  if (key === "ArrowUp" && at === 0) return head.cells[0];
  const last = rows.length - 1;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + PAGE, PageUp: at - PAGE,
    Home: 0, End: last }[key];
  return to === undefined ? undefined : rows[Math.min(Math.max(to, 0), last)];
}

/** The head that a key leads to from a head, or the first row.
 * @type {(ev: KeyboardEvent & { target: any }, body: any) => HTMLElement | undefined} */
function inHead({ key, target }, { rows }) {
  const { cells } = target.parentElement;
  if (key === "ArrowDown") return rows[0];
  const last = cells.length - 1;
  const to = { ArrowRight: target.cellIndex + 1, ArrowLeft: target.cellIndex - 1,
    Home: 0, End: last }[key];
  return to === undefined ? undefined : cells[Math.min(Math.max(to, 0), last)];
}

/** Scrolls the table alone: the page stays where its visitor is.
 * @type {(root: HTMLElement, line: HTMLElement | undefined) => void} */
function reveal(root, line) {
  if (!line) return;
  const [box, at] = [root.getBoundingClientRect(), line.getBoundingClientRect()];
  const head = root.querySelector("thead").getBoundingClientRect().height;
  if (at.top < box.top + head) root.scrollTop += at.top - box.top - head;
  else if (at.bottom > box.bottom) root.scrollTop += at.bottom - box.bottom;
}

/** @type {(table: Table, chosen: number | null) => void} */
function mark({ lines }, chosen) {
  for (const [id, line] of lines) {
    line.toggleAttribute("data-lit", HIGHLIGHT.ids.includes(id));
    line.setAttribute("aria-selected", String(id === chosen));
  }
}
