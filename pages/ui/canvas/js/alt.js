// The text alternative of a canvas: what it says of the whole, and of a film the moment that is shown.
import { later } from "./store.js";

const ALT_PAUSE = 500; // milliseconds between two moments of a film that plays

/** @type {(S: { header: { alt: string }, film: { said: string } | null }) => string} */
export function altOf({ header, film }) {
  return film?.said ? `${header.alt.replace(/\.?$/, ".")} Shown: ${film.said}.` : header.alt;
}

export function showAlt(/** @type {State} */ S) {
  const { plot, root } = S.dom;
  const alt = altOf(S);
  if (plot.getAttribute("aria-label") !== alt) plot.setAttribute("aria-label", alt);
  root.toggleAttribute("data-zoomed", S.view !== null);
}

/** A film has moved. Of a plot that has the focus, a name that changes would be read out again and
 * again: while the film plays it stays. */
export function showAltSoon(/** @type {State} */ S) {
  if (!S.timers.has("alt")) later(S, "alt", ALT_PAUSE, () => {
    const heard = S.film?.playing && document.activeElement === S.dom?.plot;
    if (S.dom && !heard) showAlt(S);
  });
}
