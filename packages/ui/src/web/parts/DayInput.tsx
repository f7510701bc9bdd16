import { useState } from "react";

interface DayInputProps {
  /** Accessible name; default: that of a `label` around it. */
  readonly label?: string;
  /** As `YYYY-MM-DD`; undefined: none. */
  readonly day: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** @param text - A day, perhaps outside of `min` and `max`; empty: none. */
  readonly change: (text: string) => void;
}

/**
 * A date field that keeps what is typed until it is left, whatever its owner makes of it: see FIRST_DAY.
 */
export function DayInput({ label, day, min, max, change }: DayInputProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      type="date"
      aria-label={label}
      value={typed ?? day ?? ""}
      min={min}
      max={max}
      onChange={({ target }) => {
        setTyped(target.value);
        change(target.value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
