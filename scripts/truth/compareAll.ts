import { readChains } from "./chainTruth.ts";
import { compareApprovals } from "./compareApprovals.ts";
import { compareBalances } from "./compareBalances.ts";
import { compareHolders } from "./compareHolders.ts";
import { compareNftApprovals } from "./compareNftApprovals.ts";
import { compareNfts } from "./compareNfts.ts";
import { compareTokens } from "./compareTokens.ts";
import { type Comparison, compareUntilEqual } from "./comparison.ts";
import type { RunningService } from "./runService.ts";

const COMPARISONS = {
  balances: compareBalances,
  holders: compareHolders,
  nfts: compareNfts,
  approvals: compareApprovals,
  "nft approvals": compareNftApprovals,
  "token facts": compareTokens,
} as const;

export type Compared = Record<keyof typeof COMPARISONS, Comparison>;

/** Compares everything while the chain does not change, and prints the counts. */
export async function compareAll(service: RunningService, title: string): Promise<Compared> {
  await service.catchUp();
  await service.waitForTokenMetadata();
  const truths = await readChains(service.devnet);
  const results: [string, Comparison][] = [];
  for (const [name, compare] of Object.entries(COMPARISONS)) {
    results.push([name, await compareUntilEqual(() => compare(service, truths))]);
  }
  const counts = results.map(
    ([name, { compared, differences }]) => `${compared} ${name} (${differences.length} differ)`,
  );
  console.log(`${title}: ${counts.join(", ")}`);
  return Object.fromEntries(results) as Compared;
}

/** The minimum number of compared figures of each kind: a comparison with fewer has omitted something. */
export type Floors = Record<keyof Compared, number>;

/** Lists differences, and comparisons below their minimum. */
export const listFlaws = (compared: Compared, floors: Floors): string[] =>
  (Object.keys(floors) as (keyof Floors)[]).flatMap((name) => {
    const { compared: count, differences } = compared[name];
    return [...(count < floors[name] ? [`only ${count} ${name} compared, not ${floors[name]}`] : []), ...differences];
  });
