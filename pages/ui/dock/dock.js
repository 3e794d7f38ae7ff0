// A phone's drawer: which of both, the controls or the list of pages, is open stands on the page's
// root, where the style sheet reads it. Streamlit's own state of the sidebar is left alone.
import { element } from "../canvas/js/dom.js";
import { mendFocus } from "../canvas/js/focus.js";
import { rove } from "../canvas/js/roving.js";
import {
  HEADER, MAIN, SIDEBAR, SIDEBAR_CONTROLS, SIDEBAR_LINK, SIDEBAR_PAGES, SIDEBAR_SCROLLER,
} from "../streamlit_internals.js";

const ICON = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="';
const SHEETS = {
  controls: ["Controls", "M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M10 2.5v4M6 9.5v4"],
  pages: ["Pages", "M2.5 4h11M2.5 8h11M2.5 12h11"],
};
const PARTS = { controls: SIDEBAR_CONTROLS, pages: SIDEBAR_PAGES };
const STOPS = ["a[href]", "button:not(:disabled)", "input:not(:disabled)", '[tabindex="0"]'];

/** @type {(component: Component<null>) => void} */
export default function dock({ parentElement }) {
  const bar = parentElement.querySelector(".svm-dock");
  if (bar.childElementCount) return;
  for (const [name, [text, path]] of Object.entries(SHEETS)) {
    const attributes = { type: "button", "data-sheet": name, "aria-controls": "stSidebar" };
    const button = element("button", attributes);
    button.innerHTML = `${ICON}${path}"/></svg>`;
    button.append(text);
    button.addEventListener("click", (ev) => {
      openSheet(sheet() === name ? "" : name);
      if (sheet() && !ev.detail) enter(sheet()); // pressed by a key
    });
    bar.append(button);
  }
  listenOnce();
  rove(); // of the lists of a page that has no picture
  mendFocus();
  openSheet(sheet());
}

const sheet = () => document.documentElement.dataset.sheet ?? "";

/** @type {(name: string) => void} "" for none */
function openSheet(name) {
  const scroller = document.querySelector(SIDEBAR_SCROLLER);
  if (sheet() === "controls" && scroller) left = { page: pageTitle(), top: scroller.scrollTop };
  document.documentElement.dataset.sheet = name;
  for (const button of document.querySelectorAll(".svm-dock button")) {
    button.setAttribute("aria-expanded", String(button.matches(`[data-sheet="${name}"]`)));
  }
  if (name !== "controls") return;
  showPicture();
  if (scroller) scroller.scrollTop = left.page === pageTitle() ? left.top : modelTop(scroller);
}

/** Where the controls were scrolled to, on which page. */
let left = { page: "", top: 0 };
const pageTitle = () => document.querySelector("h1")?.textContent ?? "";

/** How far the controls are scrolled when they open first: to those of the model, as the data may
 * be anything. 0 where there are none. @type {(scroller: Element) => number} */
function modelTop(scroller) {
  const heading = [...scroller.querySelectorAll(".svm-heading")]
    .find((one) => one.textContent === "Model");
  if (!heading) return 0;
  return scroller.scrollTop + heading.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
}

/** The first of what the drawer has takes the focus, of the pages the one that is open.
 * @type {(name: string) => void} */
function enter(name) {
  const within = STOPS.map((stop) => `${PARTS[name]} ${stop}`).join();
  const stops = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(within))]
    .filter((stop) => stop.getClientRects().length);
  (stops.find((stop) => stop.matches("[aria-current=page]")) ?? stops[0])?.focus();
}

/** The picture stands right below the header, and so above the drawer. */
function showPicture() {
  const scroller = document.querySelector(MAIN);
  const header = document.querySelector(HEADER);
  const stage = scroller?.querySelector(".svm-fill .svm-stage");
  if (!stage || !header) return;
  scroller.scrollTop += stage.getBoundingClientRect().top - header.getBoundingClientRect().bottom;
}

/** Once a window: a page that is chosen and the key Escape close the drawer. */
function listenOnce() {
  if (globalThis.svmDock) return;
  globalThis.svmDock = true;
  document.addEventListener("click", (ev) => {
    if (ev.target.closest?.(SIDEBAR_LINK)) openSheet("");
  });
  document.addEventListener("keydown", (ev) => {
    const opener = document.querySelector(`.svm-dock [data-sheet="${sheet()}"]`);
    if (ev.key !== "Escape" || ev.defaultPrevented || !opener) return;
    if (ev.target.closest?.(SIDEBAR)) opener.focus(); // what had the focus is hidden
    openSheet("");
  });
}
