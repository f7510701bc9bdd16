import { type KeyboardEvent, type PointerEvent, useState } from "react";

interface PlotSliderOptions {
  /** Of the whole plot, for screen readers. */
  readonly label: string;
  /** Of each point, from 0 at the left side to 1 at the right one. */
  readonly positions: readonly number[];
  /** A point in words, for screen readers. */
  readonly describe: (index: number) => string;
}

/**
 * Lets a reader inspect the points of a plot one by one: by pointer, or by keyboard as on a slider. `props` are for the element
 * around the drawing; `inspected` is the index of a point.
 */
export function usePlotSlider({ label, positions, describe }: PlotSliderOptions) {
  const [chosen, setChosen] = useState<number>();
  const last = positions.length - 1;
  const now = Math.min(chosen ?? last, last);
  const inspectByPointer = ({ clientX, currentTarget }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(nearest(positions, (clientX - left) / width));
  };
  const inspectByKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape") return setChosen(undefined);
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setChosen(Math.min(last, Math.max(0, now + step)));
  };
  const props = {
    role: "slider",
    tabIndex: 0,
    "aria-label": label,
    "aria-valuemin": 0,
    "aria-valuemax": last,
    "aria-valuenow": now,
    "aria-valuetext": describe(now),
    onPointerDown: inspectByPointer,
    onPointerMove: inspectByPointer,
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === "mouse" && setChosen(undefined),
    onKeyDown: inspectByKey,
    onBlur: () => setChosen(undefined),
  };
  return { inspected: chosen === undefined ? undefined : now, props };
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -12,
  PageUp: 12,
  Home: -Infinity,
  End: Infinity,
};

function nearest(positions: readonly number[], position: number): number {
  const distances = positions.map((one) => Math.abs(one - position));
  return distances.indexOf(Math.min(...distances));
}
