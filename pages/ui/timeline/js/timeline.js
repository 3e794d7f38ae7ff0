// The one timeline: it takes the film of the message and lets it be moved.
import { filmStore } from "../../canvas/js/films.js";
import { unpack } from "../../canvas/js/wire.js";
import { mountControls } from "./controls.js";
import { decodeArrays } from "./decode.js";
import { changed, command, openAt, takeFilm } from "./player.js";

/** @type {(component: Component<Uint8Array>) => undefined} */
export default function timeline({ data, parentElement, setStateValue }) {
  if (!parentElement.isConnected) return undefined;
  const { header, text } = unpack(data);
  const F = filmStore(header.key);
  F.send = header.focus ? (request) => setStateValue("focus", request) : null;
  F.tell = header.tells ? (moment) => setStateValue("moment", moment) : null;
  F.command = (name) => command(F, name);
  mountControls(F, parentElement, header.process);
  if (F.text !== text) {
    F.text = text;
    const { film, points } = JSON.parse(text);
    F.points = decodeArrays(points);
    takeFilm(F, decodeArrays(film));
  }
  openAt(F, header.opens);
  changed(F);
  // nothing to take down: the clock stops by itself when its timeline has left the page
  return undefined;
}
