// The state of a canvas: created with its first message, and what of it goes on in a
// new session of the server.
import { cancelGesture } from "./gestures.js";
import { readdressed } from "./journal.js";
import { tellRestart } from "./notice.js";
import { takeJournal } from "./reload.js";
import { beginAgain, newState, STORES } from "./store.js";

/** @type {(message: Message) => State} */
export function storeFor(message) {
  const { header } = message;
  const { key } = header;
  const before = STORES.get(key)?.header;
  if (!STORES.has(key)) STORES.set(key, reloaded(message));
  const S = STORES.get(key);
  if (before && before.sid !== header.sid) startSession(S, message, "The server was restarted");
  S.header = header;
  if (header.tools.length) openTool(S, before);
  S.label = Math.min(S.label, header.names.length - 1);
  return S;
}

/** A page's own tool gives way to that of the next page; one that the visitor chose stays. On a board
 * that has become empty a click places a point, as the picture says.
 * @type {(S: State, before: Header | undefined) => void} */
function openTool(S, before) {
  const { tools, opensWith, ids } = S.header;
  const empty = !ids.length && tools.includes("add");
  const emptied = empty && before?.ids.length !== 0 && S.tool !== "spray";
  const opens = empty ? "add" : opensWith;
  const turned = empty || opensWith !== before?.opensWith;
  if (emptied || (turned && S.tool === S.openedWith) || !tools.includes(S.tool)) S.tool = opens;
  if (turned) S.openedWith = opens;
}

/** @type {(message: Message) => State} */
function reloaded(message) {
  const S = newState(message.header);
  const found = takeJournal(S.header.key);
  if (found) {
    const { base, journal, unseen } = found;
    Object.assign(S.kept, { base, journal, unseen });
    startSession(S, message, "The page was loaded again");
  }
  return S;
}

/** A new server session has opened the link: what that does not contain is sent to it again.
 * @type {(S: State, message: Message, why: string) => void} */
function startSession(S, { header, figure }, why) {
  cancelGesture(S);
  const again = readdressed(S, { ids: header.ids, figure, undo: header.undo, ack: header.ack });
  const { past, edits } = again ?? { past: null, edits: [] };
  const links = past?.links ?? [];
  const n = S.kept.journal.filter((e) => e.t !== "past").length;
  const { undo } = again ? S.kept.base : S.header;
  tellRestart(S, why, n, again !== null, undo > links.length);
  const journal = past ? [past, ...edits] : edits;
  const { ack } = header;
  beginAgain(S, ack, journal);
  const trail = [...links, location.search.slice(1)];
  Object.assign(S.kept, { journal, unseen: [], linked: ack, trail });
  S.selectNew = null;
  S.viewing.toldBox = null;
  S.keys.carry = null;
  S.selection.clear();
}
