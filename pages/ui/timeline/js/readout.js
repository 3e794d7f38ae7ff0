// The moment in numbers. Every part has a width that its longest value fits in, so nothing jumps.
import { element } from "../../canvas/js/dom.js";
import { giveStop } from "../../canvas/js/roving.js";
import { PAUSE, PLAY, processOf } from "./buttons.js";
import { READOUT } from "./explained.js";
import { momentParts, saidOf } from "./moment_words.js";
import { lastMoment } from "./player.js";

const MAX_TICKS = 60;
const MAX_MARKS = 120;

export function buildReadout(/** @type {Controls} */ dom) {
  const readout = element("div", { class: "svm-tl-readout" });
  const line = (...names) => {
    const parts = names.map((name) => (dom.readout[name] = element("span", { class: `svm-tl-${name}` })));
    readout.append(element("div", {}, ...parts));
  };
  line("place", "step");
  line("cost", "above");
  line("test");
  dom.busy = element("span", { class: "svm-tl-busy", role: "status" });
  readout.append(dom.busy);
  return readout;
}

/** @type {(F: FilmStore, root: HTMLElement, dom: Controls) => void} */
export function showMoment(F, root, dom) {
  const { film, k } = F;
  if (!film) return;
  const update = film.update[k];
  const { slider, speed } = dom;
  if (Number(slider.max) !== film.total) slider.max = String(film.total);
  if (!F.dragging && Number(slider.value) !== update) slider.value = String(update);
  slider.style.setProperty("--done", `${(100 * Number(slider.value)) / film.total}%`);
  slider.setAttribute("aria-valuetext", film.words?.place[k] ?? `update ${update} of ${film.total}`);
  if (speed.value !== F.speed) speed.value = F.speed;
  showTicks(dom, film);
  const parts = momentParts(film, k);
  F.said = saidOf(parts);
  showNumbers(dom, film, parts);
  showButtons(F, dom);
  const busy = F.wanted === null ? "" : `fetching ${processOf(film).unit} ${F.wanted}`;
  if (dom.busy.textContent !== busy) dom.busy.textContent = busy;
  Object.assign(root.dataset, {
    update, moment: k, playing: F.playing, total: film.total, film: film.id, frames: F.frames,
  });
  root.toggleAttribute("data-busy", F.wanted !== null);
}

/** @type {(F: FilmStore, dom: Controls) => void} */
function showButtons(F, { buttons }) {
  const { film, k, playing } = F;
  const [icon, title] = playing ? [PAUSE, "Pause"] : [PLAY, "Play"];
  if (buttons.toggle.getAttribute("aria-label") !== title) {
    buttons.toggle.innerHTML = icon;
    buttons.toggle.title = `${title} (Space)`;
    buttons.toggle.setAttribute("aria-label", title);
  }
  // said, not disabled: a disabled button would lose the focus of whoever steps with it
  const off = (name, value) => buttons[name].setAttribute("aria-disabled", value);
  for (const name of ["start", "epochBack", "back"]) off(name, k === 0);
  for (const name of ["forward", "epochForward", "end"]) off(name, k === lastMoment(film));
}

/** A tick for every epoch, or for what is marked, as long as they can be told apart.
 * @type {(dom: Controls, film: Film) => void} */
function showTicks({ ticks }, film) {
  if (ticks.dataset.of === film.id) return;
  ticks.dataset.of = film.id;
  ticks.replaceChildren();
  const epochs = Math.floor(film.total / film.per_epoch);
  const few = film.marks ? film.marks.length <= MAX_MARKS : epochs <= MAX_TICKS;
  if (!few) return;
  const at = film.marks ?? Array.from({ length: epochs + 1 }, (_, epoch) => epoch * film.per_epoch);
  for (const update of at) {
    ticks.append(element("i", { style: `left:${(100 * update) / film.total}%` }));
  }
}

/** @type {(dom: Controls, film: Film, parts: Record<string, string>) => void} */
function showNumbers({ readout }, film, parts) {
  const help = film.words ? film.help : READOUT;
  for (const [name, part] of Object.entries(readout)) {
    put(part, parts[name] ?? "", widest(film, name));
    explain(part, part.textContent && help?.[name]);
  }
  if (readout.place.dataset.of === film.id) return;
  readout.place.dataset.of = film.id;
  giveStop(readout.place.closest(".svm-tl-readout"));
}

/** @type {(part: HTMLElement, help: string | undefined) => void} */
function explain(part, help) {
  if (part.title === (help ?? "")) return;
  part.title = help ?? "";
  part.toggleAttribute("data-explained", Boolean(help));
  if (help) part.tabIndex = -1;
  else part.removeAttribute("tabindex");
}

/** The characters of the longest text of a part. @type {(film: Film, name: string) => number} */
function widest(film, name) {
  if (film.words) return Math.max(0, ...(film.words[name] ?? []).map((text) => text.length));
  const digits = String(film.total).length;
  const epochs = String(Math.ceil(film.total / film.per_epoch)).length;
  return { place: 2 * digits + epochs + 18, step: 11, cost: 30, above: 25, test: film.test_recall ? 55 : 0 }[name];
}

/** @type {(part: HTMLElement, text: string, characters: number) => void} */
function put(part, text, characters) {
  if (part.textContent !== text) part.textContent = text;
  const width = `${characters}ch`;
  if (part.style.minWidth !== width) part.style.minWidth = width;
}
