// The kinds of files that a figure can leave as.
import { figurePage } from "./html.js";
import { pngOf, SHARP } from "./raster.js";
import { isDeep, sizesIn, stillOf } from "./still.js";

/** What a film paints is in no figure that plotly.js draws.
 * @type {(figure: PageFigure) => boolean} */
const isFilmed = ({ canvas }) => Boolean(canvas?.film?.film) && canvas.header.layer !== "playhead";

const NO_SVG = "Three dimensions are drawn in pixels: there is no SVG.";

/** @type {PictureFormat[]} */
export const PICTURE_FORMATS = [
  {
    name: "PNG", end: ".png",
    help: (figure) => `An image for slides, about ${sizesIn(figure).map((side) => Math.round(SHARP * side)).join(" × ")} `
      + `pixels: twice the size on the screen.${isDeep(figure) ? ` ${NO_SVG}` : ""}`,
    suits: () => true,
    make: async (figure, making) => pngOf(await stillOf(figure, making)),
  },
  {
    name: "SVG", end: ".svg",
    help: () => "A drawing for papers, sharp at any size.",
    suits: (figure) => !isDeep(figure),
    make: async (figure, making) => new Blob([await stillOf(figure, making)], { type: "image/svg+xml" }),
  },
  {
    name: "HTML", end: ".html",
    help: () => "A page of its own, to zoom in and point at values, 2 MB; without network.",
    suits: (figure) => Boolean(figure.canvas) && !isFilmed(figure),
    make: async (figure, making) => new Blob([await figurePage(figure, making)], { type: "text/html" }),
  },
];
