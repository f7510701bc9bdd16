import { NATIVE_TOKEN, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../adapter.ts";
import { toLower } from "../toLower.ts";

/** A comptroller and its markets, each of which is a token. */
export interface CompoundV2Contracts {
  comptroller: Address;
  /** Lends its own stable coin against the markets' collateral (Venus). */
  stableController?: Address;
  /** Separate contract for rewards (Moonwell). */
  distributor?: Address;
}

/** @see https://docs.compound.finance/v2/comptroller */
const comptrollerAbi = parseAbi(["function getAllMarkets() view returns (address[])"]);

/**
 * State-changing calls are only simulated: interest accrues up to the block that is read. @see
 * https://docs.compound.finance/v2/ctokens
 */
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

/** The asset of each market; a market that names none, or the zero address, lends native coin. */
export async function readAssets(
  { tryRead }: Pick<ReadContext<unknown>, "tryRead">,
  markets: readonly Address[],
): Promise<Address[]> {
  const assets = await tryRead(
    markets.map((address) => ({ address, abi: marketAbi, functionName: "underlying" }) as const),
  );
  return assets.map((asset) => (asset === undefined || asset === ZERO_ADDRESS ? NATIVE_TOKEN : toLower(asset)));
}

/**
 * Base units of the asset for 10^18 of the market's token, with interest; without the interest if it can't be computed.
 */
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
