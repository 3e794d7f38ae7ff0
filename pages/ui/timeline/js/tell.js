// The server is told where the visitor has stopped, for the link: some time after he has, and never
// while the film plays.

const TELL_PAUSE = 400; // milliseconds

/** Something has changed: the moment is told when nothing more does. */
export function tellSoon(/** @type {FilmStore} */ F) {
  if (!F.tell || F.playing) return;
  clearTimeout(F.telling);
  F.telling = setTimeout(() => tellMoment(F), TELL_PAUSE);
}

/** @type {(F: FilmStore) => void} */
function tellMoment(F) {
  const { film } = F;
  const rests = F.byHand && !F.playing && !F.dragging && F.wanted === null;
  if (!rests || film.live || !F.root?.isConnected) return;
  const moment = momentOf(F);
  if (moment === F.told) return;
  F.told = moment;
  F.tell({ id: film.id, update: film.update[F.k] });
}

/** The film and its moment as one string. @type {(F: FilmStore) => string} */
export const momentOf = ({ film, k }) => `${film.id} ${film.update[k]}`;
