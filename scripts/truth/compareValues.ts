import type { Address } from "viem";
import { compareCurves } from "./compareCurves.ts";
import { compareDays } from "./compareDays.ts";
import { comparePrices } from "./comparePrices.ts";
import { compareSums } from "./compareSums.ts";
import { type Comparison, compareUntilEqual } from "./comparison.ts";
import type { RunningService } from "./runService.ts";
import { readValueTruths } from "./valueTruth.ts";

export type ComparedValues = Record<"sums" | "prices" | "days" | "curves" | "weeks", Comparison>;

/**
 * Compares every figure in USD, current and historical, with the chains, and prints the counts.
 * @param owners - Number of owners whose curves are compared over a day, the demo owner first; `weeks`: those compared over
 * a week.
 */
export async function compareValues(
  service: RunningService,
  title: string,
  { owners, weeks }: { owners: number; weeks: number },
): Promise<ComparedValues> {
  await service.catchUp();
  await service.waitForTokenMetadata();
  await service.writePoints();
  const truths = await readValueTruths(service);
  const users = service.devnet.users as readonly Address[];
  const compared = {
    sums: await compareUntilEqual(() => compareSums(service)),
    prices: await compareUntilEqual(() => comparePrices(service, truths)),
    days: await compareUntilEqual(() => compareDays(service, truths)),
    curves: await compareUntilEqual(() => compareCurves(service, truths, { owners: users.slice(0, owners), days: 1 })),
    weeks: await compareUntilEqual(() => compareCurves(service, truths, { owners: users.slice(0, weeks), days: 7 })),
  };
  const counts = Object.entries(compared).map(
    ([name, { compared: count, differences }]) => `${count} ${name} (${differences.length} differ)`,
  );
  console.log(`${title}: ${counts.join(", ")}`);
  return compared;
}
