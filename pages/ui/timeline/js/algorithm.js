// The pseudocode of a film: the lines that the update of the moment executes are highlighted. Closed,
// it shows the one of them that not every update executes.
import { filmStore, follow } from "../../canvas/js/films.js";
import { element } from "../../canvas/js/dom.js";

/**
 * @typedef {object} Panel
 * @property {string} key
 * @property {string} film the key of the timeline
 */

/** Of each root: the film it follows, the algorithm it shows, its lines, and what is executed.
 * @type {WeakMap<HTMLElement, { film: string, text: string, lines: HTMLElement[], ran: number }>} */
const PANELS = new WeakMap();
/** The keys of the panels that are open: a panel that is mounted again stays as it was. */
const OPEN = new Set();

/** @type {(component: Component<Panel>) => undefined} */
export default function algorithm({ data, parentElement }) {
  if (!parentElement.isConnected) return undefined;
  const root = parentElement.querySelector(".svm-algorithm");
  const name = `algorithm ${data.key}`;
  const old = PANELS.get(root);
  if (old && old.film !== data.film) filmStore(old.film).listeners.delete(name);
  if (old?.film !== data.film) PANELS.set(root, { film: data.film, text: "", lines: [], ran: -1 });
  root.dataset.key = data.key;
  const F = follow(data.film, name, () => showLines(F, root));
  showLines(F, root);
  return undefined;
}

/** @type {(F: FilmStore, root: HTMLElement) => void} */
function showLines({ film, k }, root) {
  root.hidden = !film?.algorithm;
  if (root.hidden) return;
  const panel = PANELS.get(root);
  const text = JSON.stringify(film.algorithm);
  if (panel.text !== text) Object.assign(panel, { text, lines: build(root, film.algorithm), ran: -1 });
  const ran = film.ran[k];
  if (panel.ran === ran) return;
  panel.ran = ran;
  root.dataset.ran = executed(ran, panel.lines.length).map((i) => i + 1).join(" ");
  for (const [i, line] of panel.lines.entries()) mark(line, Boolean((ran >> i) & 1));
  root.querySelector(".svm-alg-now").replaceChildren(...present(film.algorithm, ran));
}

/** The places of the lines in the bits of a moment. @type {(ran: number, count: number) => number[]} */
export const executed = (ran, count) =>
  Array.from({ length: count }, (_, i) => i).filter((i) => (ran >> i) & 1);

/** The line that says what is particular about a moment: the last branch it takes, or else the last
 * line it executes. @type {(lines: { branch: boolean }[], ran: number) => number} */
export function particular(lines, ran) {
  const places = executed(ran, lines.length);
  return places.findLast((i) => lines[i].branch) ?? places.at(-1) ?? 0;
}

/** @type {(algorithm: Film["algorithm"], ran: number) => (Node | string)[]} */
function present({ lines }, ran) {
  const i = particular(lines, ran);
  return [element("b", {}, `${i + 1}`), " ", ...typeset(lines[i].text)];
}

/** A text in pieces; every second one is a subscript. @type {(text: string) => string[]} */
export const subscripts = (text) => text.split(/_(\w+)/);

/** @type {(text: string) => (Node | string)[]} */
const typeset = (text) => subscripts(text).map((part, i) => (i % 2 ? element("sub", {}, part) : part));

/** @type {(line: HTMLElement, ran: boolean) => void} */
function mark(line, ran) {
  line.classList.toggle("svm-alg-ran", ran);
  if (ran) line.setAttribute("aria-current", "step");
  else line.removeAttribute("aria-current");
}

/** @type {(root: HTMLElement, algorithm: Film["algorithm"]) => HTMLElement[]} */
function build(root, { title, lines, note }) {
  const { key } = root.dataset;
  const items = lines.map(({ text, depth, branch }) =>
    element("li", { class: branch ? "svm-alg-branch" : "", style: `--depth:${depth}` }, element("span", {}, ...typeset(text))));
  const [name, now] = [element("b", {}, "Algorithm"), element("span", { class: "svm-alg-now", "aria-hidden": "true" })];
  const summary = element("summary", {}, name, element("span", { class: "svm-alg-title" }, title), now);
  const notes = note ? [element("p", {}, ...typeset(note))] : [];
  const box = element("details", {}, summary, element("ol", {}, ...items), ...notes);
  box.open = OPEN.has(key);
  box.addEventListener("toggle", () => {
    if (box.open) OPEN.add(key);
    else OPEN.delete(key);
  });
  root.firstElementChild.replaceChildren(box);
  return items;
}
