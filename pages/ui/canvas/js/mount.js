// Mounting and drawing. Streamlit calls the default export after every run and every theme change,
// always with the same element as long as the component stays in the page.
import { showAlt } from "./alt.js";
import { announceResults } from "./announcer.js";
import { channelOf } from "./channel.js";
import { offerChartKeys } from "./chart_keys.js";
import { element } from "./dom.js";
import { lineInHand } from "./drawn_line.js";
import { drawFigure, readPoints, drawingKey } from "./figure.js";
import { clearFirst, paintFirst } from "./first.js";
import { followFilm, paintFilm } from "./film.js";
import { scaleOf } from "./geometry.js";
import { keepFinger } from "./handles.js";
import { showHint } from "./hint.js";
import { button, ICONS } from "./icons.js";
import { findBase, linkHolds } from "./journal.js";
import { listenToKeys } from "./keyboard.js";
import { drawHighlight, followHighlight } from "./highlight_layer.js";
import { paintLive, plotIsDue, plotWaits } from "./over_plotly.js";
import { mendNavigation } from "./navigation.js";
import { showMessage, showStatus, watchConnection } from "./notice.js";
import { buildOverlay, isHandles, refresh } from "./overlay.js";
import { passPageKeys } from "./passed_keys.js";
import { loadPlotly, takeSource } from "./plotly.js";
import { followHand } from "./preview.js";
import { listenToPointer } from "./pointer.js";
import { offerTable, showTable } from "./points_table.js";
import { buildSelectionBar } from "./selection.js";
import { keepJournals } from "./reload.js";
import { giveStop, rove } from "./roving.js";
import { storeFor } from "./canvas_state.js";
import { offerSpot } from "./spot.js";
import { acknowledge, resendIfLost, markDrawn, STORES } from "./store.js";
import { readTheme } from "./theme.js";
import { shareFinger } from "./touch.js";
import { buildToolbar, closeMenus, showHistory, showTool } from "./toolbar.js";
import { fit, tellView } from "./view.js";
import { unpack } from "./wire.js";
import { MAIN } from "../../streamlit_internals.js";

const UPRIGHT = 1.12; // height / width of a picture, with its tools, at most

const CHART_PAUSE = 300; // milliseconds between two drawings of a chart beside a gesture

globalThis.svmChannel = channelOf;
mendNavigation(linkHolds);
keepJournals();
announceResults();
rove();
offerSpot();
passPageKeys();

/** @type {(component: Component<Uint8Array>) => (() => void) | undefined} */
export default function canvas({ data, parentElement, setStateValue }) {
  if (!parentElement.isConnected) return undefined; // its module loaded after it had gone
  const { header, text } = unpack(data);
  const known = STORES.get(header.key)?.drawings.next?.header;
  // a call whose module was long in coming, while another one's was there already
  const late = known?.sid === header.sid && header.turn < known.turn;
  const S = late ? STORES.get(header.key) : storeFor({ header, figure: text });
  S.send = (log) => setStateValue("log", log);
  mount(S, parentElement);
  if (header.plotly) takeSource?.(header.plotly);
  if (!late) S.drawings.next = { header, figure: text };
  findBase(S);
  acknowledge(S, header.ack);
  draw(S);
  if (S.drawings.drawing && S.dom) paintFirst(S, S.drawings.next); // `drawAll` waits for plotly.js
  followFilm(S);
  // Called when the component goes, but also for a call that was overtaken by the next one while
  // its module was still loading. Only a component that left the page is taken down.
  return () => parentElement.isConnected || unmount(S, parentElement);
}

/** @type {(S: State, host: HTMLElement) => void} */
function mount(S, host) {
  if (S.dom?.host === host) return;
  if (S.dom) unmount(S, S.dom.host);
  const root = host.querySelector(".svm-canvas");
  const [stage, plot] = [root.querySelector(".svm-stage"), root.querySelector(".svm-plot")];
  const abort = new AbortController();
  const toolbar = root.querySelector(".svm-toolbar");
  S.dom = { host, root, stage, plot, toolbar, abort, drawn: "" };
  S.dom.theme = readTheme(root);
  root.dataset.key = S.header.key;
  fillHeight(S);
  stage.append(element("div", { class: "svm-progress", "aria-hidden": "true" }));
  S.dom.overlay = buildOverlay(stage);
  S.dom.notice = element("p", { class: "svm-notice" }, S.notice.text);
  stage.append(S.dom.notice);
  const resized = new ResizeObserver(() => {
    if (S.drawings.tried) paintFirst(S, S.drawings.tried); // `draw` waits for plotly.js
    draw(S);
  });
  resized.observe(stage);
  const watch = setInterval(() => {
    resendIfLost(S);
    watchConnection(S);
    S.gesture?.pump?.(); // what it did not send at once
    if (plotIsDue(S)) draw(S);
    if (!S.gesture) fillHeight(S); // what stood above while the page was built may have gone
  }, 250);
  abort.signal.addEventListener("abort", () => {
    resized.disconnect();
    clearInterval(watch);
  });
  window.addEventListener("resize", () => fillHeight(S), { signal: abort.signal });
  followHighlight(S);
  if (S.header.tools.length) mountEditor(S, abort.signal);
  else shareFinger(stage, abort.signal);
}

/** @type {(S: State, signal: AbortSignal) => void} */
function mountEditor(S, signal) {
  const { stage, plot, toolbar } = S.dom;
  plot.tabIndex = 0;
  plot.setAttribute("role", "application");
  buildTools(S);
  if (!toolbar) offerTable(S);
  if (isHandles(S)) keepFinger(S, signal);
  else {
    const name = { class: "svm-fit svm-fit-here", title: "Fit view", "aria-label": "Fit view" };
    stage.append(button(name, ICONS.fit, () => fit(S)));
  }
  showHint(S, signal);
  listenToPointer(S, stage, signal);
  listenToKeys(S, plot, signal);
  const outside = (ev) => toolbar?.contains(ev.target) || closeMenus(S);
  document.addEventListener("pointerdown", outside, { signal });
}

/** Chips show the theme's colours and the classes' names: built again when these change. */
function buildTools(/** @type {State} */ S) {
  const { dom, header } = S;
  if (!dom.toolbar) return;
  const of = JSON.stringify([header.names, header.symbols, header.tools, dom.theme.signature]);
  if (dom.toolsOf === of) return;
  dom.toolsOf = of;
  buildToolbar(S, dom.toolbar);
  offerTable(S);
  dom.selectionBar?.bar.remove();
  dom.selectionBar = buildSelectionBar(S, dom.stage);
  showTool(S);
}

/** @type {(S: State, host: HTMLElement) => void} */
function unmount(S, host) {
  if (S.dom?.host !== host) return;
  const { abort, plot } = S.dom;
  abort.abort();
  S.dom = null;
  S.send = null;
  // never while plotly.js still draws into it
  (S.drawings.painting ?? Promise.resolve()).then(() => window.Plotly?.purge(plot)).catch(() => {});
}

/** Down to some way above the window's lower edge, for what stands there, and no higher than the
 * first surface: `ASPECTS` in scene.py. The place is kept for the next mount, where the style sheet uses it before any of this has run. */
function fillHeight(/** @type {State} */ S) {
  const { root } = S.dom;
  if (!root.classList.contains("svm-fill")) return;
  const scroller = root.closest(MAIN);
  const box = root.getBoundingClientRect();
  const top = box.top + (scroller?.scrollTop ?? 0);
  const sizes = {
    "--svm-beyond": `${Math.round(top + scaleOf(root) * S.header.below)}px`,
    "--svm-highest": `${Math.round(UPRIGHT * box.width)}px`,
  };
  for (const [name, value] of Object.entries(sizes)) {
    for (const { style } of [root, document.documentElement]) {
      if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
    }
  }
}

/** Draws the newest figure; what comes while a drawing is going on is drawn after it, once. */
function draw(/** @type {State} */ S) {
  const starts = !S.drawings.drawing && S.drawings.next && S.dom && S.drawings.next !== S.drawings.broken;
  S.drawings.drawing ||= Boolean(starts);
  showStatus(S); // not ready before the first picture
  if (!starts) return;
  S.drawings.painting = drawAll(S)
    .catch((error) => fail(S, error))
    .finally(() => {
      S.drawings.drawing = false;
      showStatus(S);
    });
}

async function drawAll(/** @type {State} */ S) {
  if (!S.header.tools.length) await editorsFirst(S);
  for (let wanted = null; S.dom && wanted !== drawingKey(S); ) {
    wanted = drawingKey(S);
    S.drawings.tried = S.drawings.next;
    const { header, figure } = S.drawings.tried;
    const loading = loadPlotly(S);
    paintFirst(S, S.drawings.tried);
    const Plotly = await loading;
    if (!S.dom) return;
    const seen = S.dom.painted?.figure;
    const live = paintLive(S, S.drawings.tried); // events stay pending until plotly.js has drawn them
    if (live) {
      showAround(S);
      if (seen !== figure) await onScreen().then(() => showDrawn(S));
      if (!S.dom || plotWaits(S, wanted !== drawingKey(S))) continue;
    }
    if (S.points && lineInHand(S) && S.gesture) { // drawn by hand until it is let go
      showAround(S);
      continue;
    }
    const changed = await drawFigure(S, Plotly, figure);
    clearFirst(S);
    readPoints(S);
    markDrawn(S, header.ack);
    showAround(S);
    if (changed && !live) await onScreen().then(() => showDrawn(S));
  }
}

/** What lies above the plot and beside it, as it is now. */
function showAround(/** @type {State} */ S) {
  if (S.header.tools.length) {
    buildTools(S);
    showTool(S); // a board that has become empty chooses one
    showHistory(S);
    showTable(S);
    for (const group of [S.dom.toolbar, S.dom.selectionBar?.bar]) giveStop(group);
  } else offerChartKeys(S);
  refresh(S);
  if (S.preview.data) followHand(S);
  drawHighlight(S);
  S.dom.still = S.drawings.tried.header.still;
  paintFilm(S); // with the plot, not a frame after it
  tellView(S);
  showAlt(S);
}

function showDrawn(/** @type {State} */ S) {
  S.drawings.revision += 1;
  S.drawings.drawnAt = performance.now();
  if (!S.dom) return;
  S.dom.root.dataset.revision = String(S.drawings.revision);
}

/** What is left of a drawing that broke off would break the next one too, and cannot always be
 * purged: the picture starts anew with an empty plot, and waits for another figure.
 * @type {(S: State, error: unknown) => void} */
function fail(S, error) {
  console.error("canvas", error);
  const { dom, send } = S;
  if (dom) {
    S.drawings.broken = S.drawings.tried;
    unmount(S, dom.host);
    dom.stage.replaceChildren(element("div", { class: "svm-plot" }));
    mount(S, dom.host);
    S.send = send;
  }
  showMessage(S, "The picture could not be drawn. Reload the page to try again.");
}

/** After the next frame is on the screen; a hidden page has no frames.
 * @type {() => Promise<void>} */
function onScreen() {
  return new Promise((resolve) => {
    setTimeout(resolve, 250);
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(0);
    });
  });
}

/** Charts that are only looked at wait until what is edited has been drawn; while a gesture goes
 * on, also until some time has passed since they were drawn last.
 * @type {(S: State) => Promise<void>} */
async function editorsFirst(S) {
  const start = performance.now();
  const editors = () => [...STORES.values()].filter((T) => T.dom && T.header.tools.length);
  const soon = () => performance.now() - S.drawings.drawnAt < CHART_PAUSE;
  const busy = () => editors().some((T) => T.drawings.drawing || (T.gesture && soon()));
  await new Promise((resolve) => setTimeout(resolve, 0));
  while (busy() && performance.now() - start < 1000) {
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}
