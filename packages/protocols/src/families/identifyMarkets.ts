import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ForkIdentity, ReadContext } from "../adapter.ts";
import { toLower } from "../toLower.ts";
import type { CompoundV2Contracts } from "./compoundV2Markets.ts";
import { forksByAddress } from "./forksByAddress.ts";

const abi = parseAbi([
  "function comptroller() view returns (address)",
  "function controller() view returns (address)",
  "function markets(address market) view returns (bool isListed)",
  "function hasiToken(address token) view returns (bool)",
]);

/** The names that a family gives to them. */
export interface MarketViews {
  /** Of a market: its comptroller. */
  claim: "comptroller" | "controller";
  /** Of the comptroller: whether it lists a market. */
  list: "hasiToken" | "markets";
}

/** A market names its comptroller, and that must list the market. */
export async function identifyMarkets(
  { contracts, tryRead }: ReadContext<readonly CompoundV2Contracts[]>,
  candidates: readonly Address[],
  { claim, list }: MarketViews,
): Promise<Map<Address, ForkIdentity>> {
  const forkOf = forksByAddress(contracts.map(({ comptroller }) => [comptroller]));
  const named = await tryRead(candidates.map((address) => ({ address, abi, functionName: claim }) as const));
  const claims = candidates.flatMap((market, index) => {
    const comptroller = named[index] === undefined ? undefined : toLower(named[index]);
    const fork = comptroller === undefined ? undefined : forkOf.get(comptroller);
    return comptroller === undefined || fork === undefined ? [] : [{ market, comptroller, fork }];
  });
  const listed = await tryRead(
    claims.map(
      ({ market, comptroller }) => ({ address: comptroller, abi, functionName: list, args: [market] }) as const,
    ),
  );
  return new Map(
    claims.flatMap(({ market, fork }, index): [Address, ForkIdentity][] =>
      listed[index] === true ? [[market, { fork, identity: "receipt" }]] : [],
    ),
  );
}
