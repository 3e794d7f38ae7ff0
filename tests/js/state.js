// A canvas without a page: 50 pixels a unit, the origin at (200, 100), and what it sends.
import { newState } from "../../pages/ui/canvas/js/store.js";

globalThis.location ??= { search: "" };
globalThis.requestAnimationFrame ??= () => 0; // no frame is drawn here

const HEADER = {
  key: "test", sid: "a", turn: 1, ack: 0, hasLink: true, undo: 0, names: ["−1", "+1"], tools: ["add", "select", "pan"],
  opensWith: "add",  limit: 400, linkedIds: [], wantsPick: false, wantsView: false, film: "",
};

/** Points are [id, x, y, label]. */
export function state(points = [], header = {}) {
  const column = (k) => points.map((p) => p[k]);
  const S = newState({ ...HEADER, ids: column(0), pointLabels: column(3), ...header });
  S.geom = { ox: 0, oy: 0, w: 400, h: 200, x0: -4, x1: 4, y0: -2, y1: 2, left: 0, top: 0, scale: 1 };
  S.points = { ids: column(0), x: column(1), y: column(2), size: 9 };
  S.said = [];
  S.send = (message) => S.said.push(structuredClone(message));
  return S;
}

/** The pixel of a place. */
export const pixel = (x, y) => ({ px: 200 + 50 * x, py: 100 - 50 * y, inside: true });
