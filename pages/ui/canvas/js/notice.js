// A small line over the picture about the connection: what is done may not be kept, or was not.
const LOST_AFTER = 4000;
const NOTICE_STAYS = 8000;
const LOST = "Connection lost: what you do now may not be kept.";

function showNotice(S, text) {
  if (S.notice !== text && text) announce(S, text);
  S.notice = text;
  if (S.dom && S.dom.notice.textContent !== text) S.dom.notice.textContent = text;
}

// A long run is late, not lost, as long as Streamlit still has its connection.
function watchConnection(S) {
  const cut = document.querySelector('[data-test-connection-state="CONNECTED"]') === null;
  const patience = running() && !cut ? PATIENCE : LOST_AFTER;
  const lost = unacked(S).length > 0 && performance.now() - S.waitingSince > patience;
  if (lost) showNotice(S, LOST);
  else if (S.notice === LOST) showNotice(S, "");
}

// Of a session that ended with the server, what it had not drawn yet.
function tellDropped(S) {
  const n = S.pending.filter((e) => !["view", "plotly", "rest"].includes(e.t)).length;
  const what = n === 1 ? "1 edit was" : `${n} edits were`;
  const text = n ? `The server was restarted: ${what} not kept.` : "";
  showNotice(S, text);
  clearTimeout(S.noticeTimer);
  S.noticeTimer = setTimeout(() => S.notice === text && showNotice(S, ""), NOTICE_STAYS);
}
