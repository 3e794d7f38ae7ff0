// The arrays of a film from the text of a message.
import { typedArray } from "../../canvas/js/wire.js";

/** The arrays by name, each flat, and in `cols` how many columns those with rows have.
 * @type {(record: Record<string, any>) => any} */
export function decodeArrays(record) {
  const cols = {};
  const decoded = {};
  for (const [name, value] of Object.entries(record)) {
    decoded[name] = value?.bdata === undefined ? value : typedArray(value);
    if (value?.shape) cols[name] = Number(value.shape.split(",")[1]);
  }
  return { ...decoded, cols };
}
