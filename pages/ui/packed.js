// Data of a message that came compressed: see `packed` in component.py.

const JSON_TEXT = "j".charCodeAt(0);
const MARKS = [JSON_TEXT, "b".charCodeAt(0)];

/** The last call of each component: what was inflated for an earlier one comes too late.
 * @type {WeakMap<object, object>} */
const latest = new WeakMap();

/** A component that is called with its data as they were before they were compressed.
 * @type {(run: (component: Component<any>) => (() => void) | undefined) => typeof run} */
export const unpacked = (run) => (component) => {
  const { data, parentElement } = component;
  latest.set(parentElement, component);
  if (!(data instanceof Uint8Array) || !MARKS.includes(data[0])) return run(component);
  let overtaken = false;
  /** @type {(() => void) | undefined} */
  let end;
  inflate(data).then((inflated) => {
    if (!overtaken && latest.get(parentElement) === component) end = run({ ...component, data: inflated });
  });
  return () => {
    overtaken = true;
    end?.();
  };
};

/** @type {(data: Uint8Array) => Promise<any>} */
async function inflate(data) {
  const packed = new Blob([/** @type {BlobPart} */ (data.subarray(1))]);
  const stream = packed.stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return data[0] === JSON_TEXT ? JSON.parse(new TextDecoder().decode(bytes)) : bytes;
}
