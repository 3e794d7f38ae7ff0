// Messages of a canvas: announcements to screen readers, its status, the notice about a lost
// connection, and descriptions of points.
import { say } from "./announcer.js";
import { element } from "./dom.js";
import { hitPoints, labelOf, positionOf } from "./geometry.js";
import { signed } from "./minus.js";
import { later, PATIENCE, unacked } from "./store.js";
import { DIALOG, disconnected, running } from "../../streamlit_internals.js";

const STALE = 1000; // milliseconds after which what is said of a picture is marked as older
const LOST = "Connection lost: what you do now is applied when it is back.";

/** @type {(S: State, text: string) => void} */
export function announce(S, text) {
  if (S.dom) say(text);
}

export function showStatus(/** @type {State} */ S) {
  if (!S.dom) return;
  const busy = S.drawings.drawing || S.outbox.pending.length > 0;
  const status = S.notice.failed ? "error" : busy ? "working" : "ready";
  if (S.dom.root.dataset.status !== status) S.dom.root.dataset.status = status;
}

/** @type {(S: State, text: string) => void} */
export function showMessage(S, text) {
  S.notice.failed = text !== "";
  const { stage } = S.dom ?? {};
  stage?.querySelector(".svm-message")?.remove();
  if (text) stage?.append(element("p", { class: "svm-message", role: "alert" }, text));
}

/** @type {(S: State, text: string) => void} */
function showNotice(S, text) {
  if (S.notice.text !== text && text) announce(S, text);
  S.notice.text = text;
  if (S.dom && S.dom.notice.textContent !== text) S.dom.notice.textContent = text;
}

/** A long run is late, not lost, as long as Streamlit still has its connection. */
export function watchConnection(/** @type {State} */ S) {
  const now = performance.now();
  const cut = disconnected();
  const patience = running() && !cut ? PATIENCE.running : PATIENCE.lost;
  const waits = unacked(S).length > 0;
  S.notice.cutSince = cut ? (S.notice.cutSince ?? now) : null;
  const alone = cut && S.header.tools.length > 0; // nothing was done since, but could be
  if (alone) closeConnectionError();
  const lost = (waits && now - S.outbox.waitingSince > patience) || (alone && now - S.notice.cutSince > patience);
  S.dom?.root.toggleAttribute("data-stale", waits && now - S.outbox.waitingSince > STALE);
  if (lost && !S.timers.has("notice")) showNotice(S, LOST);
  else if (S.notice.text === LOST) showNotice(S, "");
}

/** Streamlit's own message would cover the picture, on which the visitor can go on. Once closed it
 * does not come again before the next connection. canvas.css hides it until then. */
function closeConnectionError() {
  for (const dialog of document.querySelectorAll(DIALOG)) {
    if (dialog.querySelector("h2")?.textContent !== "Connection error") continue;
    /** @type {HTMLElement | null} */ (dialog.querySelector('button[aria-label="Close"]'))?.click();
  }
}

/** Why there is another session, what becomes of `n` edits that its link does not contain, and whether
 * some of the steps before cannot be undone any more.
 * @type {(S: State, why: string, n: number, again: boolean, cut: boolean) => void} */
export function tellRestart(S, why, n, again, cut) {
  const edits = n === 1 ? "1 edit was" : `${n} edits were`;
  const parts = n ? [`${edits} ${again ? "applied again" : "not kept"}`] : [];
  if (cut) parts.push("earlier steps cannot be undone");
  const text = parts.length ? `${why}: ${parts.join("; ")}.` : "";
  showNotice(S, text);
  if (!text) return;
  later(S, "notice", PATIENCE.notice, () => showNotice(S, ""));
}

/** How many classes there are to choose from; 0 for points without classes.
 * @type {(S: State) => number} */
export const choices = ({ header: { names } }) => (names.length > 1 ? names.length : 0);

/** @type {(p: Pair | null) => string} */
export const place = (p) => (p ? p.map((v) => signed(String(Number(v.toPrecision(3))))).join(", ") : "");

/** @type {(S: State, id: number) => string} */
export function describe(S, id) {
  const { ids } = hitPoints(S);
  const label = labelOf(S, id);
  const name = label === undefined || !choices(S) ? "" : `, class ${S.header.names[label]}`;
  return `point ${ids.indexOf(id) + 1}${name}, at ${place(positionOf(S, id))}`;
}

/** @type {(S: State, id: number) => string} */
export const handleName = (S, id) => `${S.header.names[labelOf(S, id)]}, at ${place(positionOf(S, id))}`;
