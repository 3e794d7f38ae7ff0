// A report on the screen: what it says, its figures, data, settings and certificate, as one page of HTML
// that needs nothing else and can be printed. It is always dark on light.
import { figuresHere } from "./figures.js";
import { escaped } from "./html.js";
import { pngOf } from "./raster.js";
import { dataUrl } from "./save.js";
import { sayingsHere } from "./sayings.js";
import { isDeep, stillOf } from "./still.js";

const REPORT_STYLE = `body { max-width: 52rem; margin: 0 auto; padding: 2rem 1.5rem; background: #fff; color: #1b1f24;
  font: 16px/1.5 system-ui, sans-serif; color-scheme: light; }
h1 { margin: 0; font-size: 1.7rem; line-height: 1.2; } h2 { margin: 2rem 0 0.5rem; font-size: 1.2rem; }
p { margin: 0.4rem 0; } a { color: inherit; overflow-wrap: anywhere; } .about { color: #4d5761; }
.figures { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 1rem 2rem; }
figure { margin: 0; min-width: 0; break-inside: avoid; }
figure > :is(svg, img) { display: block; max-width: 100%; height: auto; max-height: 90vh; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
:is(th, td) { padding: 0.3rem 0.8rem 0.3rem 0; border-bottom: 1px solid #d8dde3; text-align: left; vertical-align: top; }
.pairs th { width: 45%; font-weight: 400; } .wide { overflow-x: auto; } thead th { font-weight: 600; }
.wide :is(th, td) { max-width: 16rem; overflow-wrap: break-word; }
@media print { body { padding: 0; font-size: 11pt; } h2 { break-after: avoid; } tr { break-inside: avoid; }
  .wide { overflow: visible; font-size: 7pt; } .wide :is(th, td) { padding-right: 0.4em; }
  .wide th, .many td { overflow-wrap: anywhere; } .many { font-size: 5pt; } }`;
const MANY = 14; // columns whose numbers no printed page holds without breaking them

/** @type {(making: Making) => Promise<string>} */
export async function reportOf(making) {
  const figures = [];
  for (const figure of figuresHere()) figures.push(await figureText(figure, making));
  return reportPage(making, sayingsHere(), figures, new Date());
}

/** @type {(figure: PageFigure, making: Making) => Promise<string>} */
async function figureText(figure, making) {
  const drawn = await stillOf(figure, { ...making, white: true });
  const inside = figure.image || isDeep(figure)
    ? `<img alt="" src="${await dataUrl(isDeep(figure) ? await pngOf(drawn) : new Blob([drawn], { type: "image/svg+xml" }))}">`
    : drawn;
  const name = escaped(figure.title); // a canvas is drawn with its own
  return `<figure aria-label="${name}">${inside}${figure.image ? `<figcaption>${name}</figcaption>` : ""}</figure>`;
}

/** `figures` are HTML, all else is text.
 * @type {(making: Pick<Making, "title" | "link" | "report">, said: Sayings, figures: string[], now: Date) => string} */
export function reportPage({ title, link, report }, said, figures, now) {
  const day = now.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
  const cited = [`${report.software}, ${day}.`, ...report.sources.map(([text]) => text)];
  const links = [link, ...report.sources.map(([, url]) => url)];
  const parts = [
    section("Result", said.sentences.map((text) => `<p>${escaped(text)}</p>`).join("")),
    section("Numbers", tableOf([["Quantity", "Value", ""], ...said.cards]) + said.tables.map(tableOf).join("<p></p>")),
    section("Figures", figures.length ? `<div class="figures">${figures.join("")}</div>` : ""),
    ...report.grids.map(([name, head, rows, note]) =>
      section(name, `<div class="wide${head.length > MANY ? " many" : ""}">${tableOf([head, ...rows])}</div>${noted(note)}`)),
    ...report.tables.map(([name, rows, note]) => section(name, pairs(rows) + noted(note))),
    section("How to cite", cited.map((text, k) => `<p>${escaped(text)} ${linkedAs(links[k], links[k])}</p>`).join("")),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${REPORT_STYLE}</style></head><body>
<h1>${escaped(title)}</h1><p class="about">${escaped(`${day} · ${report.software}`)} · ${linkedAs(link, "open this screen")}</p>
${parts.join("\n")}
</body></html>
`;
}

/** @type {(title: string, body: string) => string} */
const section = (title, body) => (body ? `<section><h2>${escaped(title)}</h2>${body}</section>` : "");

/** @type {(note: string) => string} */
const noted = (note) => (note ? `<p class="about">${escaped(note)}</p>` : "");

/** A link, where it is one of the web. @type {(url: string, text: string) => string} */
const linkedAs = (url, text) => (/^https?:\/\//.test(url) ? `<a href="${escaped(url)}">${escaped(text)}</a>` : "");

/** @type {(rows: [string, string][]) => string} */
const pairs = (rows) => `<table class="pairs"><tbody>${rows.map(([name, value]) =>
  `<tr><th scope="row">${escaped(name)}</th><td>${escaped(value)}</td></tr>`).join("")}</tbody></table>`;

/** A table with its head, if it has rows. @type {(rows: string[][]) => string} */
function tableOf([head, ...rows]) {
  if (!rows.length) return "";
  const line = (cells, name) => `<tr>${cells.map((text) => `<${name}>${escaped(text)}</${name}>`).join("")}</tr>`;
  const top = head.length ? `<thead>${line(head, "th")}</thead>` : "";
  return `<table>${top}<tbody>${rows.map((row) => line(row, "td")).join("")}</tbody></table>`;
}
