import assert from "node:assert/strict";
import test from "node:test";
import { mendHistory, readRevision } from "../../pages/ui/canvas/js/navigation.js";

/** A browser's history and address, mended; what Streamlit pushes, and a press of a key. */
function browser(t, address, linkHolds = (told) => {}) {
  const entries = [address], listeners = {};
  globalThis.location = { get href() { return `https://svm.example${entries.at(-1)}`; } };
  globalThis.history = {
    pushState: (state, title, url) => void entries.push(url),
    replaceState: (state, title, url) => void entries.splice(-1, 1, url),
  };
  globalThis.document = { addEventListener: (kind, told) => (listeners[kind] = told) };
  t.after(() => delete globalThis.document);
  readRevision(linkHolds);
  mendHistory();
  const push = (...urls) => urls.forEach((url) => history.pushState({}, "", url));
  return { entries, push, press: () => listeners.keydown() };
}

test("Back leads to the page before, and not through every value that was tried", (t) => {
  const { entries, push, press } = browser(t, "/");
  press();
  push("/?C=2", "/?C=5", "/?C=5&kernel=linear", "/?C=5&kernel=linear&placed=4CAA", "/?C=7");
  assert.deepEqual(entries, ["/?C=7"]);
  push("/dual", "/dual?C=7"); // by its name in the menu: its words follow
  press();
  push("/dual?C=9", "/dual", "/dual?i_smo_at=4&zoom=0_1_0_1");
  assert.deepEqual(entries, ["/?C=7", "/dual?i_smo_at=4&zoom=0_1_0_1"]);
  push("/?dataset=own&placed=4CAA"); // by a link of the Guide, say
  assert.equal(entries.length, 3);
});

test("Back leads to the view, the step and out of the lecture mode", (t) => {
  const ways = ["i_dual=smo", "i_dual=path", "mode=lecture", "lesson=margin", "lesson=margin&step=2",
    "n_mode=one_class", "e_view=map", "i_kernels=gram", "ma_picture=plane", "ch_goal=wide"];
  for (const words of ways) {
    const { entries, push, press } = browser(t, "/dual?C=7");
    press();
    // a value of the view takes the entry of the view, and the view that a page opens with has no words
    push(`/dual?C=7&${words}`, `/dual?C=3&${words}`, "/dual?C=3");
    assert.deepEqual(entries, ["/dual?C=7", `/dual?C=3&${words}`, "/dual?C=3"]);
  }
});

test("the words of a page that was opened by its name are no view of their own", (t) => {
  const { entries, push, press } = browser(t, "/");
  push("/nu", "/nu?n_mode=one_class");
  assert.deepEqual(entries, ["/", "/nu?n_mode=one_class"]);
  push("/regression");
  press(); // and then something is done there
  push("/regression?rv_view=descent");
  assert.deepEqual(entries, ["/", "/nu?n_mode=one_class", "/regression", "/regression?rv_view=descent"]);
});

test("which edits the link contains is told, and not shown", (t) => {
  for (const name of ["pushState", "replaceState"]) {
    const told = [];
    const { entries } = browser(t, "/dual?C=7", (text) => told.push([text, location.href]));
    const urls = ["/dual?edits=main.1", "/dual?C=9&edits=main.2%7Ehandles.4", "/dual?edits=main.3&C=%2B1",
      "/dual?C=1", undefined, new URL("https://svm.example/dual?rededits=1")];
    for (const url of urls) history[name]({}, "", url);
    const site = "https://svm.example";
    const wanted = [["main.1", "/dual"], ["main.2~handles.4", "/dual?C=9"], ["main.3", "/dual?C=%2B1"], ["", "/dual?C=1"]];
    // once, and when the address holds the link
    assert.deepEqual(told.slice(0, 4), wanted.map(([text, url]) => [text, site + url]));
    assert.equal(told.length, urls.length);
    assert.equal(String(entries.at(-1)), "https://svm.example/dual?rededits=1");
  }
});

test("the link of a new page leaves the entry of the page before as it is", (t) => {
  const told = [];
  const { entries, push } = browser(t, "/svm/?C=7", (text) => told.push(text));
  push("/svm/?C=3&page=dual&edits=main.1"); // before Streamlit has opened the page
  assert.deepEqual([entries, told], [["/svm/?C=7"], []]);
  push("/svm/dual?C=3&page=dual&edits=main.1", "/svm/dual?C=4&page=dual");
  assert.deepEqual([entries, told], [["/svm/?C=7", "/svm/dual?C=4"], ["main.1", ""]]);
  push("/svm/dual?C=5&left=dual"); // before Streamlit has opened the first page
  assert.equal(entries.at(-1), "/svm/dual?C=4");
  push("/svm/?C=5&left=dual", "/svm/?C=6&left=dual");
  assert.deepEqual(entries, ["/svm/?C=7", "/svm/dual?C=4", "/svm/?C=6"]);
});
