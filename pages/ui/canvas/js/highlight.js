// Highlighted points, over which the pointer rests somewhere on the page: ringed in every picture,
// and marked in every chart whose bars, rows and columns belong to points (`linkedIds`).

export const HIGHLIGHT = (globalThis.svmHighlight ??= { ids: [], listeners: new Map() });

export function highlight(/** @type {number[]} */ ids) {
  if (String(ids) === String(HIGHLIGHT.ids)) return;
  HIGHLIGHT.ids = ids;
  for (const listener of HIGHLIGHT.listeners.values()) listener();
}
