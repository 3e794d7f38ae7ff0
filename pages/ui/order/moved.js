// Where a row goes that is dragged, and the order that follows.

/**
 * The place, from 0, of a row whose middle is at `y` now, among the others as they were.
 * @type {(boxes: { top: number, bottom: number }[], from: number, y: number) => number}
 */
export function placeAt(boxes, from, y) {
  const above = boxes.filter(({ top, bottom }, k) => k !== from && (top + bottom) / 2 < y);
  return above.length;
}

/** The list with what is at one place put at another, which stays inside the list.
 * @type {<T>(list: T[], from: number, to: number) => T[]} */
export function movedTo(list, from, to) {
  const rest = list.filter((_, k) => k !== from);
  const at = Math.min(Math.max(to, 0), rest.length);
  return [...rest.slice(0, at), list[from], ...rest.slice(at)];
}
