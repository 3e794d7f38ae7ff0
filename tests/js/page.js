// A page with one canvas, and a server that is played by the test.
import { findBase, linkHolds } from "../../pages/ui/canvas/js/journal.js";
import { storeFor } from "../../pages/ui/canvas/js/canvas_state.js";
import { acknowledge } from "../../pages/ui/canvas/js/store.js";
import { state } from "./state.js";

let pages = 0;

/** A message of the server with points [id, x, y]. */
function message(points, header) {
  const column = (k) => points.map((p) => p[k]);
  const data = [{ uid: "points", x: column(1), y: column(2) }];
  return {
    header: { ...state().header, ids: column(0), ...header }, figure: JSON.stringify({ data }),
  };
}

/** A page that gets messages of one canvas, and what it sends. */
export function open(points) {
  const key = `page${++pages}`;
  const page = {
    said: [],
    get(some, header) {
      page.S = storeFor(message(some, { key, ...header }));
      page.S.send = (sent) => page.said.push(structuredClone(sent));
      page.S.drawings.next = message(some, { key, ...header });
      findBase(page.S);
      acknowledge(page.S, page.S.drawings.next.header.ack);
      clearTimeout(page.S.timers.get("notice"));
    },
    linked: (seq) => linkHolds(`${key}.${seq}~other.9`),
  };
  page.get(points, { sid: "a", ack: 0 });
  return page;
}

export const TWO = [[0, 1, 1], [1, 2, 2]];
export const add = (x) => ({ t: "add", p: [[x, 0]], c: 0 });
export const seqs = (events) => events.map((e) => e.seq);
