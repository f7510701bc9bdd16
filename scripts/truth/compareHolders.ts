import { unwrap } from "@portico/client";
import type { Address } from "viem";
import { type ChainTruth, toWhole } from "./chainTruth.ts";
import { type Comparison, createCollector } from "./comparison.ts";
import { isGrowing } from "./isGrowing.ts";
import type { RunningService } from "./runService.ts";

/** Some pages are short, so that a list is split at irregular positions. */
const PAGE_SIZES = [100, 7, 33] as const;
const NATIVE_DECIMALS = 18;

/**
 * All holders of the native coin and of every token whose balances don't grow by the second; largest first, equal ones
 * by address.
 */
export async function compareHolders(
  { client }: RunningService,
  truths: ReadonlyMap<string, ChainTruth>,
): Promise<Comparison> {
  const collector = createCollector();
  const list = async (chain: string, id: string, limit: number) => {
    const holders: [string, number][] = [];
    for (;;) {
      const query = { chain_id: chain, id, start: holders.length, limit };
      const page = await unwrap(client.GET("/v1/token/top_holders", { params: { query } }));
      holders.push(...page);
      if (page.length < limit) return holders;
    }
  };
  for (const [chain, truth] of truths) {
    for (const [index, token] of [chain, ...truth.tokens.filter((other) => !isGrowing(other))].entries()) {
      const theirs = token === chain ? await readCoinHolders(truth) : await readHolders(truth, token as Address);
      const ours = await list(chain, token, PAGE_SIZES[index % PAGE_SIZES.length] ?? 100);
      for (let rank = 0; rank < Math.max(ours.length, theirs.length); rank += 1) {
        collector.compare(`${chain} ${token} holder ${rank}`, ours[rank], theirs[rank]);
      }
    }
  }
  return collector.finish();
}

async function readCoinHolders(truth: ChainTruth): Promise<[string, number][]> {
  const owners = [...truth.history.addresses];
  return rankAll(owners, await truth.readNative(owners), NATIVE_DECIMALS);
}

async function readHolders(truth: ChainTruth, token: Address): Promise<[string, number][]> {
  const owners = [...(truth.history.holders.get(token) ?? [])];
  const amounts = await truth.read<bigint>(
    "balanceOf",
    owners.map((owner) => ({ to: token, args: [owner] })),
  );
  return rankAll(owners, amounts, truth.decimalsOf(token));
}

function rankAll(
  owners: readonly Address[],
  amounts: readonly (bigint | undefined)[],
  decimals: number | null,
): [string, number][] {
  return owners
    .map((owner, index) => ({ owner, rawAmount: amounts[index] ?? 0n }))
    .filter(({ rawAmount }) => rawAmount > 0n)
    .toSorted((a, b) =>
      a.rawAmount === b.rawAmount ? (a.owner < b.owner ? -1 : 1) : a.rawAmount > b.rawAmount ? -1 : 1,
    )
    .map(({ owner, rawAmount }) => [owner, toWhole(rawAmount, decimals)]);
}
