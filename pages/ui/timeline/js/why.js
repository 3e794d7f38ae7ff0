// The panel beside the picture: what the update of the moment did, and why.
const SIGNS = ["−1", "+1"];
const PANELS = new WeakMap(); // of each root: the film it follows, and what it says

export default function why({ data, parentElement }) {
  if (!parentElement.isConnected) return undefined;
  const root = parentElement.querySelector(".svm-why");
  root.dataset.key = data.key;
  const old = PANELS.get(root);
  if (old && old.film !== data.film) filmStore(old.film).listeners.delete(`why ${data.key}`);
  PANELS.set(root, { film: data.film, html: "", mark: marks(root, data) });
  const F = follow(data.film, `why ${data.key}`, () => explain(F, root));
  explain(F, root);
  return undefined;
}

function explain(F, root) {
  if (!F.film) return;
  const [title, told] = F.film.story === "smo" ? ["Why this pair?", microscope] : ["Why this update?", story];
  const html = `<h3>${title}</h3>${F.film.status ? status(F.film.status) : ""}${told(F, root)}`;
  root.dataset.update = F.film.update[F.k];
  root.dataset.kind = F.film.kind;
  if (PANELS.get(root).html === html) return;
  PANELS.get(root).html = html;
  root.firstElementChild.innerHTML = html;
}

function status(text) {
  const line = document.createElement("p");
  line.className = "svm-why-status";
  line.textContent = text;
  return line.outerHTML;
}

function story(F, root) {
  const { film, k } = F;
  if (k === 0) return `<p>${nothing(film)}</p>`;
  const rate = film.rule.method === "perceptron" ? "" : ` · step η = ${number(film.rate[k])}`;
  const head = `<p class="svm-why-head">Update ${film.update[k]} · epoch ${epochOf(film, k)}${rate}</p>`;
  const single = film.batch === 1 && film.cols.sample === 1;
  const who = single ? sampleRows(F, root) : batchRows(film, k);
  return `${head}${table(who)}${film.kind === "linear" ? linearUpdate(film, k) : kernelUpdate(film, k, single)}`;
}

function nothing(film) {
  const blank = film.kind === "kernel" || row(film, "w", 0).every((x) => x === 0);
  const what = film.kind === "kernel" ? "All coefficients are 0" : "w = 0";
  return `${blank ? `${what}: nothing learnt yet.` : "The machine it starts from."} Play or step.`;
}

const table = (rows) =>
  `<dl class="svm-why-facts">${rows.map(([name, text]) => `<dt>${name}</dt><dd>${text}</dd>`).join("")}</dl>`;

const badge = (pushes, text) =>
  `<span class="svm-why-${pushes ? "pushed" : "alone"}">${pushes ? "Pushed" : "Left alone"}</span>${text}`;

function sampleRows(F, root) {
  const { film, k, points } = F;
  const { rule } = film;
  const i = film.sample[k];
  const [x, label] = [[points.x[i], points.y[i]], points.label[i] > 0 ? 1 : 0];
  const t = film.margin[k];
  const pushes = film.active[k] > 0;
  const f = film.kind === "linear" ? `${writtenOut(film, k, x, label)}<br>` : "";
  const weight = film.weight ? film.weight[k] : 1;
  const times = weight === 1 ? "" : `${number(weight)} · `;
  return [
    ["sample", `${PANELS.get(root).mark[label]} class ${SIGNS[label]} at ${vector(x)}${weight === 1 ? "" : `, weight ω = ${number(weight)}`}`],
    ["y f(x)", `<div class="svm-why-out">${f}<b>= ${number(t)}</b> ${standing(rule, t, pushes)}</div>`],
    ["loss", `${times}${LOSSES[rule.loss].value(t, rule.h)} = ${number(film.loss[k])}`],
    ["", badge(pushes, pushes ? reach(film, t, weight) : alone(film))],
  ];
}

function writtenOut(film, k, x, label) {
  const [w1, w2] = row(film, "w_before", k);
  const b = film.b_before[k];
  const sign = b < 0 ? "−" : "+";
  const f = `${inner(w1)} · ${inner(x[0])} + ${inner(w2)} · ${inner(x[1])} ${sign} ${number(Math.abs(b))}`;
  return `${SIGNS[label]} · (${f})`;
}

// With kernels the push goes to the point's own coefficient, and x has no numbers of its own.
function reach({ rule, kind }, t, weight) {
  const force = LOSSES[rule.loss].force(t, rule.h);
  const what = kind === "linear" ? "y x" : "y";
  if (weight !== 1) {
    const sign = force === 1 ? "ω" : "−ω ℓ′";
    return `p = ${sign} ${what} = ${number(weight * force)} ${what}`;
  }
  return force === 1 ? `p = ${what}` : `p = −ℓ′ ${what} = ${number(force)} ${what}`;
}

function alone({ rule, kind }) {
  if (rule.rho === 0) return "nothing changes";
  const what = kind === "linear" ? "w" : "a";
  return `only the margin term shrinks ${what}${rule.bias_inside ? " and b" : ""}`;
}

function batchRows(film, k) {
  const size = film.seen?.[k] ?? film.batch; // the last batch of an epoch may be smaller
  const places = { perceptron: "on the wrong side", huber_hinge: "near or inside their margin" };
  const inside = places[film.rule.loss] ?? "inside their margin";
  const rows = [["batch", `${film.active[k]} of ${size} points ${film.active[k] === 1 ? "is" : "are"} ${inside}`]];
  rows.push(["loss", `${number(film.loss[k])} on average`]);
  if (film.kind === "linear") rows.push(["push", `p = ${vector(row(film, "push", k))}`]);
  return [...rows, ["", badge(film.active[k] > 0, film.active[k] > 0 ? `p is the mean of −${film.rule.weighed ? "ω " : ""}ℓ′ y${film.kind === "linear" ? " x" : ""}` : alone(film))]];
}

const termTable = (rows) =>
  `<dl class="svm-why-terms">${rows.map(([term, name]) => `<dd>${term}</dd><dt>${name}</dt>`).join("")}</dl>`;

function linearUpdate(film, k) {
  return `<p class="svm-why-rule">${FORMULAS[film.rule.method](film.rule)}</p>`
    + termTable([...linearTerms(film, k), ...bias(film, k)]);
}

function kernelUpdate(film, k, single) {
  const rule = `<p class="svm-why-rule">${KERNEL_FORMULAS[film.rule.method](film.rule)}</p>`;
  return rule + termTable([...(single ? kernelTerms(film, k) : []), ...bias(film, k)]);
}

const bias = (film, k) => [[`${number(film.b_before[k])} → <b>${number((film.b_after ?? film.b)[k])}</b>`, "b"]];

// The classes by colour and shape, as in the picture. Made once for a theme: to ask which theme it
// is while a film plays would have the browser lay out the page for every moment.
function marks(root, { palette, symbols }) {
  const colors = palette[readTheme(root).mode];
  return SIGNS.map((_, label) => {
    const shape = (SHAPES[symbols[label]] ?? SHAPES.circle)(5);
    const fill = colors[`class${label}`];
    return `<svg viewBox="-8 -8 16 16" aria-hidden="true"><path d="${shape}" fill="${fill}"/></svg>`;
  });
}
