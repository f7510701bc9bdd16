import { NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { Adapter, EventSignal, Identity, OwnerContext, PoolContext, ReadContext } from "../adapter.ts";
import type { PoolState } from "../position.ts";
import { listAnswered } from "./listAnswered.ts";
import { readCompoundAccount } from "./compoundV2Account.ts";
import type { CompoundRewards } from "./compoundV2Rewards.ts";
import { toLower } from "../toLower.ts";

/** A comptroller and its markets, each a token. */
export interface CompoundV2Contracts {
  comptroller: Address;
  /** Lends a stable coin of its own against the markets' collateral (Venus). */
  stableController?: Address;
  /** Where rewards are counted when the comptroller leaves that to another contract (Moonwell). */
  distributor?: Address;
}

/** @see https://docs.compound.finance/v2/comptroller */
const comptrollerAbi = parseAbi(["function getAllMarkets() view returns (address[])"]);

/** What changes a market is simulated only: interest runs up to the block that is read. @see https://docs.compound.finance/v2/ctokens */
export const marketAbi = parseAbi([
  "function underlying() view returns (address)",
  "function totalSupply() view returns (uint256)",
  "function balanceOf(address owner) view returns (uint256)",
  "function exchangeRateStored() view returns (uint256)",
  "function exchangeRateCurrent() view returns (uint256)",
  "function borrowBalanceStored(address owner) view returns (uint256)",
  "function borrowBalanceCurrent(address owner) view returns (uint256)",
]);

/** Later comptrollers of Venus index both. */
const enteredEvents = [
  parseAbiItem("event MarketEntered(address market, address account)"),
  parseAbiItem("event MarketEntered(address indexed market, address indexed account)"),
];
export const ONE = 10n ** 18n;

/** All that an owner has at one comptroller is one position: debts are counted by the markets, not held. */
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

    listPositions: (context: OwnerContext<CompoundV2Contracts>) => readCompoundAccount(context, rewards),

    async listPools(context: PoolContext<CompoundV2Contracts>) {
      const markets = await readMarkets(context.read, context.contracts);
      return listAnswered(markets.map((market) => readMarketPool(context, market)));
    },
  }) satisfies Partial<Adapter<CompoundV2Contracts>>;

async function readMarketPool(context: PoolContext<CompoundV2Contracts>, market: Address): Promise<PoolState> {
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

/** Lower-case. */
export async function readMarkets(
  read: ReadContext<unknown>["read"],
  { comptroller }: CompoundV2Contracts,
): Promise<Address[]> {
  const [markets] = await read([{ address: comptroller, abi: comptrollerAbi, functionName: "getAllMarkets" }]);
  return markets.map(toLower);
}

/** What each market lends; one that names nothing lends the chain's coin. */
export async function readAssets(
  { tryRead }: Pick<ReadContext<unknown>, "tryRead">,
  markets: readonly Address[],
): Promise<Address[]> {
  const assets = await tryRead(
    markets.map((address) => ({ address, abi: marketAbi, functionName: "underlying" }) as const),
  );
  return assets.map((asset) => (asset === undefined ? NATIVE_TOKEN : toLower(asset)));
}

/** Base units of the asset for 10^18 of the market's token, with interest; a market whose interest can't be counted stands still. */
export async function readRates(
  { read, trySimulate }: Pick<ReadContext<unknown>, "read" | "trySimulate">,
  markets: readonly Address[],
): Promise<bigint[]> {
  const [stored, current] = await Promise.all([
    read(markets.map((address) => ({ address, abi: marketAbi, functionName: "exchangeRateStored" }) as const)),
    trySimulate(markets.map((address) => ({ address, abi: marketAbi, functionName: "exchangeRateCurrent" }) as const)),
  ]);
  return stored.map((rate, index) => current[index] ?? rate);
}
