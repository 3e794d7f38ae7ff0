// What of Streamlit's own elements our modules know: no other module names its test ids. Checked with
// 1.67 and 1.66. What a version does not have is not found: whoever asks then does without it.

const testId = (/** @type {string} */ id) => `[data-testid="${id}"]`;

export const MAIN = testId("stMain"); // what scrolls beside the sidebar
export const HEADER = testId("stHeader");
export const SIDEBAR = testId("stSidebar");
export const SIDEBAR_SCROLLER = testId("stSidebarContent");
export const SIDEBAR_CONTROLS = testId("stSidebarUserContent");
export const SIDEBAR_PAGES = testId("stSidebarNav");
export const SIDEBAR_LINK = testId("stSidebarNavLink");
export const MENU_LINKS = `${testId("stTopNavLink")}, ${SIDEBAR_LINK}`;
export const FILE_FIELD = testId("stFileUploaderDropzone");
export const DIALOG = testId("stDialog");
export const POPOVER = testId("stPopoverBody");
export const POPOVER_OPENER = testId("stPopoverButton");
export const ELEMENT = testId("stElementContainer");

/** Whether a script runs; a server whose state is not known is taken to be at rest. */
export const running = () => document.querySelector('[data-test-script-state="running"]') !== null;

/** Whether the connection is lost; one whose state is not known is taken to be there. */
export function disconnected() {
  const state = document.querySelector("[data-test-connection-state]");
  return state !== null && !state.matches('[data-test-connection-state="CONNECTED"]');
}
