import type { DashboardKey } from "@portico/contract";
import { plural } from "@portico/ui/browser";

/** A key's restrictions, in a few words. */
export function describeRestrictions({ ip_ranges: ranges, operations, rate_per_second: rate }: DashboardKey): string {
  const parts = [
    ranges.length > 0 ? plural(ranges.length, "address range") : "",
    operations.length > 0 ? plural(operations.length, "operation") : "",
    rate === null ? "" : `${rate}/s`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "Not restricted" : parts.join(", ");
}
