import assert from "node:assert/strict";
import test from "node:test";
import { slugOf } from "../../pages/ui/pictures/js/figures.js";
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

test("no text of a file is read as HTML", () => {
  assert.equal(escaped(`<b a="1">'&`), "&#60;b a=&#34;1&#34;&#62;&#39;&#38;");
  const text = dataElement("x", JSON.stringify({ name: "</script><script>alert(1)</script>" }));
  assert.equal(text.match(/<\/?script/g).length, 2);
  const [, json] = />(.*)</.exec(text);
  assert.equal(JSON.parse(json).name, "</script><script>alert(1)</script>");
});
