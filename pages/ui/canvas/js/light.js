// Highlighted points, over which the pointer rests somewhere on the page: ringed in every picture,
// and marked in every chart whose bars, rows and columns belong to points (`linkedIds`).

export const LIGHT = (globalThis.svmLight ??= { ids: [], listeners: new Map() });

export function light(/** @type {number[]} */ ids) {
  if (String(ids) === String(LIGHT.ids)) return;
  LIGHT.ids = ids;
  for (const listener of LIGHT.listeners.values()) listener();
}
