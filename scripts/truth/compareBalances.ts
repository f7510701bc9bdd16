import { unwrap } from "@portico/client";
import type { Address } from "viem";
import type { ChainTruth } from "./chainTruth.ts";
import { type Comparison, createCollector } from "./comparison.ts";
import { isGrowing } from "./isGrowing.ts";
import { listOwners } from "./listOwners.ts";
import type { RunningService } from "./runService.ts";

/**
 * Every balance of every user, and of contracts that were paid, in every token of every chain, to the base unit; except
 * tokens whose balances grow by the second.
 */
export async function compareBalances(
  { devnet, client }: RunningService,
  truths: ReadonlyMap<string, ChainTruth>,
): Promise<Comparison> {
  const collector = createCollector();
  for (const [chain, truth] of truths) {
    for (const id of listOwners(devnet, truth)) {
      const tokens = await unwrap(client.GET("/v1/user/token_list", { params: { query: { id, chain_id: chain } } }));
      const still = tokens.filter((token) => !isGrowing(token.id));
      const ours = new Map(still.map((token) => [token.id === chain ? "native" : token.id, token.raw_amount]));
      const theirs = await readBalances(truth, id);
      collector.compareMaps(`${chain} ${id}`, ours, theirs);
      collector.count(truth.tokens.length + 1 - theirs.size);
    }
  }
  return collector.finish();
}

/**
 * Without zeros. A failed call counts as zero, and so does the balance of an address that never had a token which
 * returns one for every address.
 */
async function readBalances(truth: ChainTruth, owner: Address): Promise<Map<string, bigint>> {
  const [native = 0n] = await truth.readNative([owner]);
  const amounts = await truth.read<bigint>(
    "balanceOf",
    truth.tokens.map((to) => ({ to, args: [owner] })),
  );
  const held = truth.tokens.map((token, index) => {
    const isKnown = !truth.generous.has(token) || truth.history.holders.get(token)?.has(owner);
    return [token, isKnown ? (amounts[index] ?? 0n) : 0n] as const;
  });
  return new Map(
    [["native", native] as const, ...held].filter(([token, rawAmount]) => rawAmount > 0n && !isGrowing(token)),
  );
}
