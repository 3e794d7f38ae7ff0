import assert from "node:assert/strict";
import test from "node:test";
import { drawScene, recording } from "../../pages/ui/pictures/js/film_video.js";
import { slugOf } from "../../pages/ui/pictures/js/figures.js";
import { reportPage } from "../../pages/ui/pictures/js/report.js";
import { dataElement, escaped } from "../../pages/ui/pictures/js/html.js";

test("a file's name says the figure in letters, digits and hyphens", () => {
  const said = [
    ["Cost (log scale)", "cost-log-scale"], ["Multipliers α (up) and α*", "multipliers-alpha-up-and-alpha"],
    ["(J − J*)/J* against passes", "j-against-passes"], ["‖f‖²", "f-2"], ["∑", "figure"],
    ["A soft margin with C = 0.01", "a-soft-margin-with-c-0-01"],
  ];
  for (const [title, slug] of said) assert.equal(slugOf(title), slug);
  assert.ok(slugOf("word ".repeat(20)).length <= 40);
});

test("a report has every word as text", () => {
  const bad = `<img src=x onerror="alert(1)">`;
  const report = {
    tables: [[bad, [[bad, bad]], bad]], grids: [[bad, [bad, bad], [[bad, bad]], bad]], sources: [[bad, "javascript:alert(1)"], ["Cortes", "https://doi.org/1"]], software: bad,
  };
  const said = { sentences: [bad], cards: [[bad, bad, bad]], tables: [[[bad], [bad]]] };
  const page = reportPage({ title: bad, link: "https://here/?C=3", report }, said, ["<svg></svg>"], new Date(2026, 10, 25));
  assert.equal(page.includes("<img"), false);
  assert.equal(page.split("&#60;img").length - 1, 21);
  assert.deepEqual(page.match(/href="[^"]*"/g), [1, 2, 3].map((k) => `href="${k < 3 ? "https://here/?C=3" : "https://doi.org/1"}"`));
  for (const part of ["<svg></svg>", "25 November 2026", "Cortes"]) assert.ok(page.includes(part), part);
});

test("a video's picture is drawn upright in its canvas, with its numbers below", () => {
  let [a, b, c, d, e, f] = [1, 0, 0, 1, 0, 0];
  const at = (x, y) => [a * x + c * y + e, b * x + d * y + f];
  const drawn = [];
  const pen = {
    setTransform: (...matrix) => ([a, b, c, d, e, f] = matrix),
    translate: (x, y) => ([e, f] = at(x, y)),
    fillRect() {},
    drawImage: (name, x, y, w, h) => drawn.push([name, at(x, y), at(x + w, y), at(x, y + h)]),
    fillText: (text, x, y) => drawn.push([text, at(x, y)]),
  };
  drawScene({
    canvas: { width: 640, height: 480, getContext: () => pen }, words: ["step 3"], theme: {},
    still: { width: 280, height: 180, top: 20 }, under: "under", fixed: "fixed", over: "over",
    shades: { style: { left: "0px", top: "0px", width: "0px", height: "0px" } },
  });
  const corner = at(0, 0);
  const [left, top] = corner;
  for (const [k, name] of ["under", "fixed", "over"].entries()) {
    assert.deepEqual(drawn[k], [name, corner, [left + 2 * 280, top], [left, top + 2 * 200]]);
  }
  assert.ok(drawn[3][0] === "step 3" && drawn[3][1][1] > top + 2 * 200);
});

test("a video without a frame, or one that fails, is no file", async (t) => {
  t.after(() => delete globalThis.MediaRecorder);
  const canvas = { captureStream: () => null };
  /** Records `data`, and fails where there is none. */
  const records = (data) => {
    globalThis.MediaRecorder = class {
      static isTypeSupported = () => true;
      start() {}
      stop() {
        if (data === null) this.onerror({ error: new Error("no encoder") });
        else this.ondataavailable({ data: new Blob([data]) });
        this.onstop();
      }
    };
    return recording(canvas).end();
  };
  const video = await records("frames");
  assert.deepEqual([video.size, video.type], [6, "video/mp4"]);
  await assert.rejects(records(""), /this browser recorded an empty video/);
  await assert.rejects(records(null), /no encoder/);
});

test("no text of a file is read as HTML", () => {
  assert.equal(escaped(`<b a="1">'&`), "&#60;b a=&#34;1&#34;&#62;&#39;&#38;");
  const text = dataElement("x", JSON.stringify({ name: "</script><script>alert(1)</script>" }));
  assert.equal(text.match(/<\/?script/g).length, 2);
  const [, json] = />(.*)</.exec(text);
  assert.equal(JSON.parse(json).name, "</script><script>alert(1)</script>");
});
