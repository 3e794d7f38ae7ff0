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

/** What Python says: see pages/ui/pictures/__init__.py. */
interface Exporting {
  stem: string; // what the names of all files begin with
  title: string; // of the screen
  link: string; // that opens it
  plotly: string; // the address of plotly.js, seen from the app's own
}

/** What a file is made from, beside the figure. */
interface Making extends Exporting {
  white: boolean; // whether a dark page's figure gets a light background
}

/** A kind of file that a figure can leave as. */
interface PictureFormat {
  name: string;
  end: string; // of the file's name
  help(figure: PageFigure): string;
  suits(figure: PageFigure): boolean;
  make(figure: PageFigure, making: Making): Promise<Blob>;
}
