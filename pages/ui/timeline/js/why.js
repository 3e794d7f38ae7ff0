// The panel beside the picture that explains the update of the moment.
import { filmStore, follow } from "../../canvas/js/films.js";
import { giveStop } from "../../canvas/js/roving.js";
import { readTheme, SHAPES } from "../../canvas/js/theme.js";
import { explanation } from "./explained.js";
import { microscope } from "./microscope.js";
import { SIGNS, updatePanel } from "./update.js";

/**
 * @typedef {object} Panel
 * @property {string} key
 * @property {string} film the key of the timeline
 * @property {Header["palette"]} palette
 * @property {string[]} symbols of the classes
 * @property {string} title of what the film itself says, under the name `part`
 * @property {string} part
 */

/** Of each root: the film it follows, what it says, and the marks of the classes.
 * @type {WeakMap<HTMLElement, { film: string, html: string, mark: string[], data: Panel }>} */
const PANELS = new WeakMap();

/** @type {(component: Component<Panel>) => undefined} */
export default function why({ data, parentElement }) {
  if (!parentElement.isConnected) return undefined;
  const root = parentElement.querySelector(".svm-why");
  root.dataset.key = data.key;
  const old = PANELS.get(root);
  if (old && old.film !== data.film) filmStore(old.film).listeners.delete(`why ${data.key}`);
  PANELS.set(root, { film: data.film, html: "", mark: marks(root, data), data });
  const F = follow(data.film, `why ${data.key}`, () => explain(F, root));
  explain(F, root);
  return undefined;
}

/** @type {(F: FilmStore, root: HTMLElement) => void} */
function explain(F, root) {
  if (!F.film) return;
  const { process, status: trouble } = F.film;
  const { mark, data: { title: own, part } } = PANELS.get(root);
  const [title, text] = own ? [own, told(F, part)]
    : process === "smo" ? ["Why this pair?", microscope(F, mark)] : ["Why this update?", updatePanel(F, mark)];
  const html = `<h2>${title}</h2>${trouble ? status(trouble) : ""}${text}`;
  root.toggleAttribute("data-told", Boolean(own));
  root.dataset.update = String(F.film.update[F.k]);
  root.dataset.kind = F.film.kind;
  if (PANELS.get(root).html === html) return;
  PANELS.get(root).html = html;
  const focused = [...root.querySelectorAll("[data-explained]")].indexOf(document.activeElement);
  root.firstElementChild.innerHTML = html;
  delete root.dataset.roving; // its parts are new
  giveStop(root);
  if (focused >= 0) /** @type {HTMLElement} */ (root.querySelectorAll("[data-explained]")[focused])?.focus();
}

/** What the film itself says of its moment, a paragraph a line, each explained by how it begins.
 * @type {(F: FilmStore, part: string) => string} */
function told({ film, k }, part) {
  const helps = Object.entries(film.why_help?.[part] ?? {});
  const help = (/** @type {string} */ line) => helps.find(([start]) => line.startsWith(start))?.[1];
  return (film.why?.[part]?.[k] ?? "").split("\n").map((line) => `<p${explanation(help(line))}>${line}</p>`).join("");
}

function status(/** @type {string} */ text) {
  const line = document.createElement("p");
  line.className = "svm-why-status";
  line.textContent = text;
  return line.outerHTML;
}

/** The classes by colour and shape, as in the picture. Made once for a theme: to ask which theme it
 * is while a film plays would have the browser lay out the page for every moment.
 * @type {(root: Element, data: Panel) => string[]} */
function marks(root, { palette, symbols }) {
  const colors = palette[readTheme(root).mode];
  return SIGNS.map((_, label) => {
    const shape = (SHAPES[symbols[label]] ?? SHAPES.circle)(5);
    const fill = colors[`class${label}`];
    return `<svg viewBox="-8 -8 16 16" aria-hidden="true"><path d="${shape}" fill="${fill}"/></svg>`;
  });
}
