// Buttons, a slider over the updates of the run, the speed, and the moment in numbers; on the page,
// and in a film that was exported.
import { element, OWN_KEYS } from "../../canvas/js/dom.js";
import { FILM_KEYS, follow } from "../../canvas/js/films.js";
import { giveStop, rove } from "../../canvas/js/roving.js";
import { onSlide } from "../../range/slide.js";
import { BUTTONS, PROCESSES } from "./buttons.js";
import { changed, command, lastMoment, nearestMoment, pauseAt, show, SPEEDS } from "./player.js";
import { buildReadout, showMoment } from "./readout.js";

/** @type {Record<string, string>} */
const KEYS = { ...FILM_KEYS, Home: "start", End: "end" };
const TAKES_KEYS = `${OWN_KEYS}, select, button, a, summary, [role="button"]`;
/** The parts of a root that was mounted. @type {WeakMap<HTMLElement, Controls>} */
const BUILT = new WeakMap();

/** @type {(F: FilmStore, host: HTMLElement, process: string) => void} */
export function mountControls(F, host, process) {
  const root = host.querySelector(".svm-timeline");
  if (!BUILT.has(root)) BUILT.set(root, build(F, root, PROCESSES[process]));
  F.root = root;
  follow(F.key, "timeline", () => showMoment(F, root, BUILT.get(root)));
}

/** @type {(F: FilmStore, root: HTMLElement, process: Process) => Controls} */
function build(F, root, process) {
  root.dataset.key = F.key;
  F.dragging = false; // the thumb that was held has gone
  const dom = { buttons: {}, readout: {} };
  const bar = element("div", { class: "svm-tl-buttons", role: "group", "aria-label": "Moments" });
  for (const [name, words, key, icon] of BUTTONS) {
    const title = words.replace("{unit}", process.unit).replace("{chapter}", process.chapter);
    const label = { title: `${title} (${key})`, "aria-label": title, "aria-keyshortcuts": key };
    const b = element("button", { type: "button", class: `svm-tl-${name}`, ...label });
    b.innerHTML = icon;
    b.addEventListener("click", () => command(F, name));
    bar.append((dom.buttons[name] = b));
  }
  dom.slider = buildSlider(F, process);
  dom.speed = buildSpeed(F, process);
  dom.ticks = element("div", { class: "svm-tl-ticks", "aria-hidden": "true" });
  const track = element("div", { class: "svm-tl-track" }, dom.ticks, dom.slider);
  root.firstElementChild.replaceChildren(bar, track, dom.speed, buildReadout(dom));
  giveStop(bar);
  rove();
  root.addEventListener("keydown", (ev) => onKey(F, ev));
  listenToPage(F, root);
  return dom;
}

/** The keys that the buttons name, wherever nothing else has the focus that takes them.
 * @type {(F: FilmStore, root: HTMLElement) => void} */
function listenToPage(F, root) {
  const over = new AbortController();
  document.addEventListener("keydown", (ev) => {
    if (!root.isConnected) return over.abort();
    const taken = ev.defaultPrevented || ev.ctrlKey || ev.metaKey || ev.altKey || ev.shiftKey;
    if (taken || !KEYS[ev.key] || /** @type {Element} */ (ev.target).closest(TAKES_KEYS)) return undefined;
    ev.preventDefault();
    return command(F, KEYS[ev.key]);
  }, { signal: over.signal });
}

/** @type {(F: FilmStore, process: Process) => HTMLInputElement} */
function buildSlider(F, { unit }) {
  const name = unit[0].toUpperCase() + unit.slice(1);
  const slider = element("input", { type: "range", min: 0, step: 1, "aria-label": name });
  onSlide(slider, () => {
    if (!F.film) return;
    F.playing = false;
    F.byHand = true;
    F.dragging = true; // the thumb stays under the pointer, between two moments too
    show(F, nearestMoment(F.film, Number(slider.value)));
  });
  // not every browser tells of a change when the thumb comes back to where it was
  for (const end of ["change", "pointerup", "pointercancel", "blur"]) {
    slider.addEventListener(end, () => {
      if (F.dragging || end === "pointercancel") changed(F); // the thumb may have moved alone
      F.dragging = false;
    });
  }
  return slider;
}

/** @type {(F: FilmStore, process: Process) => HTMLSelectElement} */
function buildSpeed(F, { unit, speeds }) {
  const speed = element("select", { class: "svm-tl-speed", title: "Speed", "aria-label": "Speed" });
  for (const name of speeds) {
    speed.append(element("option", { value: name }, SPEEDS[name].replace("{unit}", unit)));
  }
  speed.addEventListener("change", () => {
    F.speed = speed.value;
    changed(F);
  });
  return speed;
}

/** @type {(F: FilmStore, ev: KeyboardEvent) => void} */
function onKey(F, ev) {
  if (ev.ctrlKey || ev.metaKey || ev.altKey || ev.target.tagName === "SELECT") return;
  const slides = ev.target.tagName === "INPUT";
  const arrow = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[ev.key];
  const paged = { PageDown: "epochBack", PageUp: "epochForward" }[ev.key];
  if (slides && arrow) nudge(F, arrow);
  else if (slides && paged) command(F, paged);
  else if (ev.key === " " && ev.target.tagName === "BUTTON") return; // the button's own
  else if (KEYS[ev.key]) command(F, KEYS[ev.key]);
  else return;
  ev.preventDefault();
}

/** A held arrow key runs through the moments that are here; it asks nobody for others.
 * @type {(F: FilmStore, direction: number) => void} */
function nudge(F, direction) {
  if (!F.film) return;
  F.byHand = true;
  pauseAt(F, Math.min(Math.max(F.k + direction, 0), lastMoment(F.film)));
}
