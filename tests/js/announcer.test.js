import assert from "node:assert/strict";
import test from "node:test";
import { altOf } from "../../pages/ui/canvas/js/alt.js";
import { settled } from "../../pages/ui/canvas/js/announcer.js";
import { momentParts, saidOf } from "../../pages/ui/timeline/js/moment_words.js";

const heard = () => ({ seen: "", looks: 0, said: null });
/** What is said at each look; a look is [texts, busy]. */
const looks = (known, ...seen) => seen.map(([texts, busy = false]) => settled(known, texts, busy));
const again = (texts, n = 4) => Array.from({ length: n }, () => [texts]);

test("a result is said once, when it has come to rest", () => {
  const known = heard();
  assert.deepEqual(looks(known, ...again(["90 points"], 6)), ["", "", "", "", "", ""]);
  assert.deepEqual(looks(known, ...again(["91 points"], 6)), ["", "", "", "91 points", "", ""]);
});

test("nothing is said of what changes at every look, or while the visitor is busy; then what is new", () => {
  const known = heard();
  looks(known, ...again(["0 wrong", "b"]));
  const drag = [1, 2, 3, 4, 5].map((k) => [[`${k} wrong`, "b"]]);
  const busy = Array.from({ length: 6 }, () => [["5 wrong", "b"], true]);
  assert.deepEqual(new Set(looks(known, ...drag, ...busy)), new Set([""]));
  assert.deepEqual(looks(known, ...again(["5 wrong", "b"])), ["", "", "5 wrong", ""]);
  assert.equal(looks(known, ...again(["0 wrong", "b"])).join(""), "0 wrong"); // an undo
});

const FILM = {
  update: [0, 17], total: 34, per_epoch: 17, rate: [NaN, 0.25], cost: [68, 7.5],
  margin_term: [0, 1.5], loss_term: [68, 6], above: [NaN, 0.0123],
};

test("a moment of a descent in words", () => {
  const parts = momentParts(FILM, 1);
  assert.equal(saidOf(parts),
    "update 17 of 34 · epoch\u00a01.0. step 0.25. cost 7.500 = 1.500 + 6.000. 1.2 % above the optimum");
  assert.equal(saidOf(momentParts(FILM, 0)),
    "update 0 of 34 · epoch\u00a00.0. cost 68.00 = 0.000 + 68.00");
  const words = { place: ["start", "step 1"], cost: ["dual 0", "dual 2.5"] };
  assert.equal(saidOf(momentParts({ words }, 1)), "step 1. dual 2.5");
});

test("the text alternative says the whole, and the moment that a film shows", () => {
  const header = { alt: "Cost. 7.5 at 5" };
  assert.equal(altOf({ header, film: null }), "Cost. 7.5 at 5");
  assert.equal(altOf({ header, film: { said: "" } }), "Cost. 7.5 at 5");
  assert.equal(altOf({ header, film: { said: "step 3" } }), "Cost. 7.5 at 5. Shown: step 3.");
});
