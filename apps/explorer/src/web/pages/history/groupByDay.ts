/** What happened on one day of the reader's. */
export interface Day<Item> {
  /** YYYY-MM-DD where the reader is. */
  readonly key: string;
  /** "Today", "Yesterday", "Saturday, November 21, 2026". */
  readonly name: string;
  readonly items: readonly Item[];
}

interface Reader {
  /** IANA name; the browser's own where absent. */
  readonly timeZone?: string | undefined;
  /** Unix seconds. */
  readonly now: number;
}

/** Groups what is in order of time by the reader's days; two runs of one day are one. */
export function groupByDay<Item extends { readonly time_at: number }>(
  items: readonly Item[],
  { timeZone, now }: Reader,
): Day<Item>[] {
  const keyOf = keyFormat(timeZone);
  const name = new Intl.DateTimeFormat("en", { ...LONG, timeZone });
  const today = keyOf(now);
  const yesterday = dayBefore(today);
  return [...Map.groupBy(items, ({ time_at }) => keyOf(time_at))].map(([key, all]) => ({
    key,
    name: key === today ? "Today" : key === yesterday ? "Yesterday" : name.format((all[0]?.time_at ?? 0) * 1000),
    items: all,
  }));
}

function keyFormat(timeZone: string | undefined): (timeAt: number) => string {
  const format = new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit", timeZone });
  return (timeAt) => format.format(timeAt * 1000);
}

const LONG = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;

/** @param key - YYYY-MM-DD; as a day of the calendar, so that days of 23 hours are days. */
const dayBefore = (key: string): string => new Date(Date.parse(key) - 86_400_000).toISOString().slice(0, 10);
