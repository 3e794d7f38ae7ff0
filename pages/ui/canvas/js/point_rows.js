// What the table of points shows, and what is done in it: without a page.
import { forecast } from "./forecast.js";
import { clamp, labelOf } from "./geometry.js";
import { readNumber, signed } from "./minus.js";
import { choices } from "./notice.js";

const DECIMALS = 4; // of a coordinate, as the server keeps it
const FARTHEST = 1e6; // and where it keeps one that is farther away
const PAGE_ROWS = 8; // that a page key passes

/** What may be done to the points of a canvas. @type {(header: Header) => TableRights} */
export function tableRights({ tools }) {
  const has = (...names) => names.some((name) => tools.includes(name));
  return { add: has("add"), move: has("add", "select", "move"), remove: has("add", "select", "erase") };
}

/** The rows of the points as they are after what is under way; a point keeps the place it had, and
 * new ones come last. @type {(S: State, order: number[]) => PointRow[]} */
export function pointRows(S, order) {
  const { at, label } = forecast(S);
  const kept = order.filter((id) => at.has(id));
  const known = new Set(kept);
  const ids = [...kept, ...[...at.keys()].filter((id) => !known.has(id))];
  return ids.map((id) => {
    const [x, y] = at.get(id);
    return { id, x, y, label: label.get(id) ?? labelOf(S, id) ?? 0 };
  });
}

/** The heads of the columns: a point's name, its place, its class.
 * @type {(S: State) => { key: string, head: string }[]} */
export function pointColumns(S) {
  if (S.tool === "move") return columnsOf(["name", "point"], ["x", "x"], ["y", "y"]);
  if (!choices(S)) return columnsOf(["x", "x"], ["y", "y"]);
  return columnsOf(["x", "x₁"], ["y", "x₂"], ["label", "class"]);
}

/** @type {(...pairs: string[][]) => { key: string, head: string }[]} */
const columnsOf = (...pairs) => pairs.map(([key, head]) => ({ key, head }));

/** @type {(S: State, row: PointRow, key: string) => string} */
export function cellText(S, row, key) {
  if (key === "name" || key === "label") return S.header.names[row.label] ?? "";
  return numberText(row[key]);
}

/** A coordinate as the table shows it. @type {(value: number) => string} */
export const numberText = (value) => signed(String(Number(value.toFixed(DECIMALS))));

/** A coordinate as it is typed; null for what is no number.
 * @type {(text: string) => number | null} */
export function typedNumber(text) {
  const value = readNumber(text);
  return Number.isFinite(value) ? Number(clamp(value, -FARTHEST, FARTHEST).toFixed(DECIMALS)) : null;
}

/** Where a key leads to from the cell in this row and column, of so many; null for other keys.
 * @type {(key: string, far: boolean, at: number[], size: number[]) => number[] | null} */
export function cellAfterKey(key, far, [row, column], [rows, columns]) {
  const to = {
    ArrowUp: [row - 1, column], ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
    PageUp: [row - PAGE_ROWS, column], PageDown: [row + PAGE_ROWS, column],
    Home: [far ? 0 : row, 0], End: [far ? rows - 1 : row, columns - 1],
  }[key];
  if (!to) return null;
  const inside = (k, n) => Math.min(Math.max(k, 0), n - 1);
  return [inside(to[0], rows), inside(to[1], columns)];
}
