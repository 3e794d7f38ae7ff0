// What the modules here hand to each other.

/** A figure of the page that is open. */
interface PageFigure {
  title: string;
  /** What tells it from the others in the name of a file. */
  slug: string;
  canvas?: State; // drawn by plotly.js,
  image?: HTMLImageElement; // or an image that is an SVG already
}

/** A canvas drawn once more, off the screen: what the painters of films need of it. */
type StandIn = State & { film: FilmStore | null };

/** A figure as it was drawn. */
interface Still {
  width: number;
  height: number;
  head: string; // the SVG of the title and the classes
  top: number; // pixels that the head takes
  plot: string; // the SVG that plotly.js made
  under: string; // the SVG of what lies below it,
  over: string; // and above it
  page: string; // the colour of the ground
}

/** What Python says: see pages/ui/pictures/pictures.py. */
interface Exporting {
  stem: string; // what the names of all files begin with
  title: string; // of the screen
  link: string; // that opens it
  plotly: string; // the address of plotly.js, seen from the app's own
  report: Report;
  player: { script: string; style: string } | null; // of the file of a film, where a page has films
}

/** A film that the page shows, and the figures that follow it. */
interface PageFilm {
  store: FilmStore;
  figures: PageFigure[];
}

/** A canvas that follows a film, in a file. */
interface FilmPanel extends Pick<Still, "width" | "height" | "head" | "top" | "plot"> {
  title: string;
  header: Pick<Header, "layer" | "filmShow" | "palette" | "symbols">;
  theme: Theme;
  geom: Geometry | null;
  axes: Record<string, [FilmAxis, FilmAxis]>; // by the names of subplots
  traces: any[];
}
/** What a video shows: images of what stays and of what a moment changes. */
interface VideoScene {
  canvas: HTMLCanvasElement;
  still: Still;
  theme: Theme;
  fixed: HTMLImageElement;
  under: HTMLImageElement | null;
  over: HTMLImageElement | null;
  shades: HTMLCanvasElement;
  words: string[]; // the numbers of the moment, line by line
}
interface FilmAxis { type: string; range: number[]; offset: number; length: number }

/** What the server says in a report: tables of a title, rows and a note, those with many columns, and
 * texts with their links. */
interface Report {
  tables: [string, Pair2[], string][];
  grids: [string, string[], string[][], string][];
  sources: Pair2[];
  software: string;
}
type Pair2 = [string, string];

/** What a page says in words and numbers. */
interface Sayings {
  sentences: string[];
  cards: [string, string, string][]; // name, value, detail
  tables: string[][][]; // rows of cells; the first row of a table is its head, which may be empty
}

/** What a file is made from, beside the figure. */
interface Making extends Exporting {
  white: boolean; // whether a dark page's figure gets a light background
  tell: (progress: string) => void;
}

/** A kind of file that a figure can leave as. */
interface PictureFormat {
  name: string;
  end: string; // of the file's name
  help(figure: PageFigure): string;
  suits(figure: PageFigure): boolean;
  make(figure: PageFigure, making: Making): Promise<Blob>;
}
