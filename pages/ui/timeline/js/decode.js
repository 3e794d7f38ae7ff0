// From the bytes of a message to plain values and typed arrays.
const ARRAYS = {
  i1: Int8Array, u1: Uint8Array, i2: Int16Array, u2: Uint16Array,
  i4: Int32Array, u4: Uint32Array, f4: Float32Array, f8: Float64Array,
};
const decoder = new TextDecoder();

function unpack(data) {
  const cut = data.indexOf(10);
  const text = decoder.decode(data.subarray(cut + 1));
  return { header: JSON.parse(decoder.decode(data.subarray(0, cut))), text };
}

// The arrays by name, each flat, and in `cols` how many columns those with rows have.
function decodeArrays(record) {
  const cols = {};
  const decoded = {};
  for (const [name, value] of Object.entries(record)) {
    decoded[name] = value?.bdata === undefined ? value : numbers(value);
    if (value?.shape) cols[name] = Number(value.shape.split(",")[1]);
  }
  return { ...decoded, cols };
}

function numbers({ dtype, bdata }) {
  const bytes = atob(bdata);
  const buffer = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) buffer[i] = bytes.charCodeAt(i);
  return new ARRAYS[dtype](buffer.buffer);
}
