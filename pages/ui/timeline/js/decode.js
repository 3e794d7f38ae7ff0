// Typed arrays from the text of a message.

const ARRAYS = {
  i1: Int8Array, u1: Uint8Array, i2: Int16Array, u2: Uint16Array,
  i4: Int32Array, u4: Uint32Array, f4: Float32Array, f8: Float64Array,
};

/** The arrays by name, each flat, and in `cols` how many columns those with rows have.
 * @type {(record: Record<string, any>) => any} */
export function decodeArrays(record) {
  const cols = {};
  const decoded = {};
  for (const [name, value] of Object.entries(record)) {
    decoded[name] = value?.bdata === undefined ? value : numbers(value);
    if (value?.shape) cols[name] = Number(value.shape.split(",")[1]);
  }
  return { ...decoded, cols };
}

/** @type {(array: { dtype: string, bdata: string }) => Numbers} */
function numbers({ dtype, bdata }) {
  const bytes = atob(bdata);
  const buffer = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) buffer[i] = bytes.charCodeAt(i);
  return new ARRAYS[dtype](buffer.buffer);
}
