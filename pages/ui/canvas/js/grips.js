// The grips of the tool "move", whose points are handles of a picture.
import { keep, setAttributes } from "./dom.js";
import { toPixel } from "./geometry.js";

export const GRIP = 22;

export const isHandles = (/** @type {State} */ S) => S.tool === "move";
/** @type {(S: State) => number | null} */
export const chosenHandle = (S) => (S.points?.ids.includes(S.chosen) ? S.chosen : null);

export function drawGrips(/** @type {State} */ S) {
  const layer = S.dom.overlay.grips;
  const { ids, x, y } = S.points;
  keep(layer, ids.length, "circle", { class: "svm-grip", r: GRIP });
  const { plot } = S.dom;
  const shown = document.activeElement === plot && !plot.hasAttribute("data-pointer");
  ids.forEach((id, k) => {
    const [cx, cy] = toPixel(S.geom, x[k], y[k]);
    const grip = layer.children[k];
    setAttributes(grip, { cx, cy });
    grip.toggleAttribute("data-chosen", shown && id === chosenHandle(S));
  });
}
