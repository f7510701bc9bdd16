import type { Address } from "@portico/evm";
import { parseAbiItem } from "viem";
import type { Adapter, EventSignal, Identity, OwnerContext, PoolContext, ReadContext } from "../adapter.ts";
import type { PoolState } from "../position.ts";
import { listAnswered } from "./listAnswered.ts";
import { readCompoundAccount } from "./compoundV2Account.ts";
import type { CompoundRewards } from "./compoundV2Rewards.ts";
import { toLower } from "../toLower.ts";
import type { CompoundV2Contracts } from "./compoundV2Markets.ts";
import { ONE, marketAbi, readAssets, readMarkets, readRates } from "./compoundV2Markets.ts";

/** Later comptrollers of Venus index both. */
const enteredEvents = [
  parseAbiItem("event MarketEntered(address market, address account)"),
  parseAbiItem("event MarketEntered(address indexed market, address indexed account)"),
];

/**
 * All of an owner's assets at one comptroller are one position: debts are stored by the markets, not held as tokens.
 */
export const createCompoundV2Family = (rewards?: CompoundRewards) =>
  ({
    signals(contracts: CompoundV2Contracts) {
      const emitters = [contracts.comptroller];
      const entering = enteredEvents.map((event): EventSignal => ({ event, owners: ["account"], emitters }));
      return { events: [...entering, ...(rewards?.listSignals(contracts) ?? [])] };
    },

    /** The comptroller lists its markets. */
    async identify({ contracts, read }: ReadContext<CompoundV2Contracts>, candidates) {
      const markets = new Set(await readMarkets(read, contracts));
      const ours = candidates.filter((address) => markets.has(toLower(address)));
      return new Map(ours.map((address): [Address, Identity] => [address, "receipt"]));
    },

    listPositions: (context: OwnerContext<CompoundV2Contracts>) => readCompoundAccount(context, { rewards }),

    async listPools(context: PoolContext<CompoundV2Contracts>) {
      const markets = await readMarkets(context.read, context.contracts);
      return listAnswered(markets.map((market) => readMarketPool(context, market)));
    },
  }) satisfies Partial<Adapter<CompoundV2Contracts>>;

export async function readMarketPool(context: PoolContext<CompoundV2Contracts>, market: Address): Promise<PoolState> {
  const [[asset], [rawShares], [rate]] = await Promise.all([
    readAssets(context, [market]),
    context.read([{ address: market, abi: marketAbi, functionName: "totalSupply" }]),
    readRates(context, [market]),
  ]);
  const controller = toLower(context.contracts.comptroller);
  return {
    pool: { controller, index: market },
    name: "Lending",
    contracts: [controller, market],
    supplies: [{ token: asset!, rawAmount: (rawShares * rate!) / ONE }],
    rawShares,
    depositors: { by: "receipt", token: market },
  };
}
