import type { DashboardKey, DashboardKeyChange } from "@portico/contract";
import { linesOf } from "../../parts/linesOf.ts";

export interface KeyDraft {
  readonly name: string;
  /** One range per line. */
  readonly ipRanges: string;
  readonly operations: readonly string[];
  /** A number as typed; empty for the server's default. */
  readonly rate: string;
  /** YYYY-MM-DD, its last day in local time; empty for no expiry. */
  readonly lastDay: string;
  /** Empty for the server's. */
  readonly profile: "" | "live" | "seed";
}

export const NEW_KEY: KeyDraft = { name: "", ipRanges: "", operations: [], rate: "", lastDay: "", profile: "" };

export const draftOfKey = (key: DashboardKey): KeyDraft => ({
  name: key.name,
  ipRanges: key.ip_ranges.join("\n"),
  operations: key.operations,
  rate: key.rate_per_second === null ? "" : String(key.rate_per_second),
  lastDay: key.expires_at === null ? "" : localDay(key.expires_at - 1),
  profile: key.profile ?? "",
});

export const bodyOfKey = ({ name, ipRanges, operations, rate, lastDay, profile }: KeyDraft) => ({
  name,
  ip_ranges: linesOf(ipRanges),
  operations: [...operations],
  rate_per_second: rate.trim() === "" ? null : Number(rate),
  expires_at: lastDay === "" ? null : endOfDay(lastDay),
  profile: profile === "" ? null : profile,
});

/** Only what the user changed: a draft has the day of an expiry, so that sending it again would prolong the key. */
export function changesOfKey(start: KeyDraft, draft: KeyDraft): DashboardKeyChange {
  const before = bodyOfKey(start);
  return Object.fromEntries(
    Object.entries(bodyOfKey(draft)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
    ),
  );
}

const endOfDay = (day: string): number => {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return Math.floor(new Date(year, month - 1, date + 1).getTime() / 1000);
};

/** The day of a timestamp in local time. @param timeAt - Unix seconds. */
export function localDay(timeAt: number): string {
  const time = new Date(timeAt * 1000);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}
