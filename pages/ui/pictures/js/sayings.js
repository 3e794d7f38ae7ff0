// What the page that is open says in words and numbers, for a report.
import { MAIN } from "../../streamlit_internals.js";

const SENTENCES = ".svm-verdict, .svm-compared, .svm-agreement p, .svm-advice, .svm-derived";
const TABLES = "table:not(.svm-legend)";
const MOST_ROWS = 100; // of a table

/** @type {() => Sayings} */
export function sayingsHere() {
  const page = document.querySelector(MAIN) ?? document;
  const all = (/** @type {string} */ css) => [...page.querySelectorAll(css)]
    .filter((node) => node.getClientRects().length > 0);
  return {
    sentences: SENTENCES.split(", ").flatMap(all).sort(inOrder).map(sentenceOf).filter(Boolean),
    cards: all(".svm-card").map((card) => /** @type {[string, string, string]} */ (
      ["dt", "dd", "dd.svm-more"].map((css) => innerWords(card.querySelector(css))))),
    tables: all(TABLES).map(rowsOf).filter((rows) => rows.length > 1),
  };
}

/** @type {(a: Node, b: Node) => number} */
const inOrder = (a, b) => (a.compareDocumentPosition(b) & 4 ? -1 : 1);

/** Its text; of a badge all that it stands for. @type {(node: Element) => string} */
function sentenceOf(node) {
  const badge = node.querySelector(".svm-badge");
  const text = innerWords(node);
  return badge ? text.replace(innerWords(badge), `${badge.title || innerWords(badge)}:`) : text;
}

const innerWords = (/** @type {Element | null} */ node) =>
  (node instanceof HTMLElement ? node.innerText : "").replace(/\s+/g, " ").trim();

/** @type {(table: any) => string[][]} */
function rowsOf(table) {
  const rows = [...table.rows].map((row) => [...row.cells].map(innerWords));
  const [head, body] = table.tHead ? [rows[0], rows.slice(1)] : [[], rows];
  const left = body.length - MOST_ROWS;
  return [head, ...body.slice(0, MOST_ROWS), ...(left > 0 ? [[`${left} more rows`]] : [])];
}
