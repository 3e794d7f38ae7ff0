// The figures of the page that is open, as a visitor sees them.
import { STORES } from "../../canvas/js/store.js";

/** In the order of the page. @type {() => PageFigure[]} */
export function figuresHere() {
  const found = [...canvases(), ...images()];
  found.sort((a, b) => (nodeOf(a).compareDocumentPosition(nodeOf(b)) & 4 ? -1 : 1));
  const used = new Set();
  for (const one of found) one.slug = toldApart(slugOf(one.title), used);
  return found;
}

const nodeOf = (/** @type {PageFigure} */ { canvas, image }) => canvas?.dom.root ?? image;

/** Shown, and not merely left in a store. @type {(node: Element) => boolean} */
const isSeen = (node) => node.isConnected && node.getClientRects().length > 0;

/** @type {() => PageFigure[]} */
function canvases() { // of a chart that says only why it is empty there is nothing to take
  const all = [...STORES.values()].filter((S) => S.drawings.tried && S.dom?.plot._fullData?.length && isSeen(S.dom.root));
  return all.map((S) => ({ title: titleOf(S), slug: "", canvas: S }));
}

/** @type {() => PageFigure[]} */
function images() {
  const css = 'figure img[src^="data:image/svg+xml;base64,"]';
  const found = /** @type {HTMLImageElement[]} */ ([...document.querySelectorAll(css)]);
  return found.filter(isSeen).map((image) => ({
    title: image.alt.split(/[.:;](?!\d)/)[0].slice(0, 60) || "Figure", slug: "", image,
  }));
}

/** The title that is drawn, else what a screen reader says of a chart; a board is the picture.
 * @type {(S: State) => string} */
function titleOf(S) {
  const drawn = textOf(ownTitle(S));
  if (drawn) return drawn;
  return isPicture(S) ? "Picture" : S.header.alt.split(":")[0].slice(0, 60) || "Figure";
}

/** Whether it is what its page is about, and no chart beside that. @type {(S: State) => boolean} */
export const isPicture = (S) => S.dom.root.classList.contains("svm-fill");

/** As the figure has it: plotly.js fills in a text that nobody sees. @type {(S: State) => string} */
export const ownTitle = (S) => S.dom.plot.layout?.title?.text ?? "";

/** A title without the marks of plotly.js. @type {(text: string) => string} */
const textOf = (text) => text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").trim();

/** A word for a file's name. @type {(text: string) => string} */
export function slugOf(text) {
  const greek = { α: "alpha", ξ: "xi", γ: "gamma", ν: "nu", ε: "epsilon", φ: "phi", λ: "lambda", μ: "mu" };
  const latin = text.replace(/[αξγνεφλμ]/g, (letter) => ` ${greek[letter]} `).normalize("NFKD");
  const word = latin.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/\b(\w+)(-\1\b)+/g, "$1");
  return word.replace(/^-|-$/g, "").slice(0, 40).replace(/-$/, "") || "figure";
}

/** @type {(slug: string, used: Set<string>) => string} */
function toldApart(slug, used) {
  let name = slug;
  for (let k = 2; used.has(name); k++) name = `${slug}-${k}`;
  used.add(name);
  return name;
}
