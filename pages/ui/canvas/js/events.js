// The visitor's events: to the list for the server, and to the overlay above the plot.
import { announce, showStatus } from "./notice.js";
import { refresh } from "./overlay.js";
import { followSoon } from "./preview.js";
import { flush, idle, record } from "./store.js";

/** Takes an event into the list and sends it at once if nothing is under way. Otherwise it waits
 * for the answer: a run of the script is never interrupted by the next click.
 * @type {(S: State, event: Edit) => void} */
export function enqueue(S, event) {
  S.usedAt = performance.now();
  record(S, event);
  if (idle(S)) flush(S);
  refresh(S);
  followSoon(S);
  showStatus(S);
}

/** @type {(S: State, name: string) => void} */
export function command(S, name) {
  enqueue(S, { t: name });
  announce(S, name);
}

/** Inspect a point, or a place of the picture.
 * @type {(S: State, what: Omit<Edit, "t">) => void} */
export function pick(S, what) {
  enqueue(S, { t: "pick", ...what });
}
