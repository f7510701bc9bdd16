import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext, PoolContext, ReadContext } from "../adapter.ts";
import type { Family } from "../family.ts";
import type { PoolState } from "../position.ts";
import { unlessUnread } from "../reader.ts";
import { createCompoundV2Family, readMarketPool } from "./compoundV2.ts";
import { readCompoundAccount } from "./compoundV2Account.ts";
import { readCompoundCover } from "./compoundV2Cover.ts";
import { readMarkets } from "./compoundV2Markets.ts";
import type { CompoundV2Contracts } from "./compoundV2Markets.ts";
import { listAnswered } from "./listAnswered.ts";
import { toCovered } from "./cover.ts";
import { claimedRewards } from "./claimedRewards.ts";
import { identifyMarkets } from "./identifyMarkets.ts";

const comptrollerAbi = parseAbi([
  "function closeFactorMantissa() view returns (uint256)",
  "function oracle() view returns (address)",
]);

const compound = createCompoundV2Family(claimedRewards);

/** Forks of Compound V2; each row is one comptroller. */
export const compoundV2Forks = {
  readsUntrusted: true,
  signals: (contracts: CompoundV2Contracts) => compound.signals(contracts),

  identifyForks: (context: ReadContext<readonly CompoundV2Contracts[]>, candidates: readonly Address[]) =>
    identifyMarkets(context, candidates, { claim: "comptroller", list: "markets" }),

  /** An owner who only has interactions may have left. */
  async listPositions(context: OwnerContext<CompoundV2Contracts>) {
    const { receipts, interactions, interactionsFrom } = context;
    const reading = readCompoundAccount(context, { rewards: claimedRewards, isFork: true });
    const isKnown = receipts.length + interactions.length > 0;
    return isKnown || interactionsFrom === undefined ? reading : unlessUnread(reading, []);
  },

  async listPools(context: PoolContext<CompoundV2Contracts>) {
    const markets = await unlessUnread(readMarkets(context.read, context.contracts), context.known);
    const pools = await listAnswered(markets.map((market) => readMarketPool(context, market)));
    return (await Promise.all(pools.map((pool) => unlessUnread(coverPool(context, pool), [])))).flat();
  },

  async check({ contracts, read, tryRead }: ReadContext<CompoundV2Contracts>) {
    const [oracle] = await tryRead([{ address: contracts.comptroller, abi: comptrollerAbi, functionName: "oracle" }]);
    if (oracle === undefined) return "oracle() of the comptroller fails";
    if (oracle === ZERO_ADDRESS) return "the comptroller has no oracle";
    const markets = await unlessUnread(readMarkets(read, contracts), undefined);
    if (markets?.length === 0) return "the comptroller has no markets";
    if (markets !== undefined) return undefined;
    // earlier ones list none, and are read by the tokens that name them
    const [factor] = await tryRead([
      { address: contracts.comptroller, abi: comptrollerAbi, functionName: "closeFactorMantissa" },
    ]);
    return factor === undefined ? "getAllMarkets() and closeFactorMantissa() of the comptroller fail" : undefined;
  },
} satisfies Partial<Family<CompoundV2Contracts>>;

/** A market's supplies as far as they are covered. */
export async function coverPool(context: ReadContext<unknown>, pool: PoolState): Promise<PoolState[]> {
  const { token, rawAmount } = pool.supplies[0]!;
  const cover = await readCompoundCover(context, pool.pool.index as Address, token);
  return [{ ...pool, supplies: [{ token, rawAmount: toCovered(rawAmount, { ...cover, rawClaims: rawAmount }) }] }];
}
