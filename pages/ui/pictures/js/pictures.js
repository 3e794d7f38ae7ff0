// The section "Figures" of Export: the figures of the page, each with the files it can leave as.
import { element } from "../../canvas/js/dom.js";
import { readTheme } from "../../canvas/js/theme.js";
import { figuresHere } from "./figures.js";
import { filmHere, filmPage } from "./film_file.js";
import { videoOf, videoType } from "./film_video.js";
import { PICTURE_FORMATS } from "./formats.js";
import { reportOf } from "./report.js";
import { saveFile } from "./save.js";

const REPORT = "What this screen says: numbers, figures, data, settings, the certificate, a link and how to cite "
  + "it; one page to print, without network.";
const VIDEO = "The picture and its numbers as a video of 10 seconds, which takes so long to record.";
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
  const report = element("button", { type: "button", class: "svm-pictures-report", title: REPORT }, "Report (HTML)");
  report.addEventListener("click", () => save(root, "Report", "_report.html", async (making) =>
    new Blob([await reportOf(making)], { type: "text/html" })));
  root.replaceChildren(white, element("ul"), report, said);
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
  const film = section.data.player ? filmHere() : null;
  const listed = `${film?.store.film.id} ${figures.map((one) => `${one.slug} ${formatsOf(one).length}`)}`;
  if (listed === section.listed) return;
  section.listed = listed;
  root.querySelector("ul").replaceChildren(...(film ? [filmRow(root, film)] : []), ...figures.map((one) => rowOf(root, one)));
}

/** @type {(figure: PageFigure) => PictureFormat[]} */
const formatsOf = (figure) => PICTURE_FORMATS.filter((one) => one.suits(figure));

/** @type {(root: HTMLElement, figure: PageFigure) => HTMLElement} */
function rowOf(root, figure) {
  return listRow(figure.title, formatsOf(figure).map((format) => {
    const what = `${figure.title} as ${format.name}`;
    return fileButton(what, format.name, format.help(figure), () => {
      const now = figuresHere().find((one) => one.slug === figure.slug);
      if (now) save(root, what, `_${figure.slug}${format.end}`, (making) => format.make(now, making));
    });
  }));
}

/** @type {(root: HTMLElement, film: PageFilm) => HTMLElement} */
function filmRow(root, { store: { film } }) {
  const help = `All ${film.update.length} moments of the film, to play, to stop and to step through, without network.`;
  const page = fileButton("Film as HTML", "HTML", help, () =>
    saveFilm(root, "Film as HTML", "_film.html", async (now, making) =>
      new Blob([await filmPage(now, making)], { type: "text/html" })));
  const video = videoType();
  if (!video) return listRow("Film", [page]);
  const what = `Film as ${video[1]}`;
  return listRow("Film", [page, fileButton(what, video[1], VIDEO, () =>
    saveFilm(root, what, `_film.${video[1].toLowerCase()}`, videoOf))]);
}

/** Saves the film that is there now, if there is one.
 * @type {(root: HTMLElement, what: string, end: string, make: (film: PageFilm, making: Making) => Promise<Blob>) => void} */
function saveFilm(root, what, end, make) {
  const now = filmHere();
  if (now) save(root, what, end, (making) => make(now, making));
}

/** @type {(title: string, buttons: HTMLElement[]) => HTMLElement} */
const listRow = (title, buttons) => element("li", {},
  element("span", { class: "svm-pictures-name", title }, title), element("span", {}, ...buttons));

/** @type {(what: string, name: string, help: string, press: () => void) => HTMLElement} */
function fileButton(what, name, help, press) {
  const button = element("button", { type: "button", title: help, "aria-label": what }, name);
  button.addEventListener("click", press);
  return button;
}

/** Makes a file of what is seen now, and saves it.
 * @type {(root: HTMLElement, what: string, end: string, make: (making: Making) => Promise<Blob>) => Promise<void>} */
async function save(root, what, end, make) {
  const section = SECTIONS.get(root);
  if (section.busy) return;
  section.busy = true;
  const said = root.querySelector(".svm-pictures-said");
  said.textContent = `${what}: under way…`;
  try {
    const name = section.data.stem + end;
    const white = /** @type {HTMLInputElement} */ (root.querySelector("input")).checked;
    const tell = (/** @type {string} */ progress) => { said.textContent = `${what}: ${progress}`; };
    saveFile(await make({ ...section.data, white, tell }), name);
    said.textContent = `Saved: ${name}`;
  } catch (/** @type {any} */ error) {
    console.error("pictures", error);
    said.textContent = `The file could not be made: ${error.message}`;
  } finally {
    section.busy = false;
  }
}
