/** What a range input is told: see `range_input` in range/range.py. */
interface Scale {
  name: string;
  label: string;
  help: string;
  value: number;
  initial: number; // the default, which a double click sets again
  low: number;
  high: number;
  log: boolean;
  whole: boolean; // whole numbers only
  step: number; // of the keys
  fine: number; // of a drag
  stops: number[]; // of the keys, on a logarithmic scale
  off: string; // what stands at a control that does not apply; "" where it does
  pageKeys: boolean; // whether minus and plus move it wherever the focus is
  canvas: string; // the key of the canvas through which it speaks
}

/** A change that goes on. */
interface RangeChange {
  from?: number; // what Escape returns to
  set(value: number): void;
  end(): void;
}

/** A canvas as the controls beside it see it. */
interface Channel {
  change(name: string): RangeChange;
  waits(name: string): boolean; // whether a value is still on its way
}

interface RangeControl {
  name: HTMLElement;
  field: HTMLInputElement;
  track: HTMLInputElement;
  tick: HTMLElement;
  error: HTMLElement;
  scale: Scale;
  value: number;
  change: RangeChange | null;
  messages: number;
  report(value: number): void; // where no canvas is on the page
  ending: number | null; // the timer that ends a change by keys
}

declare var svmChannel: (canvas: string) => Channel | null;
