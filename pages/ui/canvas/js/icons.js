// Icons, and buttons with them.
import { element } from "./dom.js";
import { classColor, isTurned, shapePath } from "./theme.js";

/** @type {(d: string) => string} */
const path = (d) => `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${d}"/></svg>`;
export const ICONS = {
  pick: path("M3.5 2.5l9 5-4 1.2-1.4 4.1z"),
  add: path("M8 3v10M3 8h10"),
  spray: path("M5 7h4v7H5zM7 7V4M6 4h3M11.5 3h.01M13.5 5h.01M13.5 1.6h.01M11.5 6.6h.01"),
  erase: path("M9.5 2.5l4 4-7 7h-3l-1.5-1.5 0-2zM6 6l4 4M6.5 13.5h7"),
  select: path(
    "M2.5 5V2.5H5M8 2.5h1.5M11 2.5h2.5V5M13.5 8v1M2.5 8v1.5M2.5 11v2.5H5M8 13.5h.5"
    + "M10 9l4 1.6-1.7.7-.7 1.7z",
  ),
  pan: path("M8 1.5v13M1.5 8h13M6 3.5l2-2 2 2M6 12.5l2 2 2-2M3.5 6l-2 2 2 2M12.5 6l2 2-2 2"),
  undo: path("M5.5 2.5L2.5 5.5l3 3M2.5 5.5h6.7a3.9 3.9 0 010 7.8H6"),
  redo: path("M10.5 2.5l3 3-3 3M13.5 5.5H6.8a3.9 3.9 0 000 7.8H10"),
  fit: path("M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10"),
  clear: path("M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9"),
  duplicate: path("M6 6h7.5v7.5H6zM10 6V2.5H2.5V10H6"),
  jitter: path("M3.5 5h.01M8 3h.01M12.5 6h.01M5.5 9.5h.01M10.5 10.5h.01M3.5 13h.01M13 13.5h.01"),
  heavier: path("M4.5 6.5h7l2 7h-11zM6 6.5a2 2 0 114 0M8 8.5v3.4M6.3 10.2h3.4"),
  lighter: path("M4.5 6.5h7l2 7h-11zM6 6.5a2 2 0 114 0M6.3 10.2h3.4"),
  table: path("M2.5 3h11v10h-11zM2.5 6.3h11M2.5 9.7h11M8 3v10"),
  close: path("M4 4l8 8M12 4l-8 8"),
  flip: path("M3 5.5h9M9.5 2.5l3 3-3 3M13 11H4M6.5 8l-3 3 3 3"),
};

/** @type {(attributes: Attributes, icon: string, action: () => void, text?: string) =>
 *   HTMLButtonElement} */
export function button(attributes, icon, action, text = "") {
  const b = element("button", { type: "button", ...attributes });
  b.innerHTML = icon;
  b.addEventListener("click", action);
  if (text) b.append(element("span", {}, text));
  return b;
}

/** @type {(S: State, label: number) => string} */
export function chipIcon(S, label) {
  const turn = isTurned(S, label) ? ' transform="rotate(45)"' : "";
  return `<svg viewBox="-8 -8 16 16" aria-hidden="true" style="color:${classColor(S, label)}">`
    + `<path class="svm-mark" d="${shapePath(S, label, 5)}"${turn}/></svg>`;
}
