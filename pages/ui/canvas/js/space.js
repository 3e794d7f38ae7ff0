// How large a box in three dimensions is drawn: as large as its frame allows.

// beside the box, and above and below it, for its numbers and names: pixels, and parts of the frame
const AROUND_BOX = [46, 30];
const PART_AROUND_BOX = [0.09, 0.07];
const SMALLEST_BOX = 0.5; // however narrow the frame

/** The sides of the box of a scene, seen without perspective, in a frame of that many pixels.
 *
 * plotly.js shows 2 units of the box in the height of the frame, and as much to a pixel across.
 * @type {(scene: any, width: number, height: number) => { x: number, y: number, z: number }} */
export function boxIn({ camera: { eye }, aspectratio: sides }, width, height) {
  const flat = Math.hypot(eye.x, eye.y);
  const far = Math.hypot(flat, eye.z);
  const [cos, sin] = [Math.abs(eye.x) / flat, Math.abs(eye.y) / flat];
  const wide = sides.x * sin + sides.y * cos;
  const high = (sides.z * flat + (sides.x * cos + sides.y * sin) * Math.abs(eye.z)) / far;
  const unit = 0.5 * height; // pixels
  const [across, up] = [width, height].map((side, k) =>
    side - 2 * Math.min(AROUND_BOX[k], PART_AROUND_BOX[k] * side));
  const scale = Math.max(Math.min(across / (wide * unit), up / (high * unit)), SMALLEST_BOX);
  return { x: scale * sides.x, y: scale * sides.y, z: scale * sides.z };
}
