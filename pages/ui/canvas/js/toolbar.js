// The tools above the plot. Tool and class are the browser's business: no message is sent.
import { element, setAttributes } from "./dom.js";
import { command } from "./events.js";
import { button, chipIcon, ICONS } from "./icons.js";
import { announce } from "./notice.js";
import { drawBrush, refresh } from "./overlay.js";
import { strokes } from "./touch.js";
import { fit } from "./view.js";

const TOOL_TEXT = {
  pick: ["Inspect", "I", "Click a point or a place to see what the model says about it"],
  add: ["Add", "A", "Add points: click; drag a point to move it; right click deletes"],
  spray: ["Spray", "S", "Spray points around the pointer"],
  erase: ["Erase", "E", "Erase what the circle touches"],
  select: ["Select", "V", "Select points, then move or change them"],
  pan: ["Pan", "P", "Move the picture; the wheel zooms with every tool"],
};

/** @type {(S: State, bar: HTMLElement) => void} */
export function buildToolbar(S, bar) {
  bar.replaceChildren();
  setAttributes(bar, { role: "toolbar", "aria-label": "Drawing tools" });
  for (const tool of S.header.tools) {
    bar.append(toolButton(S, tool));
    if (tool === "add" && S.header.names.length > 1) bar.append(classChips(S));
  }
  bar.append(element("span", { class: "svm-gap" }));
  const act = (name, text, title, keys, action) => {
    const label = { class: `svm-${name}`, title, "aria-label": text };
    const shortcut = keys && { "aria-keyshortcuts": keys };
    bar.append(button({ ...label, ...shortcut }, ICONS[name], action, text));
  };
  act("undo", "Undo", "Undo (Ctrl+Z)", "Control+Z", () => command(S, "undo"));
  act("redo", "Redo", "Redo (Ctrl+Shift+Z)", "Control+Shift+Z", () => command(S, "redo"));
  act("fit", "Fit view", "Show the whole picture (F)", "F", () => fit(S));
  act("clear", "Clear", "Remove all points", "", () => command(S, "clear"));
}

/** @type {(S: State, tool: string) => HTMLElement} */
function toolButton(S, tool) {
  const [text, key, title] = TOOL_TEXT[tool];
  return button(
    { class: "svm-tool", "data-tool": tool, title: `${title} (${key})`, "aria-label": text,
      "aria-keyshortcuts": key, "aria-pressed": "false" },
    ICONS[tool], () => chooseTool(S, tool), text,
  );
}

function classChips(/** @type {State} */ S) {
  const { names } = S.header;
  const chips = element("span", {
    class: "svm-chips", role: "group", "aria-label": "Class of new points",
    ...(names.length > 3 && { "data-many": "" }),
  });
  const current = button({ class: "svm-current", "aria-haspopup": "true" }, "", () => {
    if (names.length > 2) chips.toggleAttribute("data-open");
    else chooseLabel(S, (S.label + 1) % names.length);
  });
  const list = element("span", { class: "svm-chip-list" });
  names.forEach((name, label) => {
    const title = `Class ${name} (${(label + 1) % 10})`;
    list.append(button(
      { class: "svm-chip", "data-label": label, title, "aria-label": `Class ${name}`,
        "aria-keyshortcuts": (label + 1) % 10, "aria-pressed": "false" },
      chipIcon(S, label), () => chooseLabel(S, label),
    ));
  });
  chips.append(current, list);
  return chips;
}

/** @type {(S: State, tool: string) => void} */
export function chooseTool(S, tool) {
  S.usedAt = performance.now();
  S.tool = tool;
  if (tool !== "select") S.selection.clear();
  drawBrush(S, null);
  showTool(S);
  refresh(S);
}

/** @type {(S: State, label: number) => void} */
export function chooseLabel(S, label) {
  S.usedAt = performance.now();
  S.label = label;
  if (S.tool !== "spray" && S.header.tools.includes("add")) chooseTool(S, "add");
  closeMenus(S);
  showTool(S);
  announce(S, `Class ${S.header.names[label]}`);
}

export function closeMenus(/** @type {State} */ S) {
  S.dom?.toolbar?.querySelector("[data-open]")?.removeAttribute("data-open");
}

export function showTool(/** @type {State} */ S) {
  const { root, toolbar } = S.dom ?? {};
  if (!toolbar) return;
  root.dataset.tool = S.tool;
  root.toggleAttribute("data-strokes", strokes(S));
  const press = (css, name, value) => {
    for (const b of toolbar.querySelectorAll(css)) {
      b.setAttribute("aria-pressed", String(b.dataset[name] === String(value)));
    }
  };
  press(".svm-tool", "tool", S.tool);
  press(".svm-chip", "label", S.label);
  const current = toolbar.querySelector(".svm-current");
  if (!current) return;
  current.innerHTML = chipIcon(S, S.label);
  const text = `Class ${S.header.names[S.label]}`;
  current.setAttribute("aria-label", text);
  current.title = S.header.names.length > 2 ? `${text}: choose another` : `${text}: swap`;
}

/** Undo and redo are open while something is under way: it will be there to undo. */
export function showHistory(/** @type {State} */ S) {
  const { toolbar } = S.dom ?? {};
  if (!toolbar) return;
  const waiting = S.outbox.pending.some((e) => !["view", "plotly", "pick"].includes(e.t));
  const set = (name, off) => {
    const b = toolbar.querySelector(name);
    if (b.disabled !== off) b.disabled = off;
  };
  set(".svm-undo", !S.header.undo && !waiting);
  set(".svm-redo", !S.header.redo && !waiting);
  set(".svm-clear", !S.header.ids.length && !waiting);
}
