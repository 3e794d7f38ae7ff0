// The film of a page as one file of HTML: what plotly.js has drawn of every canvas that follows it, the film
// as it came, and the timeline that moves it (film_page.js).
import { figuresHere, isPicture } from "./figures.js";
import { dataElement, escaped, linkTo, pageOf } from "./html.js";
import { standIn, takeDown, themeFor } from "./stand_in.js";
import { stillFrom } from "./still.js";

const LOOK_OF_PAGE = `body { margin: 0 auto; padding: 16px; max-width: 75rem; box-sizing: border-box; }
h1 { position: absolute; margin: 0; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
p { margin: 8px 0; } #panels, #beside { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 12px 24px; }
#beside { flex: 1 1 20rem; min-width: 0; flex-direction: column; flex-wrap: nowrap; }
@media (min-width: 800px) { #panels { flex-wrap: nowrap; } #panels > .panel { flex: none; } }
.panel .stage { position: relative; } .panel .plot { position: absolute; inset: 0; } .panel svg { display: block; }
.svm-overlay { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; } .svm-film { position: absolute; }
#timeline { position: sticky; bottom: 0; margin-top: 12px; padding: 4px 0; background: var(--st-background-color); }`;

/** The film that the page shows, with the figures that follow it, the picture first; null for none.
 * @type {() => PageFilm | null} */
export function filmHere() {
  const figures = figuresHere().filter(({ canvas }) => canvas?.film?.film);
  // a picture of the server's that a film only moves is no film by itself
  if (!figures.length || figures.some(({ canvas }) => canvas.header.still)) return null;
  figures.sort((a, b) => Number(isPicture(b.canvas)) - Number(isPicture(a.canvas)));
  return { store: figures[0].canvas.film, figures };
}

/** @type {(film: PageFilm, making: Making) => Promise<string>} */
export async function filmPage({ store, figures }, making) {
  const theme = themeFor(figures[0].canvas, making.white);
  const panels = [];
  for (const figure of figures) panels.push(await panelOf(figure, making));
  const { title, link, player } = making;
  const shown = JSON.stringify({ key: store.key, process: store.film.process ?? "descent", panels });
  const timeline = '<div id="timeline"><div class="svm-timeline"><div class="svm-timeline-body"></div></div></div>';
  const style = `${LOOK_OF_PAGE} ${variables(figures[0].canvas, theme)} ${player.style}`;
  return pageOf(title, theme, style, `<h1>${escaped(title)}</h1><div id="panels"><div id="beside"></div></div>${timeline}${linkTo(link)}
${dataElement("shown", shown)}${dataElement("film", store.text)}<script type="module">${player.script}</script>`);
}

/** The colours by the names that the timeline's style sheet knows.
 * @type {(S: State, theme: Theme) => string} */
function variables(S, { mode, page, text }) {
  const { line = "#888888", surface = page } = S.header.palette[mode];
  const named = { "text-color": text, "background-color": page, "primary-color": text, "border-color": line };
  const all = { ...named, "secondary-background-color": surface, font: "system-ui, sans-serif" };
  return `:root { ${Object.entries(all).map(([name, value]) => `--st-${name}: ${value};`).join(" ")} }`;
}

/** @type {(figure: PageFigure, making: Making) => Promise<FilmPanel>} */
async function panelOf(figure, { title, white }) {
  const T = await standIn(figure.canvas, white);
  try {
    const { width, height, head, top, plot } = stillFrom(T, isPicture(figure.canvas) ? title : figure.title);
    const { layer, filmShow, palette, symbols } = T.header;
    const { _fullLayout, _fullData } = T.dom.plot;
    const subplots = Object.entries(_fullLayout._plots ?? {}).filter(([, one]) => one.xaxis && one.yaxis);
    return {
      width, height, head, top, plot, header: { layer, filmShow, palette, symbols },
      theme: T.dom.theme, geom: T.geom, title: figure.title,
      axes: Object.fromEntries(subplots.map(([name, one]) => [name, [axisOf(one.xaxis), axisOf(one.yaxis)]])),
      traces: layer === "playhead" ? _fullData.map(traceOf) : [],
    };
  } finally {
    takeDown(T);
  }
}

/** @type {(axis: any) => FilmAxis} */
const axisOf = ({ type, range, _offset, _length }) => ({ type, range: [...range], offset: _offset, length: _length });

/** Of a trace what a playhead's dot needs. @type {(trace: any) => any} */
const traceOf = ({ type, mode, visible, hoverinfo, x, y, xaxis, yaxis, line }) => ({
  type, mode, visible, hoverinfo, xaxis, yaxis, x: Array.from(x ?? []), y: Array.from(y ?? []),
  line: { shape: line?.shape, color: line?.color },
});
