// Where plotly.js comes from: the page, else the server's file, else a message of Python's, which sends
// it once when it is asked for.
import { enqueue } from "./events.js";

/** @type {Promise<Window["Plotly"]> | null} */
let plotlyPromise = null;
export let plotlyFrom = "file";
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
  try {
    await runScript(new URL(S.header.plotlyAddress, document.baseURI).href);
  } catch {
    // no such file: the next way is taken
  }
  if (window.Plotly?.react) return window.Plotly;
  plotlyFrom = "message";
  const source = await askForSource(S);
  await runScript(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  if (!window.Plotly?.react) throw new Error("plotly.js did not start");
  return window.Plotly;
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

/** @type {(address: string) => Promise<unknown>} */
function runScript(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = resolve;
    script.onerror = () => reject(new Error("plotly.js could not be run"));
    document.head.append(script);
  });
}
