// Points that are lit, because the pointer rests on them somewhere: ringed in every picture of the
// page, and marked in every chart that says whose its bars, rows and columns are (`linkedIds`).

export const LIGHT = (globalThis.svmLight ??= { ids: [], listeners: new Map() });

export function light(/** @type {number[]} */ ids) {
  if (String(ids) === String(LIGHT.ids)) return;
  LIGHT.ids = ids;
  for (const listener of LIGHT.listeners.values()) listener();
}
