import { NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../adapter.ts";
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

export const ONE = 10n ** 18n;

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
