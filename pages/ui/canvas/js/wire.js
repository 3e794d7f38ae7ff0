// A message of the server (see wire.py): a header, a line break, and the text of what is drawn.

const decoder = new TextDecoder();
const ARRAYS = {
  i1: Int8Array, u1: Uint8Array, i2: Int16Array, u2: Uint16Array,
  i4: Int32Array, u4: Uint32Array, f4: Float32Array, f8: Float64Array,
};

/** @type {(data: Uint8Array) => { header: any, text: string }} */
export function unpack(data) {
  const cut = data.indexOf(10);
  const text = decoder.decode(data.subarray(cut + 1));
  return { header: JSON.parse(decoder.decode(data.subarray(0, cut))), text };
}

/** A figure of that text, in which the coordinates of the traces are arrays.
 * @type {(json: string) => { data: any[], layout: any }} */
export function parseFigure(json) {
  const { data, layout = {} } = JSON.parse(json);
  for (const trace of data) {
    for (const axis of ["x", "y"]) {
      if (trace[axis]?.bdata && !trace[axis].shape) trace[axis] = typedArray(trace[axis]);
    }
  }
  return { data, layout };
}

/** A numpy array, flat: see `_typed_array` in wire.py.
 * @type {(array: { dtype: string, bdata: string }) => Numbers} */
export function typedArray({ dtype, bdata }) {
  const bytes = atob(bdata);
  const buffer = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) buffer[i] = bytes.charCodeAt(i);
  return new ARRAYS[dtype](buffer.buffer);
}
