// Where plotly.js comes from: the page, else Streamlit's own chunk (which sets window.Plotly),
// else plotly.py's copy, which Python sends once when it is asked for.
let plotlyPromise = null;
let plotlyFrom = "chunk";
let takeSource = null;

function loadPlotly(S) {
  if (window.Plotly?.react) return Promise.resolve(window.Plotly);
  plotlyPromise ??= findPlotly(S).catch((error) => {
    plotlyPromise = null;
    throw error;
  });
  return plotlyPromise;
}

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

// Beside the bundle that is running, wherever the app is served from.
function chunkUrl(name) {
  const links = [...document.querySelectorAll("script[src], link[href]")];
  const bundle = links.map((e) => e.src || e.href).find((u) => /static\/js\/index\./.test(u));
  return name && bundle ? new URL(name, bundle).href : null;
}

function askForSource(S) {
  return new Promise((resolve, reject) => {
    takeSource = resolve;
    if (S.header.plotly) resolve(S.header.plotly);
    else enqueue(S, { t: "plotly" });
    setTimeout(() => reject(new Error("plotly.js did not arrive")), 60000);
  });
}

function runScript(source) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    script.onload = resolve;
    script.onerror = () => reject(new Error("plotly.js could not be run"));
    document.head.append(script);
  });
}
