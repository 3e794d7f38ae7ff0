// The section "Figures" of Export: the figures of the page, each with the files it can leave as.
import { element } from "../../canvas/js/dom.js";
import { readTheme } from "../../canvas/js/theme.js";
import { figuresHere } from "./figures.js";
import { PICTURE_FORMATS } from "./formats.js";
import { saveFile } from "./save.js";

const LOOK = 500; // milliseconds between two looks at which figures there are

/** What the server said last, by the element of the section.
 * @type {WeakMap<HTMLElement, { data: Exporting, listed: string, busy: boolean }>} */
const SECTIONS = new WeakMap();

/** @type {(component: Component<Exporting>) => undefined} */
export default function pictures({ data, parentElement }) {
  if (!parentElement.isConnected) return undefined;
  const root = parentElement.querySelector(".svm-pictures");
  const known = SECTIONS.get(root);
  if (known) known.data = data;
  else open(root, data);
  return undefined;
}

/** @type {(root: HTMLElement, data: Exporting) => void} */
function open(root, data) {
  SECTIONS.set(root, { data, listed: "", busy: false });
  const box = element("input", { type: "checkbox" });
  const white = element("label", { class: "svm-pictures-white" }, box, "Light background");
  const said = element("p", { class: "svm-pictures-said", role: "status" });
  root.replaceChildren(white, element("ul"), said);
  showFigures(root);
  const watch = setInterval(() => {
    if (root.isConnected) showFigures(root);
    else clearInterval(watch);
  }, LOOK);
}

/** The figures that are there now. */
function showFigures(/** @type {HTMLElement} */ root) {
  const section = SECTIONS.get(root);
  root.querySelector(".svm-pictures-white").hidden = readTheme(root).mode === "light";
  const figures = figuresHere();
  const listed = figures.map((one) => `${one.slug} ${formatsOf(one).length}`).join("\n");
  if (listed === section.listed) return;
  section.listed = listed;
  root.querySelector("ul").replaceChildren(...figures.map((one) => rowOf(root, one)));
}

/** @type {(figure: PageFigure) => PictureFormat[]} */
const formatsOf = (figure) => PICTURE_FORMATS.filter((one) => one.suits(figure));

/** @type {(root: HTMLElement, figure: PageFigure) => HTMLElement} */
function rowOf(root, figure) {
  const name = element("span", { class: "svm-pictures-name", title: figure.title }, figure.title);
  const buttons = formatsOf(figure).map((format) => {
    const look = { type: "button", title: format.help(figure), "aria-label": `${figure.title} as ${format.name}` };
    const button = element("button", look, format.name);
    button.addEventListener("click", () => take(root, figure.slug, format));
    return button;
  });
  return element("li", {}, name, element("span", {}, ...buttons));
}

/** Makes a file of the figure as it is now, and saves it.
 * @type {(root: HTMLElement, slug: string, format: PictureFormat) => Promise<void>} */
async function take(root, slug, format) {
  const section = SECTIONS.get(root);
  const figure = figuresHere().find((one) => one.slug === slug);
  if (section.busy || !figure) return;
  section.busy = true;
  const said = root.querySelector(".svm-pictures-said");
  said.textContent = `${figure.title} as ${format.name}: under way…`;
  try {
    const name = `${section.data.stem}_${slug}${format.end}`;
    const white = /** @type {HTMLInputElement} */ (root.querySelector("input")).checked;
    saveFile(await format.make(figure, { ...section.data, white }), name);
    said.textContent = `Saved: ${name}`;
  } catch (/** @type {any} */ error) {
    console.error("pictures", error);
    said.textContent = `The file could not be made: ${error.message}`;
  } finally {
    section.busy = false;
  }
}
