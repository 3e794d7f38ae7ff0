// The one timeline: buttons, a slider over the updates of the run, and what the moment is in numbers.
const ICON = (body) => `<svg viewBox="0 0 20 20" aria-hidden="true">${body}</svg>`;
const LEFT = (x) => `<path d="M${x + 7},4.5L${x},10l7,5.5z"/>`;
const RIGHT = (x) => `<path d="M${x},4.5L${x + 7},10l-7,5.5z"/>`;
const BAR = (x) => `<path d="M${x},4.5h2v11h-2z"/>`;
const PLAY = ICON('<path d="M5.5,3l11.5,7l-11.5,7z"/>');
const PAUSE = ICON('<path d="M5,3.5h3.6v13h-3.6zM11.4,3.5h3.6v13h-3.6z"/>');
const BUTTONS = [
  ["start", "To the start", "Home", ICON(BAR(3) + LEFT(5) + LEFT(11))],
  ["epochBack", "One {chapter} back", "[", ICON(LEFT(3) + LEFT(10))],
  ["back", "One {unit} back", ",", ICON(LEFT(5) + BAR(13.5))],
  ["toggle", "Play", "Space", PLAY],
  ["forward", "One {unit} forward", ".", ICON(BAR(4.5) + RIGHT(8))],
  ["epochForward", "One {chapter} forward", "]", ICON(RIGHT(3) + RIGHT(10))],
  ["end", "To the end", "End", ICON(RIGHT(2) + RIGHT(8) + BAR(15))],
];
const KEYS = { ...FILM_KEYS, Home: "start", End: "end" };
const BUILT = new WeakMap(); // the parts of a root that was mounted

export default function timeline({ data, parentElement, setStateValue }) {
  if (!parentElement.isConnected) return undefined;
  const { header, text } = unpack(data);
  const F = filmStore(header.key);
  F.send = header.focus ? (wish) => setStateValue("focus", wish) : null;
  F.command = (name) => command(F, name);
  mount(F, parentElement, header.story);
  if (F.text !== text) {
    F.text = text;
    const { film, points } = JSON.parse(text);
    F.points = decodeArrays(points);
    takeFilm(F, decodeArrays(film));
  }
  changed(F);
  // nothing to take down: the clock stops by itself when its timeline has left the page
  return undefined;
}

function mount(F, host, story) {
  const root = host.querySelector(".svm-timeline");
  if (!BUILT.has(root)) BUILT.set(root, build(F, root, STORIES[story]));
  F.root = root;
  follow(F.key, "timeline", () => showMoment(F, root, BUILT.get(root)));
}

function build(F, root, story) {
  root.dataset.key = F.key;
  F.dragging = false; // the thumb that was held has gone
  const dom = { buttons: {}, readout: {} };
  const bar = element("div", { class: "svm-tl-buttons", role: "group", "aria-label": "Moments" });
  for (const [name, words, key, icon] of BUTTONS) {
    const title = words.replace("{unit}", story.unit).replace("{chapter}", story.chapter);
    const label = { title: `${title} (${key})`, "aria-label": title, "aria-keyshortcuts": key };
    const b = element("button", { type: "button", class: `svm-tl-${name}`, ...label });
    b.innerHTML = icon;
    b.addEventListener("click", () => command(F, name));
    dom.buttons[name] = b;
    bar.append(b);
  }
  dom.slider = buildSlider(F, story);
  dom.speed = buildSpeed(F, story);
  dom.ticks = element("div", { class: "svm-tl-ticks", "aria-hidden": "true" });
  const track = element("div", { class: "svm-tl-track" }, dom.ticks, dom.slider);
  root.firstElementChild.replaceChildren(bar, track, dom.speed, buildReadout(dom));
  root.addEventListener("keydown", (ev) => onKey(F, ev));
  return dom;
}

function buildSlider(F, { unit }) {
  const name = unit[0].toUpperCase() + unit.slice(1);
  const slider = element("input", { type: "range", min: 0, step: 1, "aria-label": name });
  slider.addEventListener("input", () => {
    if (!F.film) return;
    F.playing = false;
    F.dragging = true; // the thumb stays under the pointer, between two moments too
    show(F, nearestMoment(F.film, Number(slider.value)));
  });
  // not every browser tells of a change when the thumb comes back to where it was
  for (const end of ["change", "pointerup", "pointercancel", "blur"]) {
    slider.addEventListener(end, () => letGo(F));
  }
  return slider;
}

function letGo(F) {
  if (!F.dragging) return;
  F.dragging = false;
  changed(F);
}

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

// A held arrow key runs through the moments that are here; it asks nobody for others.
function nudge(F, direction) {
  if (F.film) settle(F, Math.min(Math.max(F.k + direction, 0), lastMoment(F.film)));
}
