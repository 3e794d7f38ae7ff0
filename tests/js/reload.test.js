import assert from "node:assert/strict";
import test from "node:test";
import { enqueue } from "../../pages/ui/canvas/js/events.js";
import { keepJournals } from "../../pages/ui/canvas/js/reload.js";
import { STORES } from "../../pages/ui/canvas/js/store.js";
import { add, open } from "./page.js";

/** A tab's storage and address, and how its page was opened. */
function tab(t, type, href) {
  const items = new Map();
  Object.defineProperty(globalThis, "sessionStorage", { configurable: true, value: {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, text) => items.set(key, text),
    removeItem: (key) => items.delete(key),
  } });
  const now = { type, href, search: "" };
  globalThis.location = now;
  t.mock.method(performance, "getEntriesByType", () => [{ type: now.type }]);
  let leave = () => {};
  globalThis.addEventListener = (kind, told) => kind === "pagehide" && (leave = told);
  globalThis.svmKeeps = false;
  keepJournals();
  return { now, items, leave: () => leave() };
}

test("a page that is loaded again at its address goes on with its journal, once", (t) => {
  for (const [type, href, again] of [
    ["reload", "/?C=2", true], ["navigate", "/?C=2", false], ["reload", "/?C=3", false],
  ]) {
    const here = tab(t, "navigate", "/?C=2");
    const page = open([[70, 1, 1]]);
    enqueue(page.S, add(1));
    enqueue(page.S, { t: "delete", ids: [70] });
    page.get([[70, 1, 1], [71, 1, 0]], { ack: 1 });
    page.linked(1);
    here.leave();
    assert.ok(here.items.has(`svm-journal-${page.S.header.key}`));
    page.linked(2); // after Back to the page as it was left
    here.leave();
    assert.ok(!here.items.has(`svm-journal-${page.S.header.key}`));
    page.S.kept.journal = [page.S.kept.unseen.pop()];
    here.leave();
    STORES.delete(page.S.header.key);
    Object.assign(here.now, { type, href });
    page.said.length = 0;
    const { key } = page.S.header;
    page.get([[0, 1, 1], [1, 1, 0]], { key, sid: "b", ack: 0 });
    const told = page.said.flatMap(({ sid, ev }) => ev.map((e) => [sid, e.seq, e.ids]));
    assert.deepEqual(told, again ? [["b", 2, [0]]] : []);
    const said = again ? "The page was loaded again: 1 edit was applied again." : "";
    assert.deepEqual([page.S.notice.text, page.S.outbox.seq, here.items.has(`svm-journal-${key}`)], [said, again ? 2 : 0, false]);
  }
});
