// The text alternative of a canvas: what it says of the whole, and of a film the moment that is shown.

const ALT_PAUSE = 500; // milliseconds between two moments of a film that plays

/** @type {(S: { header: { alt: string }, film: { said: string } | null }) => string} */
export function altOf({ header, film }) {
  return film?.said ? `${header.alt.replace(/\.?$/, ".")} Shown: ${film.said}.` : header.alt;
}

export function showAlt(/** @type {State} */ S) {
  const { plot, root } = S.dom;
  const alt = altOf(S);
  if (plot.getAttribute("aria-label") !== alt) plot.setAttribute("aria-label", alt);
  if (!S.header.tools.length) plot.setAttribute("role", "img");
  root.toggleAttribute("data-zoomed", S.view !== null);
}

/** A film has moved. Of a plot that has the focus, a name that changes would be read out again and
 * again: while the film plays it stays. */
export function showAltSoon(/** @type {State} */ S) {
  S.altTimer ??= setTimeout(() => {
    S.altTimer = null;
    const heard = S.film?.playing && document.activeElement === S.dom?.plot;
    if (S.dom && !heard) showAlt(S);
  }, ALT_PAUSE);
}
