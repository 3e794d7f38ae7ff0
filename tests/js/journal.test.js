import assert from "node:assert/strict";
import test from "node:test";
import { enqueue } from "../../pages/ui/canvas/js/events.js";
import { linkHolds } from "../../pages/ui/canvas/js/journal.js";
import { acknowledge, record, STORES } from "../../pages/ui/canvas/js/store.js";
import { add, open, seqs, TWO } from "./page.js";
import { state } from "./state.js";

test("events are kept until the link contains them, acknowledged or not", () => {
  const page = open(TWO);
  for (const x of [1, 2, 3]) enqueue(page.S, add(x));
  enqueue(page.S, { t: "view", b: [0, 1, 0, 1] });
  assert.deepEqual(seqs(page.S.kept.journal), [1, 2, 3]);
  acknowledge(page.S, 2);
  assert.deepEqual(seqs(page.S.kept.journal), [1, 2, 3]);
  page.linked(2);
  assert.deepEqual(seqs(page.S.kept.journal), [3]);
  page.linked(1);
  assert.deepEqual([seqs(page.S.kept.journal), page.S.kept.linked], [[3], 2]);
});

test("another session gets what the link did not contain, each once and in order", () => {
  const page = open(TWO);
  for (const x of [1, 2, 3]) enqueue(page.S, add(x));
  page.get([...TWO, [9, 1, 0]], { ack: 1 });
  page.linked(1);
  page.get([...TWO, [9, 1, 0], [10, 2, 0]], { ack: 2 }); // and the link with it did not arrive
  page.said.length = 0;
  page.get([...TWO, [5, 1, 0]], { sid: "b", ack: 0 });
  assert.deepEqual(page.said.map(({ sid, ev }) => [sid, seqs(ev)]), [["b", [2, 3]]]);
  assert.equal(page.S.notice.text, "The server was restarted: 2 edits were applied again.");
  assert.deepEqual(seqs(page.S.outbox.pending), [2, 3]); // and they are seen
  page.get(TWO, { sid: "b", ack: 3 });
  page.linked(3);
  enqueue(page.S, add(4));
  assert.deepEqual(page.said.map(({ ev }) => seqs(ev)), [[2, 3], [4]]);
  // and once more, before anything of the second session came
  page.get(TWO, { sid: "c", ack: 0 });
  assert.deepEqual(seqs(page.said.at(-1).ev), [4]);
});

test("points have other ids in each session; one that is gone stays gone", () => {
  const page = open([[70, 1, 1], [80, 2, 2], [90, 3, 3]]);
  page.get([[600, 1, 1], [80, 2, 2], [90, 3, 3]], { ack: 0 }); // chosen beside the canvas
  enqueue(page.S, { t: "move", ids: [90, 600], p: [[5, 5], [6, 6]] });
  enqueue(page.S, { t: "delete", ids: [75, 1_000_600] }); // of another sample; just added
  for (const [sid, ids] of [["b", [0, 1, 75]], ["c", [30, 31, 32]]]) { // before a link of b has come
    page.get([[ids[0], 1, 1], [ids[1], 2, 2], [ids[2], 3.0004, 3]], { sid, ack: 0 });
    const [moved, gone] = page.said.at(-1).ev;
    assert.deepEqual([moved.ids, moved.p], [[ids[2], ids[0]], [[5, 5], [6, 6]]]);
    assert.deepEqual(gone.ids, [Number.MAX_SAFE_INTEGER, 1_000_600]);
  }
});

test("edits of other points are not applied, and this is said", () => {
  for (const other of [[[0, 1, 1], [1, 2, 2.1]], [...TWO, [2, 3, 3]], [[0, 1, 1]]]) {
    const page = open(TWO);
    enqueue(page.S, add(1));
    page.said.length = 0;
    page.get(other, { sid: "b", ack: 0 });
    assert.equal(page.S.notice.text, "The server was restarted: 1 edit was not kept.");
    assert.deepEqual([page.said, page.S.kept.journal, page.S.outbox.pending], [[], [], []]);
    enqueue(page.S, add(2));
    assert.deepEqual(page.said.map(({ sid, ev }) => [sid, seqs(ev)]), [["b", [2]]]);
  }
});

test("a link that comes before its figure leaves what follows to the next session", () => {
  const own = (seq, k = 0) => 1_000_000 + 400 * seq + k; // ids of points added by an event
  const page = open(TWO);
  enqueue(page.S, add(5));
  enqueue(page.S, { t: "add", p: [[6, 0], [7, 0]], c: 0 });
  enqueue(page.S, { t: "move", ids: [1], p: [[8, 8]] });
  enqueue(page.S, { t: "delete", ids: [own(1)] });
  page.linked(4); // and no figure with any of these
  assert.deepEqual([page.S.kept.journal, page.S.kept.base.ids], [[], [0, 1]]);
  enqueue(page.S, { t: "move", ids: [own(2, 1), 1, own(1)], p: [[1, 3], [2, 3], [3, 3]] });
  const now = [[0, 1, 1], [20, 6, 0], [30, 7, 0], [40, 8, 8]];
  page.get(now, { sid: "b", ack: 0 });
  assert.deepEqual(page.said.at(-1).ev.map((e) => e.ids), [[30, 40, Number.MAX_SAFE_INTEGER]]);
  assert.equal(page.S.notice.text, "The server was restarted: 1 edit was applied again.");
  page.get(now, { sid: "c", ack: 0 }); // the figure of the second session held all of its link
  assert.deepEqual(page.said.at(-1).ev.map((e) => e.ids), [[30, 40, Number.MAX_SAFE_INTEGER]]);
});

test("a figure that is ahead of its link is no measure of it", () => {
  const page = open(TWO);
  enqueue(page.S, { t: "move", ids: [0], p: [[5, 5]] });
  page.get([[0, 5, 5], [1, 2, 2]], { ack: 1 });
  enqueue(page.S, { t: "move", ids: [0], p: [[6, 6]] });
  page.get([[0, 6, 6], [1, 2, 2]], { ack: 2 });
  page.linked(1);
  assert.deepEqual(seqs(page.S.kept.unseen), [1]);
  page.get([[7, 5, 5], [8, 2, 2]], { sid: "b", ack: 0 });
  assert.deepEqual(page.said.at(-1).ev.map((e) => [e.seq, e.ids]), [[2, [7]]]);
});

test("what undo led to is taken from the link; points without a pair are gone", () => {
  const page = open(TWO);
  enqueue(page.S, { t: "undo" });
  page.linked(1);
  enqueue(page.S, add(1));
  enqueue(page.S, { t: "delete", ids: [0, 1] });
  page.get([[9, 1, 1], [10, 4, 4]], { sid: "b", ack: 0 });
  const gone = Number.MAX_SAFE_INTEGER;
  assert.deepEqual(page.said.at(-1).ev.filter((e) => e.t !== "past").map((e) => e.ids), [undefined, [9, gone]]);
});

test("a session is told what undo leads to, as far as that was seen", (t) => {
  t.after(() => (globalThis.location = { search: "" }));
  const page = open(TWO);
  const steps = (undo, link, header = {}) => { // a step, and the link that follows
    enqueue(page.S, add(undo));
    const seq = page.S.outbox.seq;
    page.get(TWO, { ack: seq, undo, ...header });
    globalThis.location = { search: `?C=${link}` };
    page.linked(seq);
  };
  globalThis.location = { search: "?C=0" };
  page.get(TWO, { ack: 0, undo: 0 });
  for (let k = 1; k <= 3; k++) steps(k, k);
  steps(2, 2); // undone,
  assert.deepEqual(page.S.kept.trail, ["C=0", "C=1", "C=2"]);
  steps(3, 7); // and another way
  enqueue(page.S, { t: "undo" });
  page.linked(5); // by a figure that does not contain what followed
  page.get(TWO, { sid: "b", ack: 0, undo: 0 });
  const links = ["C=0", "C=1", "C=2"];
  const [past, ...edits] = page.said.at(-1).ev;
  assert.deepEqual([past, seqs(edits)], [{ seq: 5, t: "past", links }, [6]]);
  assert.equal(page.S.notice.text, "The server was restarted: 1 edit was applied again.");
  page.get(TWO, { sid: "c", ack: 0, undo: 0 }); // before anything of it came
  assert.deepEqual(page.said.at(-1).ev.map((e) => [e.seq, e.t]), [[5, "past"], [6, "undo"]]);
  assert.deepEqual(page.said.at(-1).ev[0].links, links);
  globalThis.location = { search: "?C=8" };
  page.get(TWO, { sid: "c", ack: 6, undo: 3 });
  page.linked(6);
  assert.deepEqual(page.S.kept.trail, [...links, "C=8"]);
  for (let k = 4; k <= 30; k++) steps(k, k, { sid: "c" });
  page.get(TWO, { sid: "d", ack: 0, undo: 0 });
  const last = page.said.at(-1).ev;
  assert.deepEqual(last.map((e) => [e.links.length, e.links[0], e.links.at(-1)]), [[20, "C=10", "C=29"]]);
  assert.equal(page.S.notice.text, "The server was restarted: earlier steps cannot be undone.");
});

test("of more steps than can be undone, the last are told of; their links come early or late", (t) => {
  t.after(() => (globalThis.location = { search: "" }));
  globalThis.location = { search: "?C=0" };
  const page = open(TWO);
  page.get(TWO, { sid: "a", ack: 0, undo: 1 }); // a step beside the canvas: its link was not seen
  enqueue(page.S, add(0));
  for (let k = 1; k <= 130; k++) {
    enqueue(page.S, add(k)); // before the link to the step before
    const drawn = () => page.get(TWO, { sid: "a", ack: k, undo: Math.min(k, 100) });
    if (k % 2) drawn(); // or the link comes first
    globalThis.location = { search: `?C=${k}` };
    page.linked(k);
    drawn();
  }
  Object.assign(page.S, { selection: new Set([1]), label: 1 });
  enqueue(page.S, { t: "view", b: [0, 1, 0, 1] });
  page.get(TWO, { sid: "b", ack: 0, undo: 0, names: ["one"] });
  const links = Array.from({ length: 130 }, (_, k) => `C=${k}`);
  assert.deepEqual(page.said.at(-1).ev[0].links, links.slice(-20));
  // nothing else of a session reaches the next
  const { S } = page;
  assert.deepEqual([S.outbox.acked, S.outbox.drawn, S.kept.linked, S.selection.size, S.label], [0, 0, 0, 0, 0]);
  assert.ok(S.outbox.pending.every((e) => e.t !== "view"));
});

test("a link without events is what undo leads to as well", (t) => {
  t.after(() => (globalThis.location = { search: "" }));
  globalThis.location = { search: "" };
  const page = open(TWO);
  page.get(TWO, { ack: 0, undo: 1 }); // a step that was taken beside the canvas,
  globalThis.location = { search: "?C=2" };
  linkHolds(""); // and its link
  enqueue(page.S, add(1));
  page.get(TWO, { ack: 1, undo: 2 });
  globalThis.location = { search: "?C=3" };
  page.linked(1);
  assert.deepEqual(page.S.kept.trail, ["", "C=2", "C=3"]);
});

test("of a drag the last place is kept", () => {
  const S = state();
  S.send = null;
  const moved = (x, s, ids = [1]) => {
    S.outbox.sent = S.outbox.seq; // on its way
    record(S, { t: "move", ids, p: ids.map(() => [x, x]), s });
  };
  moved(1, 1), moved(2, 1), moved(3, 1);
  moved(4, 2), moved(5, 2, [1, 2]);
  const set = (name, v, s) => ((S.outbox.sent = S.outbox.seq), record(S, { t: "set", name, v, s }));
  set("w_C", 1, 9), set("w_C", 2, 9), set("w_gamma", 3, 9);
  assert.deepEqual(
    S.kept.journal.map((e) => [e.seq, e.p?.[0][0] ?? e.v]), [[3, 3], [4, 4], [5, 5], [7, 2], [8, 3]],
  );
  assert.equal(S.outbox.pending.length, 8);
});

test("what is too much to be kept is not applied in part", () => {
  const page = open(TWO);
  for (let k = 0; k <= 1000; k++) enqueue(page.S, { t: "undo" });
  assert.equal(page.S.outbox.pending.length, 1001);
  page.get(TWO, { ack: 0 });
  linkHolds("");
  const { S } = page;
  assert.deepEqual([S.kept.journal.length, S.kept.base], [1000, null]);
  acknowledge(S, 1001);
  page.get(TWO, { ack: 1001 });
  page.linked(1001);
  assert.deepEqual([S.kept.journal, S.kept.base.ids], [[], [0, 1]]);
  assert.equal(STORES.get(S.header.key), S);
});
