// Files of HTML that need nothing else. All texts are escaped; data stand in elements that no browser runs.
import { isPicture } from "./figures.js";
import { dataUrl } from "./save.js";
import { figureOf, themeFor } from "./stand_in.js";
import { legendOf } from "./still.js";

/** The source of plotly.js, gzip and base64, once it was fetched. @type {Promise<string> | null} */
let plotlySource = null;

/** @type {(text: string) => string} */
export const escaped = (text) =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** JSON in an element of a script: no text in it can end that.
 * @type {(name: string, json: string) => string} */
export const dataElement = (name, json) =>
  `<script type="application/json" id="${name}">${json.replaceAll("<", "\\u003c")}</script>`;

const STYLE = `html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; box-sizing: border-box; padding: 12px 16px; gap: 8px; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 16px; }
h1 { margin: 0; font-size: 20px; } p { margin: 0; } #figure { flex: 1; min-height: 320px; }`;

const START = `const read = (name) => document.getElementById(name).textContent;
const bytes = Uint8Array.from(atob(read("plotly")), (sign) => sign.charCodeAt(0));
new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text().then((source) => {
  const script = document.createElement("script");
  script.textContent = source;
  document.head.append(script);
  const { data, layout } = JSON.parse(read("picture"));
  Plotly.newPlot("figure", data, layout, { responsive: true, displaylogo: false });
});`;

/** A figure that can be zoomed and tells its values, with plotly.js inside.
 * @type {(figure: PageFigure, making: Making) => Promise<string>} */
export async function figurePage({ canvas: S, title }, { title: screen, link, plotly, white }) {
  const source = await plotlyFrom64(plotly);
  const theme = themeFor(S, white);
  const { text, layout } = figureOf(S, theme);
  const { width, height, autosize, ...rest } = layout;
  const data = JSON.parse(text).data.map(withHover);
  const picture = JSON.stringify({ data, layout: { ...rest, hovermode: "closest" } });
  const named = isPicture(S) ? screen : `${title} · ${screen}`;
  return pageOf(named, theme, STYLE, `<header><h1>${escaped(screen)}</h1>${legendText(S, theme)}</header>
<div id="figure"></div>
${linkTo(link)}${dataElement("picture", picture)}
<script type="text/plain" id="plotly">${source}</script><script>${START}</script>`);
}

/** @type {(S: State, theme: Theme) => string} */
function legendText(S, theme) {
  const legend = legendOf(S, theme);
  if (!legend) return "";
  const [wide, text] = [Math.ceil(legend.wide), new XMLSerializer().serializeToString(legend.group)];
  return `<svg width="${wide}" height="24" viewBox="0 -12 ${wide} 24" fill="${theme.text}">${text}</svg>`;
}

/** @type {(link: string) => string} */
export const linkTo = (link) => /^https?:/.test(link)
  ? `<p><a href="${escaped(link)}">Open in SVM Playground</a></p>` : "";

/** The board's points answer the pointer by themselves on the page; in a file plotly.js does.
 * @type {(trace: any) => any} */
const withHover = (trace) =>
  trace.uid === "points" && trace.hoverinfo === "none" ? { ...trace, hoverinfo: "x+y+text" } : trace;

/** @type {(address: string) => Promise<string>} */
function plotlyFrom64(address) {
  plotlySource ??= fetchPacked(address).catch((error) => {
    plotlySource = null;
    throw error;
  });
  return plotlySource;
}

/** A file of the app, gzip and base64. @type {(address: string) => Promise<string>} */
async function fetchPacked(address) {
  const answer = await fetch(new URL(address, document.baseURI));
  if (!answer.ok) throw new Error(`the server has no ${address}.`);
  const packed = answer.body.pipeThrough(new CompressionStream("gzip"));
  const url = await dataUrl(await new Response(packed).blob());
  return url.slice(url.indexOf(",") + 1);
}

/** @type {(title: string, theme: Theme, style: string, body: string) => string} */
export function pageOf(title, theme, style, body) {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>body { background: ${theme.page}; color: ${theme.text};
font-family: system-ui, sans-serif; color-scheme: ${theme.mode}; } ${style} a { color: inherit; }</style></head>
<body>${body}</body></html>
`;
}
