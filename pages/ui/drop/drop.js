// A file that is dropped on the page: its text is told. Streamlit's own fields for files keep theirs.
import { FILE_FIELD } from "../streamlit_internals.js";
const FIELD = `${FILE_FIELD}, input[type=file]`;

/** @typedef {{ hint: string, most: number }} Drop */
/** @typedef {{ most: number, tell: (text: string | null) => void }} Dropped */
/** @type {WeakMap<HTMLElement, Dropped>} */
const KNOWN = new WeakMap();

/** @type {(component: Component<Drop>) => () => void} */
export default function fileDrop({ data, parentElement, setTriggerValue }) {
  /** @type {HTMLElement} */
  const root = parentElement.querySelector(".svm-drop");
  const known = KNOWN.get(root) ?? listen(root);
  known.most = data.most;
  known.tell = (text) => setTriggerValue("file", { text });
  root.textContent = data.hint;
  return () => {};
}

/** @type {(root: HTMLElement) => Dropped} */
function listen(root) {
  const known = { most: 0, tell: () => {} };
  KNOWN.set(root, known);
  const ended = new AbortController(); // with the element, which a page leaves behind
  const end = () => {
    ended.abort();
    KNOWN.delete(root);
  };
  const on = /** @type {(type: string, then: (ev: DragEvent) => void) => void} */ (type, then) =>
    window.addEventListener(type, (ev) => (root.isConnected ? then(/** @type {DragEvent} */ (ev)) : end()), {
      signal: ended.signal,
    });
  on("dragover", (ev) => over(root, ev));
  on("dragleave", (ev) => ev.relatedTarget || hide(root));
  on("drop", (ev) => drop(root, known, ev));
  return known;
}

/** Whether a drag holds a file that no field of the page takes.
 * @type {(ev: DragEvent) => boolean} */
function isOurs(ev) {
  const field = ev.target instanceof Element && ev.target.closest(FIELD);
  return !field && !!ev.dataTransfer && ev.dataTransfer.types.includes("Files");
}

/** @type {(root: HTMLElement, ev: DragEvent) => void} */
function over(root, ev) {
  if (!isOurs(ev)) return hide(root);
  ev.preventDefault(); // the browser would open the file in place of the page
  ev.dataTransfer.dropEffect = "copy";
  root.hidden = false;
}

/** @type {(root: HTMLElement) => void} */
function hide(root) {
  root.hidden = true;
}

/** @type {(root: HTMLElement, known: Dropped, ev: DragEvent) => Promise<void>} */
async function drop(root, known, ev) {
  hide(root);
  if (!isOurs(ev)) return;
  ev.preventDefault();
  const [file] = ev.dataTransfer.files;
  if (file) known.tell(file.size > known.most ? null : await file.text());
}
