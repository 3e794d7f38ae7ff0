// A numeric control: its name, its value in a field, and a track to drag it on. A drag is answered
// as it goes: one message on its way, the newest value next, the last one for certain.
import { element } from "../canvas/js/dom.js";
import { passPageKeys } from "../canvas/js/passed_keys.js";
import { onPageKeys } from "./page_keys.js";
import { nextStop, parsed, toPosition, toValue, written } from "./scale.js";
import { onSlide } from "./slide.js";
import { running } from "../streamlit_internals.js";

const PAUSE = 1000; // milliseconds between two keys that belong to one change
const KEYS = {
  ArrowRight: [1, 1], ArrowUp: [1, 1], ArrowLeft: [-1, 1], ArrowDown: [-1, 1],
  PageUp: [1, 10], PageDown: [-1, 10], End: [1, Infinity], Home: [-1, Infinity],
};

passPageKeys();

/** @type {(component: Component<Scale>) => void} */
export default function rangeInput({ data, parentElement, setStateValue }) {
  /** @type {HTMLElement & { control?: ReturnType<typeof build> }} */
  const root = parentElement.querySelector(".svm-range");
  const R = (root.control ??= build(root, data));
  R.report = (value) => setStateValue("message", { value, n: ++R.messages });
  R.scale = data;
  configure(R);
  if (!R.change && !channel(R)?.waits(data.name)) show(R, data.value);
}

/** @type {(root: HTMLElement, scale: Scale) => RangeControl} */
function build(root, scale) {
  const name = element("span", { class: "svm-range-name" });
  const field = element("input", {
    type: "text", inputmode: "decimal", class: "svm-range-value", autocomplete: "off",
    spellcheck: "false",
  });
  const track = element("input", { type: "range", step: "any" });
  const tick = element("i", { class: "svm-range-default", "aria-hidden": "true" });
  const error = element("p", { class: "svm-wrong", role: "alert" });
  root.replaceChildren(
    element("div", { class: "svm-range-head" }, name, field),
    element("div", { class: "svm-range-track" }, tick, track),
    error,
  );
  /** @type {RangeControl} */
  const R = {
    name, field, track, tick, error, scale, value: scale.value, change: null,
    messages: 0, report: () => {}, ending: null,
  };
  track.addEventListener("pointerdown", () => begin(R));
  onSlide(track, () => set(R, toValue(R.scale, Number(track.value))));
  track.addEventListener("change", () => finish(R));
  track.addEventListener("pointerup", () => finish(R));
  track.addEventListener("pointercancel", () => finish(R));
  track.addEventListener("dblclick", () => once(R, R.scale.initial));
  track.addEventListener("keydown", (ev) => onKey(R, ev));
  track.addEventListener("blur", () => finish(R));
  field.addEventListener("change", () => typed(R));
  selectOnEntry(field);
  field.addEventListener("keydown", (ev) => {
    if (ev.key === "Escape") show(R, R.value), field.blur();
  });
  onPageKeys(R, (way) => onStep(R, way));
  return R;
}

/** Whoever comes to a field, by a key or a click, types a number in the place of the one there.
 * @type {(field: HTMLInputElement) => void} */
function selectOnEntry(field) {
  let entering = false;
  field.addEventListener("focus", () => field.select());
  field.addEventListener("pointerdown", () => (entering = document.activeElement !== field));
  field.addEventListener("mouseup", (ev) => {
    if (entering) ev.preventDefault(); // by which WebKit would set the caret where the click was
    entering = false;
  });
}

function configure(/** @type {RangeControl} */ R) {
  const { scale, track, field, tick, name } = R;
  const [least, most] = [scale.low, scale.high].map((value) => toPosition(scale, value));
  track.min = String(least);
  track.max = String(most);
  const title = scale.help ? { title: scale.help, "aria-description": scale.help } : {};
  for (const [node, attributes] of /** @type {[Element, Attributes][]} */ ([
    [track, { "aria-label": scale.label, ...title }],
    [field, { "aria-label": `${scale.label}, typed` }],
    [name, scale.help ? { title: scale.help, tabindex: "-1" } : {}],
  ])) for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  if (name.textContent !== scale.label) name.textContent = scale.label;
  const share = (toPosition(scale, scale.initial) - least) / (most - least);
  tick.hidden = !(share >= 0 && share <= 1);
  track.disabled = field.disabled = scale.off !== "";
  tick.style.setProperty("--at", share.toFixed(4));
}

/** @type {(R: RangeControl, value: number) => void} */
function show(R, value) {
  R.value = value;
  R.error.textContent = "";
  R.track.value = String(toPosition(R.scale, value));
  const text = R.scale.off || written(value);
  R.track.setAttribute("aria-valuetext", text);
  if (document.activeElement !== R.field || R.change) R.field.value = text;
}

/** @type {(R: RangeControl) => Channel | null} */
const channel = (R) => globalThis.svmChannel?.(R.scale.canvas) ?? null;

/** A change goes on from the first move to the release: to the server it is one step.
 * @type {(R: RangeControl) => RangeChange} */
function begin(R) {
  clearTimeout(R.ending);
  R.change ??= channel(R)?.change(R.scale.name) ?? direct(R);
  R.change.from ??= R.value;
  return R.change;
}

/** @type {(R: RangeControl, value: number) => void} */
function set(R, value) {
  const change = begin(R);
  if (value === R.value) return;
  show(R, value);
  change.set(value);
}

function finish(/** @type {RangeControl} */ R) {
  clearTimeout(R.ending);
  const change = R.change;
  R.change = null;
  change?.end();
  R.track.value = String(toPosition(R.scale, R.value)); // where the rounded value is
}

/** @type {(R: RangeControl, value: number) => void} */
function once(R, value) {
  set(R, value);
  finish(R);
}

/** @type {(R: RangeControl, ev: KeyboardEvent) => void} */
function onKey(R, ev) {
  if (ev.key === "Escape" && R.change) {
    ev.preventDefault();
    return once(R, R.change.from);
  }
  const key = KEYS[ev.key];
  if (!key || ev.ctrlKey || ev.metaKey || ev.altKey) return undefined;
  ev.preventDefault();
  const [way, steps] = key;
  return onStep(R, way, steps);
}

/** Some stops on (`way` 1) or back: one change, as long as keys follow each other.
 * @type {(R: RangeControl, way: number, steps?: number) => void} */
function onStep(R, way, steps = 1) {
  const { low, high } = R.scale;
  const end = way > 0 ? high : low;
  set(R, steps === Infinity ? end : nextStop(R.scale, R.value, way, steps));
  clearTimeout(R.ending);
  R.ending = setTimeout(() => finish(R), PAUSE);
}

function typed(/** @type {RangeControl} */ R) {
  const value = parsed(R.scale, R.field.value);
  if (typeof value === "number") {
    once(R, value);
    return show(R, value);
  }
  R.field.value = written(R.value);
  complain(R, value);
}

/** Say what is wrong until anything else is done. @type {(R: RangeControl, why: string) => void} */
function complain(R, why) {
  R.error.textContent = why;
  const over = new AbortController();
  for (const name of ["pointerdown", "keydown"]) {
    document.addEventListener(name, () => {
      R.error.textContent = "";
      over.abort();
    }, { capture: true, signal: over.signal });
  }
}

/** Without a canvas on the page the control has a channel of its own: a run of the script answers.
 * @type {(R: RangeControl) => RangeChange} */
function direct(R) {
  let [wanted, sent] = [R.value, R.value];
  const send = () => {
    if (wanted !== sent) R.report((sent = wanted));
  };
  const watch = setInterval(() => running() || send(), 40);
  return {
    set: (value) => {
      wanted = value;
    },
    end: () => {
      clearInterval(watch);
      send();
    },
  };
}
