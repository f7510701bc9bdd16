import { dayAt, daysBefore } from "../../charts/plotUsage.ts";

/** UTC days; absent: the last 30. */
export interface Range {
  readonly from?: string;
  readonly to?: string;
}

const LENGTHS = [7, 30, 90] as const;

export function RangeFields({ range, change }: { readonly range: Range; readonly change: (range: Range) => void }) {
  const today = dayAt(Date.now());
  const to = range.to ?? today;
  const from = range.from ?? daysBefore(to, 29);
  const set = (next: Range) => change(next.from === daysBefore(today, 29) && next.to === today ? {} : next);
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
      <input
        type="date"
        aria-label="First day"
        value={from}
        max={to}
        onChange={({ target }) => target.value !== "" && target.value <= to && set({ from: target.value, to })}
      />
      <span className="quiet">to</span>
      <input
        type="date"
        aria-label="Last day"
        value={to}
        min={from}
        max={today}
        onChange={({ target }) => target.value !== "" && target.value >= from && set({ from, to: target.value })}
      />
    </div>
  );
}
