// The scale of a range input: positions on the track, from `least` to `most`, and values.
// On a logarithmic scale a position is the decimal logarithm of the value.
import { readNumber, signed } from "../canvas/js/minus.js";

const DIGITS = 3; // that a value is rounded to while it is dragged

/** @type {(scale: Scale, value: number) => number} */
export const toPosition = (scale, value) => (scale.log ? Math.log10(value) : value);

/** The value at a position: rounded, and drawn to the default and to powers of ten that are near.
 * @type {(scale: Scale, position: number) => number} */
export function toValue(scale, position) {
  const { low, high, log, whole } = scale;
  const at = (value) => Math.abs(toPosition(scale, value) - position);
  const near = 0.008 * (toPosition(scale, high) - toPosition(scale, low));
  const landmarks = log ? [scale.initial, 10 ** Math.round(position)] : [scale.initial];
  const landmark = landmarks.find((value) => at(value) < near);
  if (landmark !== undefined && !whole) return clamped(scale, tidy(landmark));
  if (log) return clamped(scale, whole ? Math.round(10 ** position) : tidy(10 ** position));
  return clamped(scale, tidy(Math.round(position / scale.fine) * scale.fine, 12));
}

/** The next stop above (`way` 1) or below (-1) a value; without stops, a step further.
 * @type {(scale: Scale, value: number, way: number, steps?: number) => number} */
export function nextStop(scale, value, way, steps = 1) {
  if (!scale.log) {
    const whole = tidy((value + way * steps * scale.step) / scale.step, 9);
    const stop = (way > 0 ? Math.floor(whole) : Math.ceil(whole)) * scale.step;
    return clamped(scale, tidy(stop, 12));
  }
  const beyond = steps > 1 ? value * 10 ** way : value;
  if (steps > 1) return clamped(scale, tidy(beyond));
  const stops = way > 0 ? scale.stops : scale.stops.toReversed();
  return stops.find((stop) => way * (stop - value) > 1e-9 * Math.abs(value)) ?? value;
}

/** @type {(scale: Scale, value: number) => number} */
const clamped = ({ low, high }, value) => Math.min(Math.max(value, low), high);

/** @type {(value: number, digits?: number) => number} */
const tidy = (value, digits = DIGITS) => Number(value.toPrecision(digits));

/** A number as it is written beside its name. @type {(value: number) => string} */
export function written(value) {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) return signed(String(Number(value.toPrecision(3))));
  return signed(String(tidy(value, Math.max(4, Math.ceil(Math.log10(size || 1))))));
}

/** What was typed, as a number of the scale, or the sentence that says why it is none.
 * @type {(scale: Scale, text: string) => number | string} */
export function parsed(scale, text) {
  const { low, high, whole, label } = scale;
  const value = readNumber(text);
  if (Number.isFinite(value) && value >= low && value <= high) {
    if (!whole || Number.isInteger(value)) return value;
    return `${label} must be a whole number, got ${text.trim()}.`;
  }
  return `${label} must be from ${written(low)} to ${written(high)}, got ${text.trim() || "nothing"}.`;
}
