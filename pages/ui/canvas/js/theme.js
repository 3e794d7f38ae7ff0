// Colours: figures name them by tokens ("$ink"), which the page's theme resolves.

const TOKEN = /"\$(\w+)"/g;
const rgbs = new Map();

/** Equal themes have equal signatures. */
export function readTheme(/** @type {Element} */ element) {
  const style = getComputedStyle(element);
  const css = (name, fallback) => style.getPropertyValue(name).trim() || fallback;
  const page = css("--st-background-color", "#ffffff");
  const theme = {
    mode: luminance(page) < 0.5 ? "dark" : "light",
    page,
    text: css("--st-text-color", "#222222"),
    font: css("--st-font", "sans-serif"),
    strong: css("--svm-contrast", ""), // a projector shows no greys
  };
  return { ...theme, signature: Object.values(theme).join("|") };
}

/** @type {(color: string) => number[]} */
export function rgbOf(color) {
  if (!rgbs.has(color)) {
    const context = document.createElement("canvas").getContext("2d");
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    rgbs.set(color, [...context.getImageData(0, 0, 1, 1).data].slice(0, 3));
  }
  return rgbs.get(color);
}

function luminance(/** @type {string} */ color) {
  const [r, g, b] = rgbOf(color);
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
}

/** @type {(S: State, theme: Theme) => Record<string, string>} */
export function colorsOf(S, theme) {
  const own = S.header.palette[theme.mode] ?? {};
  return theme.strong ? { ...own, muted: own.ink, line: own.grey } : own;
}

/** @type {(json: string, colors: Record<string, string>) => string} */
export function resolveTokens(json, colors) {
  const color = (token, name) => (colors[name] ? JSON.stringify(colors[name]) : token);
  return json.replace(TOKEN, color);
}

/** @type {(S: State, label: number) => string} */
export function classColor(S, label) {
  const theme = S.dom?.theme;
  return (theme && colorsOf(S, theme)[`class${label}`]) || "currentColor";
}

/** A polygon with n corners; of a star every second one is `inner` from the middle.
 * @type {(n: number, r: number, turn?: number, inner?: number) => string} */
const polygon = (n, r, turn = 0, inner = r) => {
  const corner = (k) => {
    const angle = turn + (2 * Math.PI * k) / n - Math.PI / 2;
    const radius = k % 2 ? inner : r;
    return `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}`;
  };
  return `M${Array.from({ length: n }, (_, k) => corner(k)).join("L")}Z`;
};
const plus = (/** @type {number} */ r) => {
  const [a, b] = [0.4 * r, 1.2 * r];
  return `M${b},${a}H${a}V${b}H${-a}V${a}H${-b}V${-a}H${-a}V${-b}H${a}V${-a}H${b}Z`;
};

/** The shapes as plotly.js draws them, for a marker of size 2 r.
 * @type {Record<string, (r: number) => string>} */
export const SHAPES = {
  circle: (r) => `M${r},0A${r},${r} 0 1,1 0,${-r}A${r},${r} 0 0,1 ${r},0Z`,
  diamond: (r) => polygon(4, 1.3 * r),
  square: (r) => polygon(4, Math.SQRT2 * r, Math.PI / 4),
  "triangle-up": (r) => polygon(3, 1.3 * r),
  "triangle-down": (r) => polygon(3, 1.3 * r, Math.PI),
  pentagon: (r) => polygon(5, 1.1 * r),
  hexagon: (r) => polygon(6, 1.1 * r, Math.PI / 6),
  cross: plus,
  x: plus,
  star: (r) => polygon(10, 1.4 * r, 0, 0.55 * r),
};

/** @type {(S: State, label: number, r: number) => string} */
export function shapePath(S, label, r) {
  return (SHAPES[S.header.symbols[label]] ?? SHAPES.circle)(r);
}

/** @type {(S: State, label: number) => boolean} */
export const isTurned = (S, label) => S.header.symbols[label] === "x";
