// Sliders under a finger. The browser moves a thumb to where it is touched before it knows whether
// the finger slides along the track or scrolls the page.

const ALONG = 8; // pixels that a finger moves along a track before its slider follows

/** Calls `move` for every input to a slider that is meant: a touch counts as soon as it goes along
 * the track, or when it ends there; one that scrolls the page does not.
 * @type {(slider: HTMLInputElement, move: () => void) => void} */
export function onSlide(slider, move) {
  /** @type {number | null} where a touch began that is not decided yet */
  let start = null;
  slider.addEventListener("pointerdown", (ev) => {
    start = ev.pointerType === "touch" ? ev.clientX : null;
  });
  slider.addEventListener("pointermove", (ev) => {
    if (start !== null && Math.abs(ev.clientX - start) > ALONG) start = null;
  });
  slider.addEventListener("pointerup", () => {
    if (start === null) return;
    start = null;
    move();
  });
  slider.addEventListener("pointercancel", () => {
    start = null;
  });
  slider.addEventListener("input", () => start === null && move());
}
