// The tables of the panel: facts with a name, and the terms of a sum.

export const table = (/** @type {Fact[]} */ rows) =>
  `<dl class="svm-why-facts">${rows.map(([name, text]) => `<dt>${name}</dt><dd>${text}</dd>`).join("")}</dl>`;

export const termTable = (/** @type {Fact[]} */ rows) =>
  `<dl class="svm-why-terms">${rows.map(([term, name]) => `<dd>${term}</dd><dt>${name}</dt>`).join("")}</dl>`;
