// Where Streamlit leaves the browser's history odd. Once a window.
import { MENU_LINKS } from "../../streamlit_internals.js";

/** @type {(linkHolds: (told: string) => void) => void} */
export function mendNavigation(linkHolds) {
  if (globalThis.svmNavigation) return;
  globalThis.svmNavigation = true;
  readRevision(linkHolds);
  mendHistory();
  followPresses();
}

/** Beside the link, in one message, the server tells which edits it contains, if there are any, and
 * whose page's link it is: see address_bar.py. These words are not for the address bar.
 *
 * The link of a new page may come while the address still is that of the page that is left, which
 * keeps its own: Streamlit opens the new page with the words that came last.
 * @type {(linkHolds: (told: string) => void) => void} */
export function readRevision(linkHolds) {
  for (const name of ["pushState", "replaceState"]) {
    const change = history[name].bind(history);
    history[name] = (state, title, url) => {
      const [shown, told] = withoutTold(String(url ?? ""));
      if (isLate(told, new URL(shown, location.href))) return;
      change(state, title, told.size ? shown : url);
      linkHolds(told.get("edits") ?? "");
    };
  }
}

const TOLD = /([?&])(edits|page|left)=([^&#]*)&?/;

/** An address without what the server told with it, and that. @type {(url: string) => [string, Map<string, string>]} */
function withoutTold(url) {
  const told = new Map();
  for (let word = TOLD.exec(url); word; word = TOLD.exec(url)) {
    told.set(word[2], decodeURIComponent(word[3]));
    url = url.replace(TOLD, "$1");
  }
  return [told.size ? url.replace(/[?&]$/, "") : url, told];
}

/** Whether a link is that of another page than the address. The first page has no folder there: for
 * it, the server tells the page that is left. @type {(told: Map<string, string>, url: URL) => boolean} */
function isLate(told, { pathname }) {
  const folder = pathname.replace(/\/+$/, "").split("/").at(-1);
  return told.has("page") ? folder !== told.get("page") : told.has("left") && folder === told.get("left");
}

/** Words that say where a visitor is: the view of a page, the step of a lesson, the lecture mode. */
const PLACES = /^(lesson|step|mode)$|_(view|dual|kernels|picture|goal|mode|derivation)$/;

/** Streamlit makes an entry of the history of every change of the address. Back is to lead to the
 * page, view or step before, and not through every value that was tried, which undo takes back: an
 * address of the same place replaces the entry, and so do the words that follow, as a second
 * address, the bare one by which Streamlit opens a page. */
export function mendHistory() {
  let arrived = false;
  const push = history.pushState.bind(history);
  history.pushState = (state, title, url) => {
    const next = new URL(url ?? "", location.href);
    const here = new URL(location.href);
    const follows = next.pathname === here.pathname
      && ((arrived && !here.search) || placeWords(next) === placeWords(here));
    arrived = next.pathname !== here.pathname && !next.search;
    if (follows) history.replaceState(state, title, url);
    else push(state, title, url);
  };
  for (const kind of ["pointerdown", "keydown"]) {
    document.addEventListener(kind, () => (arrived = false), { capture: true });
  }
}

/** Who presses a link of the menu and then, before that page comes, the link to the page shown wants
 * to stay. The second message tells the server no page: see streamlit_internals.py. Back to this page does. */
function followPresses() {
  let asked = "";
  document.addEventListener("click", ({ target }) => {
    /** @type {HTMLAnchorElement | null} */
    const link = /** @type {Element} */ (target).closest?.(MENU_LINKS);
    if (!link) return;
    const stays = link.pathname === location.pathname && asked && asked !== location.pathname;
    asked = link.pathname;
    if (stays) dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  });
}

/** Where on its page an address is. @type {(url: URL) => string} */
function placeWords({ searchParams }) {
  const words = [...searchParams].filter(([name]) => PLACES.test(name));
  return JSON.stringify(words.sort(([a], [b]) => (a < b ? -1 : 1)));
}
