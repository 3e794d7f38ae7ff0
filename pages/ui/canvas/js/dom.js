// Creating HTML and SVG elements.

const SVG = "http://www.w3.org/2000/svg";
/** What text is typed into: there a key is a letter. */
export const TEXT_FIELDS = 'input:not([type="range"], [type="checkbox"], [type="radio"]), textarea, '
  + 'select, [contenteditable=""], [contenteditable="true"], [role="textbox"], [role="combobox"]';
/** What has keys of its own: there no key is the page's. */
export const OWN_KEYS = `${TEXT_FIELDS}, input, [role="slider"], [role="listbox"], [role="menu"], `
  + '[role="dialog"], [role="grid"]';

/** @type {(node: Element, attributes: Attributes) => void} */
export function setAttributes(node, attributes) {
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
}

/** @type {<K extends keyof HTMLElementTagNameMap>(name: K, attributes?: Attributes,
 *   ...children: (Node | string)[]) => HTMLElementTagNameMap[K]} */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  setAttributes(node, attributes);
  node.append(...children);
  return node;
}

/** @type {<K extends keyof SVGElementTagNameMap>(name: K, attributes?: Attributes,
 *   parent?: Element) => SVGElementTagNameMap[K]} */
export function svg(name, attributes = {}, parent = null) {
  const node = document.createElementNS(SVG, name);
  setAttributes(node, attributes);
  parent?.append(node);
  return node;
}

/** Gives a group one circle for each entry of attributes; those that are there are kept.
 * @type {(group: Element, entries: Attributes[]) => void} */
export const setCircles = (group, entries) => setMarks(group, "circle", entries);

/** @type {(group: Element, kind: "circle" | "path", entries: Attributes[]) => void} */
export function setMarks(group, kind, entries) {
  while (group.childElementCount > entries.length) group.lastChild.remove();
  while (group.childElementCount < entries.length) svg(kind, {}, group);
  entries.forEach((attributes, k) => setAttributes(group.children[k], attributes));
}
