// A line with its two margins that three handles move: see pages/challenges/model/line.py, whose
// `moved` is `movedLine` here. While the server's answer is on its way the browser draws the line, the
// margins, the slack and the marks of violating points itself, and plotly.js waits for the end of
// a drag; numbers and words come from the server.
import { setAttributes, setMarks, svg } from "./dom.js";
import { toPixel } from "./geometry.js";
import { HANDLE, INSIDE_RING } from "./mark_sizes.js";
import { colorsOf } from "./theme.js";

const LEAST_SLACK = 1e-9;
const PLOTTED = ["below", "boundary", "above", "slack", "wrong", "inside", "names", "points"];
const DASHES = "7 5";

/** @type {(line: DrawnLine) => { along: Pair, normal: Pair, half: number }} */
function frameOf({ ax, ay, bx, by, distance, nearest, narrowest }) {
  const length = Math.hypot(bx - ax, by - ay);
  /** @type {Pair} */
  const along = length >= 0.5 * nearest ? [(bx - ax) / length, (by - ay) / length] : [1, 0];
  const half = Math.sign(distance || 1) * Math.max(Math.abs(distance), narrowest);
  return { along, normal: [-along[1], along[0]], half };
}

/** The line after a handle was taken to (x, y), or as near as it can go.
 * @type {(line: DrawnLine, handle: number, to: Pair) => DrawnLine} */
export function movedLine(line, handle, [x, y]) {
  const { ax, ay, bx, by, nearest, narrowest, farthest, edge } = line;
  if (handle === 2) {
    const { normal } = frameOf(line);
    const across = (x - ax) * normal[0] + (y - ay) * normal[1];
    const size = Math.min(Math.max(Math.abs(across), narrowest), farthest);
    return { ...line, distance: Math.sign(across || 1) * size };
  }
  const [px, py] = [x, y].map((value) => Math.min(Math.max(value, -edge), edge));
  const [ox, oy] = handle === 0 ? [bx, by] : [ax, ay];
  if (Math.hypot(px - ox, py - oy) < nearest) return line;
  return handle === 0 ? { ...line, ax: px, ay: py } : { ...line, bx: px, by: py };
}

/** The line as the hand has it; null where the server's is seen.
 * @type {(S: State) => DrawnLine | null} */
export function lineInHand(S) {
  const { line, ack } = S.header;
  const held = S.gesture?.positions?.() ?? [];
  const waiting = S.outbox.pending.filter((e) => e.t === "move");
  if (!line || !(held.length || waiting.length)) return null;
  const moves = waiting.filter((e) => e.seq > ack).flatMap((e) => e.ids.map((id, k) => [id, e.p[k]]));
  const all = /** @type {[number, Pair][]} */ ([...moves, ...held]);
  return all.reduce((now, [handle, to]) => movedLine(now, handle, to), line);
}

/** Draws the line in hand, or takes it away; whether plotly.js's own is hidden behind it.
 * @type {(S: State) => boolean} */
export function showLine(S) {
  const line = lineInHand(S), { overlay, root } = S.dom;
  if (!line && !overlay.line) return false;
  hidePlotted(S, line !== null);
  if (!line) {
    overlay.line.remove();
    overlay.line = null;
    return false;
  }
  overlay.line ??= svg("svg", { class: "svm-line" }, overlay.root);
  paintHeldLine(S, overlay.line, line);
  root.dataset.lines = String(1 + Number(root.dataset.lines ?? 0));
  return true;
}

/** What plotly.js has drawn of the line. @type {(S: State, off: boolean) => void} */
function hidePlotted(S, off) {
  for (const uid of PLOTTED) {
    /** @type {NodeListOf<SVGElement>} */
    const nodes = S.dom.plot.querySelectorAll(`.scatterlayer .trace${uid}`);
    for (const node of nodes) {
      node.style.visibility = off ? "hidden" : "";
    }
  }
  if (off) return;
  /** @type {NodeListOf<SVGElement>} */
  const tints = S.dom.plot.querySelectorAll(".scatterlayer .js-fill[data-own]");
  for (const path of tints) {
    if (path.getAttribute("d") === path.dataset.ours) path.setAttribute("d", path.dataset.own);
    path.removeAttribute("data-own");
  }
}

/** @type {(S: State, layer: SVGElement, line: DrawnLine) => void} */
function paintHeldLine(S, layer, line) {
  const { ox, oy, w, h } = S.geom;
  setAttributes(layer, { x: ox, y: oy, width: w, height: h, overflow: "hidden" });
  const colors = colorsOf(S, S.dom.theme);
  const at = (x, y) => toPixel({ ...S.geom, ox: 0, oy: 0 }, x, y);
  const path = (...places) => `M${places.map(([x, y]) => at(x, y).join(",")).join("L")}`;
  const { along, normal, half } = frameOf(line);
  const level = (c, aside = 0) => [-line.long, line.long].map((s) => [
    line.ax + s * along[0] + (c * half + aside) * normal[0],
    line.ay + s * along[1] + (c * half + aside) * normal[1],
  ]);
  const marks = violations(line, normal, half);
  const lines = [-1, 1].map((c) => ({
    d: path(...level(c)), stroke: colors.ink, "stroke-width": 2, "stroke-dasharray": DASHES,
  }));
  const round = (x, y, r) => {
    const [px, py] = at(x, y);
    return `M${px - r},${py}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0Z`;
  };
  const cross = (x, y, r) => {
    const [px, py] = at(x, y);
    return `M${px - r},${py - r}l${2 * r},${2 * r}m0,${-2 * r}l${-2 * r},${2 * r}`;
  };
  const wrong = { stroke: colors.wrong, "stroke-width": 2.5, "stroke-dasharray": "none" };
  const entries = [
    ...marks.filter(() => line.slack).map(({ x, y, step }) => ({
      ...wrong, "stroke-width": 2, d: path([x, y], [x + step * normal[0], y + step * normal[1]]),
    })),
    ...lines,
    { d: path(...level(0)), stroke: colors.ink, "stroke-width": 3, "stroke-dasharray": "none" },
    ...marks.map(({ x, y, inside }) => ({ ...wrong, d: inside ? round(x, y, INSIDE_RING / 2) : cross(x, y, INSIDE_RING / 2) })),
    ...handlesOf(line, normal, half).map(([x, y]) => ({
      d: round(x, y, HANDLE / 2), stroke: colors.ink, "stroke-width": 3, fill: colors.page,
      "stroke-dasharray": "none",
    })),
  ];
  setMarks(layer, "path", entries.map((entry) => ({ fill: "none", ...entry })));
  for (const [uid, sign] of /** @type {[string, number][]} */ ([["plus", 1], ["minus", -1]])) {
    const far = level(0, sign * Math.sign(half) * 1e3);
    tintSide(S, uid, `${path(...level(0), ...far.reverse())}Z`);
  }
}

/** @type {(line: DrawnLine, normal: Pair, half: number) => Pair[]} */
const handlesOf = ({ ax, ay, bx, by }, [nx, ny], half) => [
  [ax, ay], [bx, by], [0.5 * (ax + bx) + half * nx, 0.5 * (ay + by) + half * ny],
];

/** The points with y f(x) < 1: the way to their margin along the normal, and whether they are only
 * inside the margin; f = 0 is class +1.
 * @type {(line: DrawnLine, normal: Pair, half: number) =>
 *   { x: number, y: number, step: number, inside: boolean }[]} */
export function violations({ ax, ay, x, y, side }, [nx, ny], half) {
  return side.flatMap((label, k) => {
    const f = ((x[k] - ax) * nx + (y[k] - ay) * ny) / half;
    const slack = 1 - label * f;
    if (slack <= LEAST_SLACK) return [];
    return [{ x: x[k], y: y[k], step: label * slack * half, inside: f >= 0 === label > 0 }];
  });
}

/** The half plane of a class, in plotly.js's own path: it lies below the points.
 * @type {(S: State, uid: string, d: string) => void} */
function tintSide(S, uid, d) {
  const tints = /** @type {NodeListOf<SVGElement>} */ (
    S.dom.plot.querySelectorAll(`.scatterlayer .trace${uid} .js-fill`)
  );
  const fill = tints[0];
  if (!fill) return;
  if (fill.getAttribute("d") !== fill.dataset.ours) fill.dataset.own = fill.getAttribute("d") ?? "";
  fill.dataset.ours = d;
  fill.setAttribute("d", d);
}
