import type { DashboardKey } from "@portico/contract";
import { plural } from "@portico/ui/browser";

/** A key's restrictions, and the form of its answers where it has one, in a few words. */
export function describeRestrictions(key: DashboardKey): string {
  const { ip_ranges: ranges, operations, rate_per_second: rate, profile } = key;
  const parts = [
    ranges.length > 0 ? plural(ranges.length, "address range") : "",
    operations.length > 0 ? plural(operations.length, "operation") : "",
    rate === null ? "" : `${rate}/s`,
  ].filter((part) => part !== "");
  const restrictions = parts.length === 0 ? "Not restricted" : parts.join(", ");
  return profile === null ? restrictions : `${restrictions}; ${profile} answers`;
}
