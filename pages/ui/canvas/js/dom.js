// New elements, with attributes, inside of others.

const SVG = "http://www.w3.org/2000/svg";

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

/** Makes or removes children until a group has `count`.
 * @type {(group: Element, count: number, name: keyof SVGElementTagNameMap,
 *   attributes: Attributes) => void} */
export function keep(group, count, name, attributes) {
  while (group.childElementCount > count) group.lastChild.remove();
  while (group.childElementCount < count) svg(name, attributes, group);
}
