// What a moment of a film is called: an update of a descent, a step of SMO, a machine of the path.

/** @type {Record<Film["story"], Story>} */
export const STORIES = {
  descent: { unit: "update", chapter: "epoch", speeds: ["slow", "updates", "epochs", "run"] },
  smo: { unit: "step", chapter: "interesting step", speeds: ["slow", "updates", "run"] },
  path: { unit: "C", chapter: "event", speeds: ["slow", "updates", "run"] },
};

/** @type {(film: Film) => Story} */
export const storyOf = (film) => STORIES[film.story ?? "descent"];
