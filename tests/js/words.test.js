import assert from "node:assert/strict";
import test from "node:test";
import { deflateSync } from "node:zlib";
import { row } from "../../pages/ui/canvas/js/films.js";
import { unpack } from "../../pages/ui/canvas/js/wire.js";
import { unpacked } from "../../pages/ui/packed.js";
import { decodeArrays } from "../../pages/ui/timeline/js/decode.js";
import { testWords } from "../../pages/ui/timeline/js/moment_words.js";
import { number, steady } from "../../pages/ui/timeline/js/words.js";

test("numbers with four digits", () => {
  const said = [
    [0, "0"], [-0.5, "−0.5"], [3.14159, "3.142"], [1234.56, "1235"], [-28_896, "−28,896"],
    [123_456, "123,456"], [1_234_567, "1.23 × 10⁶"], [0.0001, "0.0001"],
    [0.00001234, "1.23 × 10⁻⁵"], [-2e-7, "−2.00 × 10⁻⁷"],
    [NaN, "–"], [Infinity, "∞"], [-Infinity, "−∞"],
  ];
  for (const [value, text] of said) assert.equal(number(value), text.replaceAll(" ", "\u00a0"));
  assert.equal(number(3.14159, 2), "3.1");
});

test("what counts up keeps its digits", () => {
  const said = [
    [0, "0.000"], [1, "1.000"], [9.9996, "10.000"], [12.5, "12.50"], [-123.456, "−123.5"],
    [1234.5, "1235"], [0.5, "0.500"], [0.0001, "0.0001"],
    [12_345.6, "12,346"], [1e6, "1.00 × 10⁶"], [NaN, "–"],
  ];
  for (const [value, text] of said) assert.equal(steady(value), text.replaceAll(" ", "\u00a0"));
});

test("a message is a header, a line break and a text", () => {
  const bytes = new TextEncoder().encode('{"key":"γ"}\nα\nβ');
  assert.deepEqual(unpack(bytes), { header: { key: "γ" }, text: "α\nβ" });
});

test("what came compressed is there when a component is called, unless another call came first", async () => {
  const called = [], parentElement = {};
  let arrived;
  const arrival = new Promise((resolve) => { arrived = resolve; });
  const run = unpacked(({ data, key }) => {
    called.push([key, data]);
    if (key === "json") arrived();
    return () => called.push([key, "ended"]);
  });
  const bytes = (mark, text) => new Uint8Array([mark.charCodeAt(0), ...deflateSync(text)]);
  const plain = new TextEncoder().encode('{"key":"γ"}\nα');
  run({ key: "plain", data: plain, parentElement });
  assert.deepEqual(called.splice(0), [["plain", plain]]);
  run({ key: "ended", data: bytes("b", "old"), parentElement })();
  run({ key: "old", data: bytes("b", "old"), parentElement });
  run({ key: "short", data: plain, parentElement }); // before the old data are inflated
  const end = run({ key: "json", data: bytes("j", '{"α": 1}'), parentElement });
  run({ key: "elsewhere", data: bytes("b", "x"), parentElement: {} });
  await arrival;
  end();
  const wanted = [["short", plain], ["json", { "α": 1 }], ["json", "ended"]];
  assert.deepEqual(called.filter(([key]) => key !== "elsewhere"), wanted);
});

test("arrays come back with their types and rows", () => {
  const bytes = (array) => Buffer.from(array.buffer).toString("base64");
  const w = { dtype: "f4", bdata: bytes(new Float32Array([1.5, -2, 3, 4])), shape: "2, 2" };
  const film = decodeArrays({
    id: "run", C: null, w, sample: { dtype: "i2", bdata: bytes(new Int16Array([-1, 300])) },
  });
  assert.deepEqual([film.id, film.C, film.cols], ["run", null, { w: 2 }]);
  assert.deepEqual(film.w, new Float32Array([1.5, -2, 3, 4]));
  assert.deepEqual(film.sample, new Int16Array([-1, 300]));
  assert.deepEqual([...row(film, "w", 1)], [3, 4]);
  assert.deepEqual([...row(film, "sample", 1)], [300]);
});

test("the metrics of the test points, where there are some", () => {
  const film = { test_accuracy: [0.5, 0.98765], test_precision: [0, 1], test_recall: [0, 0.9] };
  assert.equal(testWords(film, 1), "test accuracy 98.8 %, precision 100 %, recall 90 %");
  assert.equal(testWords({}, 0), "");
});
