// Where plotly.js comes from: the page, else Streamlit's own chunk (which sets window.Plotly),
// else plotly.py's copy, which Python sends once when it is asked for.
import { enqueue } from "./events.js";

/** @type {Promise<Window["Plotly"]> | null} */
let plotlyPromise = null;
export let plotlyFrom = "chunk";
/** @type {((source: string) => void) | null} */
export let takeSource = null;

/** @type {(S: State) => Promise<Window["Plotly"]>} */
export function loadPlotly(S) {
  if (window.Plotly?.react) return Promise.resolve(window.Plotly);
  plotlyPromise ??= findPlotly(S).catch((error) => {
    plotlyPromise = null;
    throw error;
  });
  return plotlyPromise;
}

/** @type {(S: State) => Promise<Window["Plotly"]>} */
async function findPlotly(S) {
  const url = chunkUrl(S.header.chunk);
  if (url) {
    try {
      await import(url);
    } catch {
      // no such file: the next way is taken
    }
  }
  if (window.Plotly?.react) return window.Plotly;
  plotlyFrom = "bundled";
  const source = await askForSource(S);
  await runScript(source);
  if (!window.Plotly?.react) throw new Error("plotly.js did not start");
  return window.Plotly;
}

/** Beside the bundle that is running, wherever the app is served from.
 * @type {(name: string) => string | null} */
function chunkUrl(name) {
  /** @type {NodeListOf<HTMLScriptElement & HTMLLinkElement>} */
  const links = document.querySelectorAll("script[src], link[href]");
  const urls = [...links].map((e) => e.src || e.href);
  const bundle = urls.find((u) => /static\/js\/index\./.test(u));
  return name && bundle ? new URL(name, bundle).href : null;
}

/** @type {(S: State) => Promise<string>} */
function askForSource(S) {
  return new Promise((resolve, reject) => {
    takeSource = resolve;
    if (S.header.plotly) resolve(S.header.plotly);
    else enqueue(S, { t: "plotly" });
    setTimeout(() => reject(new Error("plotly.js did not arrive")), 60000);
  });
}

/** @type {(source: string) => Promise<unknown>} */
function runScript(source) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    script.onload = resolve;
    script.onerror = () => reject(new Error("plotly.js could not be run"));
    document.head.append(script);
  });
}
