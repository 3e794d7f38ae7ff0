// Values of numeric controls beside a canvas travel with its edits: in their order, acknowledged,
// one message on its way at a time, the newest value next.
import { enqueue } from "./events.js";
import { begin, endGesture } from "./gestures.js";
import { followHand } from "./preview.js";
import { maySend, newStroke, STORES, unacked } from "./store.js";

/** The channel of a canvas; null where no canvas that takes values is on the page.
 * @type {(key: string) => Channel | null} */
export function channelOf(key) {
  const S = STORES.get(key);
  if (!S?.dom || !S.send || !S.header.takesValues) return null;
  return {
    change: (name) => adjusting(S, name),
    waits: (name) => unacked(S).some((e) => e.t === "set" && e.name === name),
  };
}

/** @type {(S: State, name: string) => RangeChange} */
function adjusting(S, name) {
  const stroke = newStroke(S);
  let wanted = null;
  let sent = null;
  const send = () => {
    if (wanted === sent) return;
    sent = wanted;
    enqueue(S, { t: "set", name, v: wanted, s: stroke });
  };
  const value = () => /** @type {[string, number] | null} */ (wanted === null ? null : [name, wanted]);
  const gesture = { value, pump: () => maySend(S) && send(), cancel: send, up: send };
  begin(S, gesture);
  return {
    set: (value) => {
      wanted = value;
      S.usedAt = performance.now();
      followHand(S);
      if (S.gesture === gesture) gesture.pump();
      else send();
    },
    end: () => endGesture(S, gesture),
  };
}
