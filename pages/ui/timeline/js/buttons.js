// The buttons of the timeline (the command, its name, its key and its icon), and what a moment of a
// film is called: an update of a descent, a step of SMO, a machine of the path, a draw of moved points.

const ICON = (body) => `<svg viewBox="0 0 20 20" aria-hidden="true">${body}</svg>`;
const LEFT = (x) => `<path d="M${x + 7},4.5L${x},10l7,5.5z"/>`;
const RIGHT = (x) => `<path d="M${x},4.5L${x + 7},10l-7,5.5z"/>`;
const BAR = (x) => `<path d="M${x},4.5h2v11h-2z"/>`;
export const PLAY = ICON('<path d="M5.5,3l11.5,7l-11.5,7z"/>');
export const PAUSE = ICON('<path d="M5,3.5h3.6v13h-3.6zM11.4,3.5h3.6v13h-3.6z"/>');
export const BUTTONS = [
  ["start", "To the start", "Home", ICON(BAR(3) + LEFT(5) + LEFT(11))],
  ["epochBack", "One {chapter} back", "[", ICON(LEFT(3) + LEFT(10))],
  ["back", "One {unit} back", ",", ICON(LEFT(5) + BAR(13.5))],
  ["toggle", "Play", "Space", PLAY],
  ["forward", "One {unit} forward", ".", ICON(BAR(4.5) + RIGHT(8))],
  ["epochForward", "One {chapter} forward", "]", ICON(RIGHT(3) + RIGHT(10))],
  ["end", "To the end", "End", ICON(RIGHT(2) + RIGHT(8) + BAR(15))],
];

/** @type {Record<Film["process"], Process>} */
export const PROCESSES = {
  descent: { unit: "update", chapter: "epoch", speeds: ["slow", "updates", "epochs", "run"] },
  smo: { unit: "step", chapter: "key step", speeds: ["slow", "updates", "run"] },
  draws: { unit: "draw", chapter: "ten", speeds: ["slow", "updates", "run"] },
  path: { unit: "C", chapter: "event", speeds: ["slow", "updates", "run"] },
  solver: { unit: "iteration", chapter: "tenth of the run", speeds: ["slow", "updates", "run"] },
  classes: { unit: "update", chapter: "epoch", speeds: ["slow", "updates", "epochs", "run"] },
  tube: { unit: "epoch", chapter: "tenth of the run", speeds: ["slow", "updates", "run"] },
  race: { unit: "moment", chapter: "tenth of the race", speeds: ["slow", "updates", "run"] },
  duel: { unit: "update", chapter: "epoch", speeds: ["slow", "updates", "run"] },
};

/** @type {(film: Film) => Process} */
export const processOf = (film) => PROCESSES[film.process ?? "descent"];
