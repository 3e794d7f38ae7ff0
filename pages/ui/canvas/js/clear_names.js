// The names of lines in a picture that plotly.js has drawn, where `clearWords` puts them: in a low
// picture those places that the server chose for one of the usual size lie on one another.
import { clearWords, halfWidth } from "./clear_words.js";
import { setAttributes } from "./dom.js";
import { BASE, placesOf, wordsOf } from "./picture.js";

const NAME_TRACES = ["names", "labels"]; // uids of the traces of names
const DOT_REACH = 4; // pixels: half the width of a point

/** Whether the words of a trace may stand anywhere: those in colours have their own places. A trace
 * without words has no font. @type {(trace: any) => boolean} */
const isOfOneColor = ({ textfont }) => Boolean(textfont) && !Array.isArray(textfont.color);

/** Whether an edge of the picture cuts a word off, as a phone's does.
 * @type {(word: import("./clear_words.js").Word, of: Geometry) => boolean} */
export const isCut = ({ text, size, x, side }, { ox, w }) => {
  const half = halfWidth(text, size);
  return Math.abs(x + side[0] * half - ox - 0.5 * w) + half > 0.5 * w;
};

export function clearNames(/** @type {State} */ S) {
  const { plot } = S.dom;
  const all = plot._fullData ?? [];
  const traces = all.filter((one) => NAME_TRACES.includes(one.uid) && isOfOneColor(one));
  if (!traces.length || !S.geom || !S.header.tools.length) return;
  const lines = all.filter((one) => one.mode?.startsWith("lines")).map((one) => placesOf(S, one));
  const points = all.filter((one) => one.uid === "points").map((one) => throughPoints(placesOf(S, one)));
  const words = traces.flatMap((trace) => wordsOf(S, trace)
    .filter((word) => trace.uid === "names" || isCut(word, S.geom)));
  const places = clearWords(words, S.geom, [], [...lines, ...points]);
  for (const node of plot.querySelectorAll(NAME_TRACES.map((uid) => `.trace${uid} text`).join())) {
    const k = words.findIndex(({ text }) => text === node.textContent);
    if (k < 0) continue;
    setAttributes(node, { visibility: places[k] ? "visible" : "hidden" });
    if (places[k]) put(node, places[k], S.geom, words[k].size);
  }
}

/** Points as a line that crosses each of them. @type {(at: Pair[]) => Pair[]} */
const throughPoints = (at) => at.flatMap(([x, y]) => [[x - DOT_REACH, y], [x + DOT_REACH, y], [NaN, NaN]]);

/** @type {(node: Element, at: Pair, of: Geometry, size: number) => void} */
function put(node, [x, y], { ox, oy }, size) {
  setAttributes(node, { x: x - ox, y: y - oy + BASE * size, "text-anchor": "middle" });
  setAttributes(node.parentElement, { transform: "translate(0,0)" });
}
