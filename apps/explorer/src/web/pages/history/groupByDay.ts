import { uiLocale } from "@portico/ui/browser";
import { t } from "../../languages/t.ts";

/** The items of one day in the user's time zone. */
export interface Day<Item> {
  /** YYYY-MM-DD in the user's time zone. */
  readonly key: string;
  /** "Today", "Yesterday", "Saturday, November 21, 2026". */
  readonly name: string;
  readonly items: readonly Item[];
}

interface Reader {
  /** IANA name; the browser's time zone if absent. */
  readonly timeZone?: string | undefined;
  /** Unix seconds. */
  readonly now: number;
}

/** Groups chronological items by the user's days; separate runs of the same day are merged. */
export function groupByDay<Item extends { readonly time_at: number }>(
  items: readonly Item[],
  { timeZone, now }: Reader,
): Day<Item>[] {
  const keyOf = keyFormat(timeZone);
  const name = new Intl.DateTimeFormat(uiLocale(), { ...LONG, timeZone });
  const today = keyOf(now);
  const yesterday = dayBefore(today);
  return [...Map.groupBy(items, ({ time_at }) => keyOf(time_at))].map(([key, all]) => ({
    key,
    name:
      key === today
        ? t("history.today")
        : key === yesterday
          ? t("history.yesterday")
          : name.format((all[0]?.time_at ?? 0) * 1000),
    items: all,
  }));
}

function keyFormat(timeZone: string | undefined): (timeAt: number) => string {
  const format = new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit", timeZone });
  return (timeAt) => format.format(timeAt * 1000);
}

const LONG = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;

/** @param key - YYYY-MM-DD; calculated as a calendar day, so that days of 23 hours are correct. */
const dayBefore = (key: string): string => new Date(Date.parse(key) - 86_400_000).toISOString().slice(0, 10);
