// Cards in a radio group. The choice is the server's: a click reports it, the answer shows it.
import { element } from "../canvas/js/dom.js";

/**
 * @typedef {object} Picker
 * @property {string} label
 * @property {Look | string} look itself, or the address of its file
 * @property {string} chosen
 */
/**
 * @typedef {object} Look
 * @property {string[][]} cards name, title, help and SVG
 * @property {Header["palette"]} palette
 */

/** Files by their addresses. @type {Record<string, Promise<Look>>} */
const FILES = {};

/** @type {(component: Component<Picker>) => void} */
export default function (component) {
  const { look } = component.data;
  if (typeof look !== "string") return draw(component, look);
  const address = new URL(look, document.baseURI).href;
  FILES[address] ??= fetch(address).then((answer) => answer.json());
  FILES[address].then((found) => draw(component, found));
}

/** @type {(component: Component<Picker>, look: Look) => void} */
function draw({ data, parentElement, setTriggerValue }, { cards, palette }) {
  /** @type {HTMLElement & { drawn?: string }} */
  const root = parentElement.querySelector(".svm-picker");
  root.setAttribute("aria-label", data.label);
  const page = getComputedStyle(root).getPropertyValue("--st-background-color").trim();
  const probe = document.createElement("canvas").getContext("2d");
  probe.fillStyle = page || "#fff";
  const [r, g, b] = probe.fillStyle.match(/\w\w/g).map((pair) => parseInt(pair, 16));
  const colors = palette[r + g + b < 384 ? "dark" : "light"];
  for (let c = 0; colors[`class${c}`]; c++) {
    root.style.setProperty(`--c${c}`, colors[`class${c}`]);
  }
  const names = cards.map((card) => card[0]);
  const drawn = cards.map((card) => card[3]).join();
  if (root.drawn !== drawn) {
    root.drawn = drawn;
    root.replaceChildren(
      ...cards.map(([name, title, help, svg]) => {
        const label = { title: `${title}. ${help}`, "aria-label": title };
        const card = element("button", { type: "button", role: "radio", "data-name": name, ...label });
        card.innerHTML = svg;
        return card;
      }),
    );
  }
  const buttons = /** @type {HTMLCollectionOf<HTMLElement>} */ (root.children);
  const pick = (name) => {
    mark(name);
    setTriggerValue("choice", name);
  };
  const mark = (chosen) => {
    for (const card of buttons) {
      const on = card.dataset.name === chosen;
      card.setAttribute("aria-checked", String(on));
      card.tabIndex = on ? 0 : -1;
    }
  };
  mark(data.chosen);
  root.onclick = (event) => {
    const card = event.target.closest("button");
    if (card) pick(card.dataset.name);
  };
  root.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const card = event.target.closest("button");
    if (!step || !card) return;
    event.preventDefault();
    const next = (names.indexOf(card.dataset.name) + step + names.length) % names.length;
    buttons[next].focus();
    pick(names[next]);
  };
}
