// A message of the server (see wire.py): a header, a line break, and the text of what is drawn.

const decoder = new TextDecoder();

/** @type {(data: Uint8Array) => { header: any, text: string }} */
export function unpack(data) {
  const cut = data.indexOf(10);
  const text = decoder.decode(data.subarray(cut + 1));
  return { header: JSON.parse(decoder.decode(data.subarray(0, cut))), text };
}
