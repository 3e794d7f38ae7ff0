// The table: built anew when its cells change, else only its marks.
const TABLES = new WeakMap(); // of each root: the cells it shows, its rows by id, how often picked

export default function rows({ data, parentElement, setStateValue }) {
  if (!parentElement.isConnected) return undefined;
  const root = parentElement.querySelector(".svm-rows");
  const known = TABLES.get(root) ?? { cells: "", lines: new Map(), picks: 0 };
  TABLES.set(root, known);
  known.send = (id) => setStateValue("pick", { id, n: ++known.picks });
  const of = `${data.cells} ${data.ids}`;
  if (known.cells !== of) build(root, known, data);
  known.cells = of;
  LIGHT.listeners.set("rows", () => mark(known, data.chosen));
  mark(known, data.chosen);
  if (known.chosen !== data.chosen) reveal(root, known.lines.get(data.chosen));
  known.chosen = data.chosen;
  return undefined;
}

function build(root, known, { columns, cells, ids }) {
  known.lines.clear();
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  for (const [name, help] of columns) {
    const cell = document.createElement("th");
    Object.assign(cell, { textContent: name, title: help, scope: "col" });
    head.append(cell);
  }
  const body = table.createTBody();
  JSON.parse(cells).forEach((texts, k) => {
    const line = body.insertRow();
    line.tabIndex = 0;
    line.dataset.id = ids[k];
    for (const text of texts) line.insertCell().textContent = text;
    known.lines.set(ids[k], line);
  });
  const idOf = (ev) => Number(ev.target.closest("tbody tr")?.dataset.id);
  body.addEventListener("pointerover", (ev) => Number.isFinite(idOf(ev)) && light([idOf(ev)]));
  body.addEventListener("pointerleave", () => light([]));
  body.addEventListener("focusin", (ev) => light([idOf(ev)]));
  body.addEventListener("focusout", () => light([]));
  body.addEventListener("click", (ev) => Number.isFinite(idOf(ev)) && known.send(idOf(ev)));
  body.addEventListener("keydown", (ev) => {
    const to = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[ev.key];
    if (to) ev.target.closest("tr")[to]?.focus();
    else if (ev.key === "Enter" || ev.key === " ") known.send(idOf(ev));
    else return;
    ev.preventDefault();
  });
  root.replaceChildren(table);
}

// Scrolls the table alone: the page stays where its visitor is.
function reveal(root, line) {
  if (!line) return;
  const [box, at] = [root.getBoundingClientRect(), line.getBoundingClientRect()];
  const head = root.querySelector("thead").getBoundingClientRect().height;
  if (at.top < box.top + head) root.scrollTop += at.top - box.top - head;
  else if (at.bottom > box.bottom) root.scrollTop += at.bottom - box.bottom;
}

function mark({ lines }, chosen) {
  for (const [id, line] of lines) {
    line.toggleAttribute("data-lit", LIGHT.ids.includes(id));
    line.setAttribute("aria-selected", id === chosen);
  }
}
