// The cells of the table of points: the keys that move in it, and what is done to a point.
import { element } from "./dom.js";
import { enqueue, pick } from "./events.js";
import { hitPoints } from "./geometry.js";
import { highlight } from "./highlight.js";
import { announce, choices } from "./notice.js";
import { cellAfterKey, numberText, pointRows, tableRights, typedNumber } from "./point_rows.js";

const BAD_NUMBER = "A coordinate must be a number.";

/** The cell that is the table's tab stop. @type {(T: PointsTable) => HTMLElement | undefined} */
export function cellAt(T) {
  const rows = T.body.rows;
  if (!rows.length) return undefined;
  T.at[0] = Math.min(T.at[0], rows.length - 1);
  return rows[T.at[0]].cells[Math.min(T.at[1], T.columns - 1)];
}

/** @type {(T: PointsTable, cell: any) => void} */
export function enterCell(T, cell) {
  if (!cell) return;
  for (const other of T.body.querySelectorAll('[tabindex="0"]')) other.setAttribute("tabindex", "-1");
  T.at = [cell.parentElement.sectionRowIndex, cell.cellIndex];
  cell.tabIndex = 0;
  highlight([Number(cell.parentElement.dataset.id)]);
}

/** @type {(S: State, T: PointsTable, ev: KeyboardEvent & { target: any }) => void} */
export function onTableKey(S, T, ev) {
  const cell = ev.target.closest("td");
  if (!cell || ev.target.closest("input")) return;
  const far = ev.ctrlKey || ev.metaKey;
  const to = cellAfterKey(ev.key, far, T.at, [T.body.rows.length, T.columns]);
  if (to) T.body.rows[to[0]].cells[to[1]].focus();
  else if (far || ev.altKey) return; // Ctrl+Z is the page's
  else if (["Enter", " ", "F2"].includes(ev.key)) pressCell(S, T, cell);
  else if (ev.key === "Delete" || ev.key === "Backspace") deleteRow(S, T, cell);
  else if (/^[-\d.,\u2212]$/.test(ev.key) && isNumber(cell)) editCell(S, T, cell, ev.key);
  else if (/^\d$/.test(ev.key) && cell.dataset.key === "label") {
    const label = "1234567890".indexOf(ev.key);
    if (label < choices(S)) relabel(S, T, cell, label);
  } else return;
  ev.preventDefault();
}

const isNumber = (/** @type {HTMLElement} */ cell) => "xy".includes(cell.dataset.key);
/** @type {(cell: HTMLElement) => number} */
const idOf = (cell) => Number(cell.closest("tr").dataset.id);

/** Enter, or a click: edits a number, gives the next class, deletes; where points only have something
 * to tell, asks them.
 * @type {(S: State, T: PointsTable, cell: any) => void} */
export function pressCell(S, T, cell) {
  if (!cell || cell.querySelector("input")) return;
  const { key } = cell.dataset;
  if (!tableRights(S.header).move) {
    if (S.header.wantsPick) pick(S, { ids: [idOf(cell)] });
  } else if (key === "delete") deleteRow(S, T, cell);
  else if (key === "label") {
    const row = pointRows(S, T.order).find(({ id }) => id === idOf(cell));
    if (row) relabel(S, T, cell, (row.label + 1) % choices(S));
  } else if (isNumber(cell)) editCell(S, T, cell, cell.dataset.text);
}

/** @type {(S: State, T: PointsTable, event: Edit, said: string) => void} */
function doInTable(S, T, event, said) {
  T.wrong.textContent = "";
  enqueue(S, event);
  T.fill();
  announce(S, said);
}

/** @type {(S: State, T: PointsTable, cell: HTMLElement) => void} */
function deleteRow(S, T, cell) {
  if (!tableRights(S.header).remove) return;
  doInTable(S, T, { t: "delete", ids: [idOf(cell)] }, "deleted");
}

/** @type {(S: State, T: PointsTable, cell: HTMLElement, label: number) => void} */
function relabel(S, T, cell, label) {
  if (!tableRights(S.header).move) return;
  doInTable(S, T, { t: "relabel", ids: [idOf(cell)], c: label }, `class ${S.header.names[label]}`);
}

/** A field in the place of a number; it begins with a text, which is the old one or a first digit.
 * @type {(S: State, T: PointsTable, cell: HTMLElement, text: string) => void} */
function editCell(S, T, cell, text) {
  if (!tableRights(S.header).move) return;
  const head = cell.closest("table").querySelectorAll("th")[/** @type {any} */ (cell).cellIndex];
  const field = element("input", {
    type: "text", inputmode: "decimal", value: text, "aria-label": head.textContent,
  });
  cell.replaceChildren(field);
  field.focus();
  field.setSelectionRange(text === cell.dataset.text ? 0 : text.length, text.length);
  let over = false;
  const end = (keep, stay) => {
    if (over) return;
    const value = typedNumber(field.value);
    if (keep && value === null && stay) {
      field.setAttribute("aria-invalid", "true");
      T.wrong.textContent = BAD_NUMBER;
      return;
    }
    over = true;
    T.wrong.textContent = "";
    cell.textContent = cell.dataset.text;
    if (stay) cell.focus();
    if (keep && value !== null && numberText(value) !== cell.dataset.text) moveTo(S, T, cell, value);
  };
  field.addEventListener("blur", () => end(true, false));
  field.addEventListener("keydown", (ev) => {
    if (ev.key !== "Enter" && ev.key !== "Escape") return;
    ev.preventDefault();
    ev.stopPropagation();
    end(ev.key === "Enter", true);
  });
}

/** @type {(S: State, T: PointsTable, cell: HTMLElement, value: number) => void} */
function moveTo(S, T, cell, value) {
  const row = pointRows(S, T.order).find(({ id }) => id === idOf(cell));
  if (!row) return;
  const p = /** @type {Pair} */ (cell.dataset.key === "x" ? [value, row.y] : [row.x, value]);
  doInTable(S, T, { t: "move", ids: [row.id], p: [p] }, `moved to ${p.map(numberText).join(", ")}`);
}

/** @type {(S: State, fields: HTMLInputElement[], label: number) => void} */
export function addPoint(S, fields, label) {
  const T = S.dom.table;
  const values = fields.map((field) => typedNumber(field.value));
  fields.forEach((field, k) => field.setAttribute("aria-invalid", String(values[k] === null)));
  const bad = values.indexOf(null);
  if (bad >= 0) {
    T.wrong.textContent = BAD_NUMBER;
    fields[bad].focus();
    return;
  }
  if (hitPoints(S).ids.length >= S.header.limit) {
    T.wrong.textContent = `The board is full: ${S.header.limit} points.`;
    return;
  }
  doInTable(S, T, { t: "add", p: [/** @type {Pair} */ (values)], c: label }, `added at ${values.map(numberText).join(", ")}`);
  for (const field of fields) field.value = "";
  fields[0].focus();
}
