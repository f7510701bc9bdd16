import { toAmount, type Address } from "@portico/evm";
import { listLowestSales, type Store } from "@portico/store";
import type { SyncedChain } from "../chains/chainSurvey.ts";
import type { TokenTable } from "../tokens/tokenTable.ts";

/** Stated in the contract. */
const SECONDS = 30 * 86_400;

/**
 * The lowest sale of each of these collections in the 30 days until the chain's block, in USD at the currencies' prices;
 * not of those without a sale in a currency with a known price.
 */
export async function readLowestSales(
  { db, tokens }: { readonly db: Store; readonly tokens: TokenTable },
  { chain, timeAt }: SyncedChain,
  contracts: Iterable<Address>,
): Promise<ReadonlyMap<Address, number>> {
  const span = { since: timeAt - SECONDS, until: timeAt };
  const sales = await listLowestSales(db, { chain: chain.slug, contracts: [...new Set(contracts)], ...span });
  const entries = await tokens.resolve(
    chain,
    sales.map(({ payToken }) => payToken),
  );
  const lowest = new Map<Address, number>();
  for (const [index, { contract, rawAmount }] of sales.entries()) {
    const { decimals, price } = entries[index]!;
    const usd = toAmount(rawAmount, decimals) * price;
    if (usd > 0) lowest.set(contract, Math.min(usd, lowest.get(contract) ?? Infinity));
  }
  return lowest;
}
