import assert from "node:assert/strict";
import test from "node:test";
import { command, enqueue, pick } from "../../pages/ui/canvas/js/events.js";
import { showStatus } from "../../pages/ui/canvas/js/notice.js";
import { storeFor } from "../../pages/ui/canvas/js/canvas_state.js";
import {
  acknowledge, flush, idle, record, resendIfLost, markDrawn,
} from "../../pages/ui/canvas/js/store.js";
import { state } from "./state.js";

const add = (n, s) => ({ t: "add", p: Array.from({ length: n }, (_, k) => [k, 0]), c: 0, s });
const openFor = (header) => storeFor({ header, figure: "" });
const counts = (S) => S.outbox.pending.map((e) => [e.seq, e.t, (e.p ?? e.ids ?? []).length]);

test("one message is on its way at a time", () => {
  const S = state();
  enqueue(S, { t: "add", p: [[0, 0]], c: 0 });
  enqueue(S, { t: "undo" });
  assert.equal(S.said.length, 1);
  assert.deepEqual(S.said[0], {
    sid: "a", ev: [{ seq: 1, s: 1, t: "add", p: [[0, 0]], c: 0 }], live: false, n: 1,
  });
  assert.equal(idle(S), false);
  acknowledge(S, 1);
  assert.equal(S.said.length, 2);
  assert.deepEqual(S.said[1].ev.map((e) => e.seq), [2]);
  for (const seq of [2, 2, 1]) acknowledge(S, seq); // twice, and late
  assert.deepEqual([idle(S), S.outbox.acked, S.outbox.seq, S.said.length], [true, 2, 2, 2]);
});

test("a canvas is at work until its last event has arrived and is drawn", () => {
  const S = state();
  S.dom = { root: { dataset: {} } };
  const status = () => (showStatus(S), S.dom.root.dataset.status);
  assert.equal(status(), "ready");
  S.outbox.pending = [{ seq: 1, t: "undo" }];
  assert.equal(status(), "working");
  S.outbox.pending = [];
  S.drawings.drawing = true;
  assert.equal(status(), "working");
  S.notice.failed = true;
  assert.equal(status(), "error");
});

test("events of one stroke that were not sent are one event, of at most 300 points", () => {
  const S = state();
  S.send = null;
  const stroke = ++S.outbox.seq;
  const sizes = (...events) => (events.forEach((e) => record(S, e)), counts(S).map(([, , n]) => n));
  assert.deepEqual(sizes(add(2, stroke), add(3, stroke)), [5]);
  assert.deepEqual(sizes({ ...add(1, stroke), c: 1 }), [5, 1]); // of another class
  assert.deepEqual(sizes(add(1, stroke)), [5, 1, 1]); // not next to its own
  assert.deepEqual(sizes(add(299, stroke), add(1, stroke)), [5, 1, 300, 1]);
  S.outbox.sent = S.outbox.seq;
  assert.deepEqual(sizes(add(1, stroke)), [5, 1, 300, 1, 1]);
});

test("of a drag only the newest place is kept, of an eraser all ids", () => {
  const S = state();
  const stroke = ++S.outbox.seq;
  record(S, { t: "move", ids: [4, 5], p: [[0, 0], [1, 1]], s: stroke });
  record(S, { t: "move", ids: [4, 5], p: [[2, 0], [3, 1]], s: stroke });
  assert.deepEqual(S.outbox.pending.map((e) => e.p), [[[2, 0], [3, 1]]]);
  record(S, { t: "move", ids: [4], p: [[9, 9]], s: stroke });
  assert.equal(S.outbox.pending.length, 2);
  record(S, { t: "delete", ids: [4], s: stroke });
  record(S, { t: "delete", ids: [5, 6], s: stroke });
  assert.deepEqual(S.outbox.pending.at(-1).ids, [4, 5, 6]);
  record(S, { t: "flip", ids: [1], s: stroke });
  record(S, { t: "flip", ids: [1], s: stroke });
  assert.equal(S.outbox.pending.length, 5); // twice is not once
});

test("of questions and views the last one is asked", () => {
  const S = state();
  enqueue(S, { t: "rest" });
  pick(S, { ids: [4], hover: true });
  pick(S, { p: [[1, 2]] });
  enqueue(S, { t: "view", b: [0, 1, 0, 1] });
  enqueue(S, { t: "view", b: [0, 2, 0, 2] });
  assert.equal(S.outbox.pending.length, 3);
  const [, asked, seen] = S.outbox.pending;
  assert.deepEqual([asked.ids, asked.p, asked.hover], [undefined, [[1, 2]], undefined]);
  assert.deepEqual(seen.b, [0, 2, 0, 2]);
});

test("a message holds 300 events, the next one the rest", () => {
  const S = state();
  S.outbox.pending = Array.from({ length: 310 }, (_, k) => ({ seq: k + 1, t: "undo" }));
  S.outbox.seq = 310;
  flush(S);
  assert.deepEqual([S.said[0].ev.length, S.outbox.sent], [300, 300]);
  acknowledge(S, 300);
  assert.deepEqual(S.said[1].ev.map((e) => e.seq), Array.from({ length: 10 }, (_, k) => 301 + k));
});

test("a step back travels apart from the values of controls", () => {
  const S = state();
  const all = ["past", "add", "set", "set", "undo", "set", "rest"];
  S.outbox.pending = all.map((t, k) => ({ seq: k + 1, t, s: k + 1 }));
  S.outbox.seq = all.length;
  flush(S);
  for (let k = 0; k < S.said.length && k < 9; k++) acknowledge(S, S.said[k].ev.at(-1).seq);
  const told = S.said.map(({ ev }) => ev.map((e) => e.t));
  assert.deepEqual(told, [["past", "add"], ["set", "set"], ["undo"], ["set", "rest"]]);
});

test("a message that is lost is sent again after 3, 6, 12 seconds; a busy server has 20", (t) => {
  let now = 1000;
  let busy = null;
  t.mock.method(performance, "now", () => now);
  globalThis.document = { querySelector: () => busy };
  t.after(() => delete globalThis.document);
  const S = state();
  command(S, "undo");
  const sent = [];
  for (; now < 50_000; now += 500) {
    resendIfLost(S);
    if (S.said.length > sent.length) sent.push(now);
  }
  assert.deepEqual(sent, [1000, 4000, 10_000, 22_000, 46_000]);
  assert.deepEqual([S.outbox.resends, S.outbox.tries], [4, 4]);
  assert.equal(new Set(S.said.map((message) => message.n)).size, 5);
  acknowledge(S, 1);
  assert.equal(S.outbox.tries, 0);
  busy = {};
  command(S, "redo");
  now += 19_999;
  resendIfLost(S);
  assert.equal(S.said.length, 6);
  now += 1;
  resendIfLost(S);
  assert.equal(S.said.length, 7);
});

test("a drawn figure ends what it contains", () => {
  const S = state([[1, 0, 0, 0], [2, 1, 1, 1]]);
  S.outbox.pending = [{ seq: 1, t: "undo" }, { seq: 2, t: "undo" }];
  S.selection = new Set([1, 99]);
  S.keys.carry = 98;
  markDrawn(S, 1);
  assert.deepEqual(S.outbox.pending.map((e) => e.seq), [2]);
  assert.deepEqual([...S.selection], [1]);
  assert.equal(S.keys.carry, null);
});

test("copies are selected once they are there", () => {
  const S = state([[1, 0, 0, 0]]);
  S.selection = new Set([1]);
  S.selectNew = { seq: 5, known: new Set([1]) };
  markDrawn(S, 4);
  assert.deepEqual([...S.selection], [1]);
  S.points = { ids: [1, 2], x: [0, 0], y: [0, 0], size: 9 };
  markDrawn(S, 5);
  assert.deepEqual([...S.selection], [2]);
  assert.equal(S.selectNew, null);
});

test("a page opens with its own tool unless the visitor has chosen another that is offered", () => {
  const { header } = state([[1, 0, 0, 0]]);
  const key = "opens";
  const asks = { ...header, key, tools: ["add", "pan", "pick"], opensWith: "pick" };
  const S = openFor({ ...header, key });
  assert.equal(openFor(asks).tool, "pick");
  assert.equal(openFor({ ...header, key }).tool, "add");
  for (const tool of ["pan", "add"]) { // chosen here
    S.tool = tool;
    assert.equal(openFor({ ...asks }).tool, tool);
  }
  openFor({ ...header, key, tools: [], opensWith: "" }); // a page that draws nothing
  assert.equal(S.tool, "add");
  S.tool = "select";
  assert.equal(openFor({ ...header, key }).tool, "select");
  assert.equal(openFor(asks).tool, "pick");
  assert.equal(openFor({ ...header, key: "chart", tools: [], opensWith: "" }).tool, "pan");
});

test("on a board that has become empty a click places a point, until another tool is chosen", () => {
  const { header } = state([[1, 0, 0, 0]]);
  const asks = { ...header, key: "empty", tools: ["add", "spray", "erase", "pick"], opensWith: "pick" };
  const empty = { ...asks, ids: [] };
  const S = openFor(asks);
  for (const [tool, then] of [["pick", "add"], ["erase", "add"], ["spray", "spray"]]) {
    S.tool = tool;
    assert.equal(openFor(empty).tool, then);
    assert.equal(openFor(asks).tool, then, "points are placed one after another");
  }
  openFor(empty);
  S.tool = "pick"; // chosen on the empty board
  assert.equal(openFor({ ...empty }).tool, "pick");
  assert.equal(openFor({ ...empty, key: "opens empty" }).tool, "add");
});
