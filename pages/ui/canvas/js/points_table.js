// The points of a canvas as a table, for those who do not point: one tab stop in which the arrow
// keys move, Enter edits and Delete deletes. What is done in it are the events that a pointer makes.
// It is built when it is opened.
import { element } from "./dom.js";
import { highlight } from "./highlight.js";
import { button, ICONS } from "./icons.js";
import { choices } from "./notice.js";
import { cellText, pointColumns, pointRows, tableRights } from "./point_rows.js";
import { addPoint, cellAt, enterCell, onTableKey, pressCell } from "./table_cells.js";

const TABLE_TITLE = "Points as a table";

/** The button that opens the table: among the tools, or in the stage of a picture without tools.
 * @type {(S: State) => void} */
export function offerTable(S) {
  const title = `${TABLE_TITLE}: read and edit them by keyboard`;
  const opener = button(
    { class: "svm-table-open", title, "aria-label": TABLE_TITLE },
    ICONS.table, () => (S.dom.table ? closeTable(S) : openTable(S)), "Table",
  );
  const undo = S.dom.toolbar?.querySelector(".svm-undo");
  if (undo && S.header.tools.length > 1) undo.before(opener);
  else S.dom.stage.append(opener);
}

/** @type {(S: State) => void} */
function openTable(S) {
  S.keys.tableOpen = true;
  showTable(S);
  (S.dom.table?.body.querySelector('[tabindex="0"]') ?? S.dom.table?.root.querySelector("button"))
    ?.focus();
}

/** @type {(S: State) => void} */
function closeTable(S) {
  S.keys.tableOpen = false;
  S.dom.table?.root.remove();
  S.dom.table = undefined;
  highlight([]);
  showTable(S);
  S.dom.root.querySelector(".svm-table-open")?.focus();
}

/** Called after every drawing, which may be of a new button: builds the open table, or brings its cells
 * up to date. */
export function showTable(/** @type {State} */ S) {
  const opener = S.dom?.root.querySelector(".svm-table-open");
  opener?.toggleAttribute("hidden", !S.header.ids.length && !tableRights(S.header).add);
  opener?.setAttribute("aria-expanded", String(S.keys.tableOpen));
  if (!S.keys.tableOpen || !S.dom || !S.points) return;
  const of = JSON.stringify([S.header.names, S.header.tools]);
  if (S.dom.table?.of !== of) {
    S.dom.table?.root.remove();
    S.dom.table = buildTable(S, of);
  }
  fillTable(S, S.dom.table);
}

/** @type {(S: State, of: string) => PointsTable} */
function buildTable(S, of) {
  const rights = tableRights(S.header);
  const table = element("table", { role: "grid", "aria-label": TABLE_TITLE, "aria-readonly": String(!rights.move) });
  const head = table.createTHead().insertRow();
  for (const { head: name } of pointColumns(S)) head.append(element("th", { scope: "col" }, name));
  if (rights.remove) head.append(element("th", { scope: "col" }, element("span", { class: "svm-unseen" }, "delete")));
  const body = table.createTBody();
  const count = element("span", { class: "svm-count" });
  const wrong = element("p", { class: "svm-table-wrong", role: "alert" });
  const close = button({ class: "svm-table-close", title: "Close (Escape)", "aria-label": "Close the table" },
    ICONS.close, () => closeTable(S));
  const keys = [
    "Arrow keys move", rights.move && "Enter edits", rights.remove && "Delete deletes a row",
    rights.add && "Ctrl+Z undoes", "Escape closes",
  ].filter(Boolean);
  const root = element("div", { class: "svm-table", role: "dialog", "aria-label": TABLE_TITLE },
    element("div", { class: "svm-table-head" }, count, close),
    element("div", { class: "svm-table-scroll" }, table));
  if (rights.add) root.append(addingRow(S));
  root.append(wrong, element("p", { class: "svm-table-keys" }, `${keys.join(", ")}.`));
  S.dom.root.append(root);
  /** @type {PointsTable} */
  const T = {
    root, body, count, wrong, of, order: [], at: [0, 0],
    columns: head.cells.length, fill: () => fillTable(S, T),
  };
  body.addEventListener("focusin", (ev) => enterCell(T, ev.target.closest("td")));
  body.addEventListener("focusout", () => highlight([]));
  body.addEventListener("keydown", (ev) => onTableKey(S, T, ev));
  body.addEventListener("click", (ev) => pressCell(S, T, ev.target.closest("td")));
  root.addEventListener("keydown", (ev) => {
    if (ev.key !== "Escape" || ev.defaultPrevented) return;
    ev.preventDefault();
    closeTable(S);
  });
  return T;
}

/** Cells that are right stay as they are: what has the focus keeps it.
 * @type {(S: State, T: PointsTable) => void} */
function fillTable(S, T) {
  const rows = pointRows(S, T.order);
  const known = new Map([...T.body.rows].map((line) => [Number(line.dataset.id), line]));
  const lost = T.body.contains(document.activeElement);
  T.order = rows.map(({ id }) => id);
  for (const row of rows) {
    const line = known.get(row.id) ?? newLine(S, T, row.id);
    known.delete(row.id);
    pointColumns(S).forEach(({ key }, k) => {
      const cell = line.cells[k];
      const text = cellText(S, row, key);
      if (cell.dataset.text === text) return;
      cell.dataset.text = text;
      if (!cell.querySelector("input")) cell.textContent = text;
    });
  }
  for (const line of known.values()) line.remove();
  T.count.textContent = `${rows.length} point${rows.length === 1 ? "" : "s"}`;
  const at = cellAt(T);
  if (at) at.tabIndex = 0;
  if (at && lost && !T.body.contains(document.activeElement)) at.focus(); // its row was deleted
}

/** @type {(S: State, T: PointsTable, id: number) => HTMLTableRowElement} */
function newLine(S, T, id) {
  const line = T.body.insertRow();
  line.dataset.id = String(id);
  for (const { key } of pointColumns(S)) setCell(line.insertCell(), key);
  if (T.columns > pointColumns(S).length) {
    const cell = line.insertCell();
    setCell(cell, "delete");
    cell.innerHTML = `${ICONS.clear}<span class="svm-unseen">Delete</span>`;
  }
  return line;
}

/** @type {(cell: HTMLElement, key: string) => void} */
function setCell(cell, key) {
  cell.dataset.key = key;
  cell.tabIndex = -1;
  cell.setAttribute("role", "gridcell");
}

/** The fields of a new point. @type {(S: State) => HTMLElement} */
function addingRow(S) {
  const columns = pointColumns(S);
  const form = element("form", { class: "svm-table-add" });
  const field = (name) => element("input", {
    type: "text", inputmode: "decimal", placeholder: name, "aria-label": `${name} of a new point`,
  });
  const fields = columns.slice(0, 2).map(({ head }) => field(head));
  const label = element("select", { "aria-label": "class of a new point" });
  S.header.names.forEach((name, k) => label.append(new Option(name, String(k), false, k === S.label)));
  form.append(...fields, ...(choices(S) ? [label] : []), element("button", { type: "submit" }, "Add"));
  form.addEventListener("submit", (ev) => {
    ev.preventDefault();
    addPoint(S, fields, Number(label.value) || 0);
  });
  return form;
}
