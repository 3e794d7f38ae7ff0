// The names of lines in a picture that plotly.js has drawn, where `clearWords` puts them: in a low
// picture those places that the server chose for one of the usual size lie on one another.
import { clearWords } from "./clear_words.js";
import { setAttributes } from "./dom.js";
import { BASE, placesOf, wordsOf } from "./picture.js";

const DOT_REACH = 4; // pixels: half the width of a point

/** Whether the words of a trace may stand anywhere: those in colours have their own places. A trace
 * without words has no font. @type {(trace: any) => boolean} */
const isOfOneColor = ({ textfont }) => Boolean(textfont) && !Array.isArray(textfont.color);

export function clearNames(/** @type {State} */ S) {
  const { plot } = S.dom;
  const all = plot._fullData ?? [];
  const trace = all.find((one) => one.uid === "names" && isOfOneColor(one));
  if (!trace || !S.geom || !S.header.tools.length) return;
  const lines = all.filter((one) => one.mode === "lines").map((one) => placesOf(S, one));
  const points = all.filter((one) => one.uid === "points").map((one) => throughPoints(placesOf(S, one)));
  const places = clearWords(wordsOf(S, trace), S.geom, [], [...lines, ...points]);
  for (const node of plot.querySelectorAll(".tracenames text")) {
    const k = trace.text.indexOf(node.textContent);
    setAttributes(node, { visibility: places[k] ? "visible" : "hidden" });
    if (places[k]) put(node, places[k], S.geom, wordsOf(S, trace)[k].size);
  }
}

/** Points as a line that crosses each of them. @type {(at: Pair[]) => Pair[]} */
const throughPoints = (at) => at.flatMap(([x, y]) => [[x - DOT_REACH, y], [x + DOT_REACH, y], [NaN, NaN]]);

/** @type {(node: Element, at: Pair, of: Geometry, size: number) => void} */
function put(node, [x, y], { ox, oy }, size) {
  setAttributes(node, { x: x - ox, y: y - oy + BASE * size, "text-anchor": "middle" });
  setAttributes(node.parentElement, { transform: "translate(0,0)" });
}
