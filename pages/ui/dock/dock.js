// A phone's drawer: which of both, the controls or the list of pages, is open stands on the page's
// root, where the style sheet reads it. Streamlit's own state of the sidebar is left alone.
import { element } from "../canvas/js/dom.js";

const ICON = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="';
const SHEETS = {
  controls: ["Controls", "M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M10 2.5v4M6 9.5v4"],
  pages: ["Pages", "M2.5 4h11M2.5 8h11M2.5 12h11"],
};

/** @type {(component: Component<null>) => void} */
export default function dock({ parentElement }) {
  const bar = parentElement.querySelector(".svm-dock");
  if (bar.childElementCount) return;
  for (const [name, [text, path]] of Object.entries(SHEETS)) {
    const attributes = { type: "button", "data-sheet": name, "aria-controls": "stSidebar" };
    const button = element("button", attributes);
    button.innerHTML = `${ICON}${path}"/></svg>`;
    button.append(text);
    button.addEventListener("click", () => openSheet(sheet() === name ? "" : name));
    bar.append(button);
  }
  listenOnce();
  openSheet(sheet());
}

const sheet = () => document.documentElement.dataset.sheet ?? "";

/** @type {(name: string) => void} "" for none */
function openSheet(name) {
  document.documentElement.dataset.sheet = name;
  for (const button of document.querySelectorAll(".svm-dock button")) {
    button.setAttribute("aria-expanded", String(button.matches(`[data-sheet="${name}"]`)));
  }
  if (name === "controls") showPicture();
}

/** The picture stands right below the header, and so above the drawer. */
function showPicture() {
  const scroller = document.querySelector('[data-testid="stMain"]');
  const header = document.querySelector('[data-testid="stHeader"]');
  const stage = scroller?.querySelector(".svm-fill .svm-stage");
  if (!stage || !header) return;
  scroller.scrollTop += stage.getBoundingClientRect().top - header.getBoundingClientRect().bottom;
}

/** Once a window: a page that is chosen and the key Escape close the drawer. */
function listenOnce() {
  if (globalThis.svmDock) return;
  globalThis.svmDock = true;
  document.addEventListener("click", (ev) => {
    if (ev.target.closest?.('[data-testid="stSidebarNavLink"]')) openSheet("");
  });
  document.addEventListener("keydown", (ev) => {
    const opener = document.querySelector(`.svm-dock [data-sheet="${sheet()}"]`);
    if (ev.key !== "Escape" || ev.defaultPrevented || !opener) return;
    if (ev.target.closest?.('[data-testid="stSidebar"]')) opener.focus(); // what had the focus is hidden
    openSheet("");
  });
}
