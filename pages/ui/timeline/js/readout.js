// The moment in numbers. Every part has a width that its longest value fits in, so nothing jumps.
const MOST_TICKS = 60;

function buildReadout(dom) {
  const readout = element("div", { class: "svm-tl-readout" });
  const line = (...names) => {
    const parts = names.map((name) => (dom.readout[name] = element("span", { class: `svm-tl-${name}` })));
    readout.append(element("div", {}, ...parts));
  };
  line("place", "step");
  line("cost", "above");
  dom.busy = element("span", { class: "svm-tl-busy", role: "status" });
  readout.append(dom.busy);
  return readout;
}

function showMoment(F, root, dom) {
  const { film, k } = F;
  if (!film) return;
  const update = film.update[k];
  const { slider, speed } = dom;
  if (Number(slider.max) !== film.total) slider.max = film.total;
  if (!F.dragging && Number(slider.value) !== update) slider.value = update;
  slider.style.setProperty("--done", `${(100 * Number(slider.value)) / film.total}%`);
  slider.setAttribute("aria-valuetext", `update ${update} of ${film.total}`);
  if (speed.value !== F.speed) speed.value = F.speed;
  showTicks(dom, film);
  showNumbers(dom, film, k);
  showButtons(F, dom);
  const busy = F.wanted === null ? "" : `fetching update ${F.wanted}`;
  if (dom.busy.textContent !== busy) dom.busy.textContent = busy;
  Object.assign(root.dataset, {
    update, moment: k, playing: F.playing, total: film.total, film: film.id, frames: F.frames,
  });
  root.toggleAttribute("data-busy", F.wanted !== null);
}

function showButtons(F, { buttons }) {
  const { film, k, playing } = F;
  const [icon, title] = playing ? [PAUSE, "Pause"] : [PLAY, "Play"];
  if (buttons.toggle.getAttribute("aria-label") !== title) {
    buttons.toggle.innerHTML = icon;
    buttons.toggle.title = `${title} (Space)`;
    buttons.toggle.setAttribute("aria-label", title);
  }
  // said, not disabled: a disabled button would lose the focus of whoever steps with it
  const off = (name, value) => buttons[name].setAttribute("aria-disabled", value);
  for (const name of ["start", "epochBack", "back"]) off(name, k === 0);
  for (const name of ["forward", "epochForward", "end"]) off(name, k === lastMoment(film));
}

// A tick for every epoch, as long as they can be told apart.
function showTicks({ ticks }, film) {
  const epochs = film.total / film.per_epoch;
  const of = `${film.total}/${film.per_epoch}`;
  if (ticks.dataset.of === of) return;
  ticks.dataset.of = of;
  ticks.replaceChildren();
  if (epochs > MOST_TICKS) return;
  for (let epoch = 0; epoch <= epochs; epoch++) {
    const left = `left:${(100 * epoch * film.per_epoch) / film.total}%`;
    ticks.append(element("i", { style: left }));
  }
}

function showNumbers({ readout }, film, k) {
  const width = String(film.total).length;
  const place = `update ${film.update[k]} of ${film.total} · epoch ${epochOf(film, k)}`;
  put(readout.place, place, 2 * width + String(Math.ceil(film.total / film.per_epoch)).length + 18);
  put(readout.step, Number.isFinite(film.rate[k]) ? `step ${number(film.rate[k], 3)}` : "", 11);
  const [cost, margin, loss] = ["cost", "margin_term", "loss_term"].map((name) => film[name][k]);
  put(readout.cost, `cost ${steady(cost)} = ${steady(margin)} + ${steady(loss)}`, 30);
  const above = film.above[k];
  put(readout.above, Number.isFinite(above) ? percent(above) : "", 25);
}

function put(part, text, characters) {
  if (part.textContent !== text) part.textContent = text;
  const width = `${characters}ch`;
  if (part.style.minWidth !== width) part.style.minWidth = width;
}
