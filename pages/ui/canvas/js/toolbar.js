// The tools above the plot. Tool and class are the browser's business: no message is sent.
const path = (d) => `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${d}"/></svg>`;
const ICONS = {
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
  flip: path("M3 5.5h9M9.5 2.5l3 3-3 3M13 11H4M6.5 8l-3 3 3 3"),
};
const TOOL_TEXT = {
  pick: ["Ask", "I", "Click a point, or a place, to see what the machine makes of it"],
  add: ["Add", "A", "Add points: click; drag a point to move it; right click deletes"],
  spray: ["Spray", "S", "Spray points around the pointer"],
  erase: ["Erase", "E", "Erase what the circle touches"],
  select: ["Select", "V", "Select points, then move or change them"],
  pan: ["Pan", "P", "Move the picture; the wheel zooms with every tool"],
};

function element(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  e.append(...children);
  return e;
}

function button(attributes, icon, text = "") {
  const b = element("button", { type: "button", ...attributes });
  b.innerHTML = icon;
  if (text) b.append(element("span", {}, text));
  return b;
}

function chipIcon(S, label) {
  const turn = isTurned(S, label) ? ' transform="rotate(45)"' : "";
  return `<svg viewBox="-8 -8 16 16" aria-hidden="true" style="color:${classColor(S, label)}">`
    + `<path class="svm-mark" d="${shapePath(S, label, 5)}"${turn}/></svg>`;
}

function buildToolbar(S, bar) {
  bar.replaceChildren();
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", "Drawing tools");
  for (const tool of S.header.tools) {
    bar.append(toolButton(S, tool));
    if (tool === "add" && S.header.names.length > 1) bar.append(classChips(S));
  }
  bar.append(element("span", { class: "svm-gap" }));
  const act = (name, text, title, keys, action) => {
    const label = { class: `svm-${name}`, title, "aria-label": text };
    const b = button({ ...label, ...(keys && { "aria-keyshortcuts": keys }) }, ICONS[name], text);
    b.addEventListener("click", action);
    bar.append(b);
  };
  act("undo", "Undo", "Undo (Ctrl+Z)", "Control+Z", () => command(S, "undo"));
  act("redo", "Redo", "Redo (Ctrl+Shift+Z)", "Control+Shift+Z", () => command(S, "redo"));
  act("fit", "Fit view", "Show the whole picture (F)", "F", () => fit(S));
  act("clear", "Clear", "Take all points away", "", () => command(S, "clear"));
}

function toolButton(S, tool) {
  const [text, key, title] = TOOL_TEXT[tool];
  const b = button(
    { class: "svm-tool", "data-tool": tool, title: `${title} (${key})`, "aria-label": text,
      "aria-keyshortcuts": key, "aria-pressed": "false" },
    ICONS[tool], text,
  );
  b.addEventListener("click", () => chooseTool(S, tool));
  return b;
}

function classChips(S) {
  const { names } = S.header;
  const chips = element("span", {
    class: "svm-chips", role: "group", "aria-label": "Class of new points",
    ...(names.length > 3 && { "data-many": "" }),
  });
  const current = button({ class: "svm-current", "aria-haspopup": "true" }, "");
  current.addEventListener("click", () => {
    if (names.length > 2) chips.toggleAttribute("data-open");
    else chooseLabel(S, (S.label + 1) % names.length);
  });
  const list = element("span", { class: "svm-chip-list" });
  names.forEach((name, label) => {
    const title = `Class ${name} (${(label + 1) % 10})`;
    const chip = button(
      { class: "svm-chip", "data-label": label, title, "aria-label": `Class ${name}`,
        "aria-keyshortcuts": (label + 1) % 10, "aria-pressed": "false" },
      chipIcon(S, label),
    );
    chip.addEventListener("click", () => chooseLabel(S, label));
    list.append(chip);
  });
  chips.append(current, list);
  return chips;
}

function chooseTool(S, tool) {
  S.usedAt = performance.now();
  S.tool = tool;
  if (tool !== "select") S.selection.clear();
  drawBrush(S, null);
  showTool(S);
  refresh(S);
}

function chooseLabel(S, label) {
  S.usedAt = performance.now();
  S.label = label;
  if (S.tool !== "spray" && S.header.tools.includes("add")) chooseTool(S, "add");
  closeMenus(S);
  showTool(S);
  announce(S, `Class ${S.header.names[label]}`);
}

function closeMenus(S) {
  S.dom?.toolbar?.querySelector("[data-open]")?.removeAttribute("data-open");
}

function showTool(S) {
  const { root, toolbar } = S.dom ?? {};
  if (!toolbar) return;
  root.dataset.tool = S.tool;
  for (const b of toolbar.querySelectorAll(".svm-tool")) {
    b.setAttribute("aria-pressed", b.dataset.tool === S.tool);
  }
  for (const b of toolbar.querySelectorAll(".svm-chip")) {
    b.setAttribute("aria-pressed", Number(b.dataset.label) === S.label);
  }
  const current = toolbar.querySelector(".svm-current");
  if (!current) return;
  current.innerHTML = chipIcon(S, S.label);
  const text = `Class ${S.header.names[S.label]}`;
  current.setAttribute("aria-label", text);
  current.title = S.header.names.length > 2 ? `${text}: choose another` : `${text}: swap`;
}

// Undo and redo are open while something is under way: it will be there to undo.
function showHistory(S) {
  const { toolbar } = S.dom ?? {};
  if (!toolbar) return;
  const waiting = S.pending.some((e) => !["view", "plotly", "pick"].includes(e.t));
  const set = (name, off) => {
    const b = toolbar.querySelector(name);
    if (b.disabled !== off) b.disabled = off;
  };
  set(".svm-undo", !S.header.undo && !waiting);
  set(".svm-redo", !S.header.redo && !waiting);
  set(".svm-clear", !S.header.ids.length && !waiting);
}
