// The state of a canvas: created with its first message, reset by a new server session.
import { cancelGesture } from "./gestures.js";
import { tellDropped } from "./notice.js";
import { newState, STORES } from "./store.js";

/** @type {(header: Header) => State} */
export function storeFor(header) {
  const { key } = header;
  if (!STORES.has(key)) STORES.set(key, newState(header));
  const S = STORES.get(key);
  if (S.sid !== header.sid) startSession(S, header);
  S.header = header;
  if (header.tools.length) openTool(S, header);
  S.label = Math.min(S.label, header.names.length - 1);
  return S;
}

/** A page's own tool gives way to that of the next page; one that the visitor chose stays.
 * @type {(S: State, header: Header) => void} */
function openTool(S, { tools, opensWith }) {
  const given = S.tool === S.openedWith && opensWith !== S.openedWith;
  if (given || !tools.includes(S.tool)) S.tool = opensWith;
  S.openedWith = opensWith;
}

/** A new server session has another board: nothing that was meant for the old one may reach it.
 * @type {(S: State, header: Header) => void} */
function startSession(S, header) {
  cancelGesture(S);
  tellDropped(S);
  Object.assign(S, {
    sid: header.sid, pending: [], seq: Math.max(S.seq, header.ack), acked: header.ack,
    sent: header.ack, drawn: header.ack, tries: 0, lastBox: null, carry: null, selectNew: null,
  });
  S.selection.clear();
}
