// Where Streamlit leaves the browser's history and the menu of a phone odd. Once a window.

export function mendNavigation() {
  if (globalThis.svmNavigation) return;
  globalThis.svmNavigation = true;
  mendHistory();
  document.addEventListener("click", closeDrawer);
}

/** Words that say where a film was stopped and what part of a picture is seen. */
const QUIET = /(^|_)(at|zoom)$/;

/** Streamlit opens a page by its bare address, and the words of the link follow as a second entry
 * of the history: Back would first lead to the bare one, where nothing seems to happen. So words
 * that come before anything was done on the page replace its entry, and so do quiet ones: Back is
 * not to walk through every zoom. */
function mendHistory() {
  let arrived = false;
  const push = history.pushState.bind(history);
  history.pushState = (state, title, url) => {
    const next = new URL(url ?? "", location.href);
    const here = new URL(location.href);
    const follows = next.pathname === here.pathname
      && ((arrived && !here.search) || loudWords(next) === loudWords(here));
    arrived = next.pathname !== location.pathname && !next.search;
    if (follows) history.replaceState(state, title, url);
    else push(state, title, url);
  };
  for (const kind of ["pointerdown", "keydown"]) {
    document.addEventListener(kind, () => (arrived = false), { capture: true });
  }
}

/** The words of an address without the quiet ones. @type {(url: URL) => string} */
function loudWords({ searchParams }) {
  const loud = [...searchParams].filter(([name]) => !QUIET.test(name));
  return JSON.stringify(loud.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** On a phone the menu is in a drawer over the page, which stays open when a page is chosen. */
function closeDrawer(/** @type {MouseEvent} */ ev) {
  const link = /** @type {Element} */ (ev.target).closest?.('[data-testid="stSidebarNavLink"]');
  if (!link || window.innerWidth > 640) return;
  const button = document.querySelector('[data-testid="stSidebarCollapseButton"] button');
  setTimeout(() => /** @type {HTMLElement | null} */ (button)?.click());
}
