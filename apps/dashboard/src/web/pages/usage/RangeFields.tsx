import { DayInput } from "@portico/ui";
import { FIRST_DAY } from "@portico/ui/browser";
import { dayAt, daysBefore } from "../../charts/plotUsage.ts";

/** UTC days; absent: the last 30. */
export interface Range {
  readonly from?: string;
  readonly to?: string;
}

const LENGTHS = [7, 30, 90] as const;

interface RangeFieldsProps {
  readonly range: Range;
  /** @param isTyped - In a date field, so that more of it may follow. */
  readonly change: (range: Range, isTyped: boolean) => void;
}

export function RangeFields({ range, change }: RangeFieldsProps) {
  const today = dayAt(Date.now());
  const to = range.to ?? today;
  const from = range.from ?? daysBefore(to, 29);
  const set = (next: Range, isTyped = false) =>
    change(next.from === daysBefore(today, 29) && next.to === today ? {} : next, isTyped);
  return (
    <div className="actions">
      <div className="segments" role="group" aria-label="Days">
        {LENGTHS.map((length) => (
          <button
            key={length}
            type="button"
            aria-pressed={to === today && from === daysBefore(today, length - 1)}
            onClick={() => set({ from: daysBefore(today, length - 1), to: today })}
          >
            {length} days
          </button>
        ))}
      </div>
      <DayInput
        label="First day"
        day={from}
        min={FIRST_DAY}
        max={to}
        change={(day) => isWithin(day, FIRST_DAY, to) && set({ from: day, to }, true)}
      />
      <span className="quiet">to</span>
      <DayInput
        label="Last day"
        day={to}
        min={from}
        max={today}
        change={(day) => isWithin(day, from, today) && set({ from, to: day }, true)}
      />
    </div>
  );
}

const isWithin = (day: string, min: string, max: string): boolean => day >= min && day <= max;
