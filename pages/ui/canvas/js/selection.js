// The selected points and the bar that says what can be done to them.
function select(S, ids, extend = false) {
  if (!extend) S.selection.clear();
  for (const id of ids) S.selection.add(id);
  refresh(S);
  if (S.selection.size) announce(S, `${S.selection.size} selected`);
}

function editSelection(S, kind, extra = {}) {
  const ids = [...S.selection];
  if (!ids.length) return;
  if (kind === "duplicate") S.selectNew = { seq: S.seq + 1, known: new Set(S.points.ids) };
  if (kind === "delete") S.selection.clear();
  enqueue(S, { t: kind, ids, ...extra });
  announce(S, `${ids.length} point${ids.length === 1 ? "" : "s"}: ${kind}`);
}

// A point of weight 2 counts as two points.
const weighSelection = (S, factor) => editSelection(S, "weigh", { w: factor });

// About two percent of what is seen, the same in both directions.
function jitterSelection(S) {
  const scale = 0.02 * Math.min(S.geom.x1 - S.geom.x0, S.geom.y1 - S.geom.y0);
  const p = [...S.selection].map(() => [scale * gaussian(), scale * gaussian()].map(rounded));
  editSelection(S, "jitter", { p });
}

const gaussian = () =>
  Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());

function buildSelectionBar(S, stage) {
  const name = { role: "toolbar", "aria-label": "Selected points" };
  const bar = element("div", { class: "svm-bar", ...name });
  const count = element("span", { class: "svm-count" });
  bar.append(count);
  if (S.header.names.length > 1) S.header.names.forEach((name, label) => {
    const title = `Make class ${name}`;
    const chip = button({ class: "svm-chip", title, "aria-label": title }, chipIcon(S, label));
    chip.addEventListener("click", () => editSelection(S, "relabel", { c: label }));
    bar.append(chip);
  });
  const act = (icon, text, action) => {
    const b = button({ title: text, "aria-label": text }, ICONS[icon], text);
    b.addEventListener("click", action);
    bar.append(b);
  };
  act("heavier", "Twice the weight", () => weighSelection(S, 2));
  act("lighter", "Half the weight", () => weighSelection(S, 0.5));
  act("duplicate", "Duplicate", () => editSelection(S, "duplicate"));
  act("jitter", "Jitter", () => jitterSelection(S));
  if (S.header.names.length > 1) act("flip", "Flip", () => editSelection(S, "flip"));
  act("clear", "Delete", () => editSelection(S, "delete"));
  stage.append(bar);
  return { bar, count };
}

function showSelectionBar(S) {
  const { bar, count } = S.dom.selectionBar;
  bar.classList.toggle("svm-shown", S.selection.size > 0);
  const text = `${S.selection.size} selected`;
  if (count.textContent !== text) count.textContent = text;
}
