import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ForkIdentity, OwnerContext, PoolContext, ReadContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { readImpermaxAccount, readImpermaxPools } from "./impermaxAccount.ts";
import { forksByAddress } from "../forksByAddress.ts";

export interface ImpermaxContracts {
  factories: readonly Address[];
}

/** @see https://docs.impermax.finance */
const factoryAbi = parseAbi([
  "function allLendingPoolsLength() view returns (uint256)",
  "function getLendingPool(address pair) view returns (bool initialized, uint24 lendingPoolId, address collateral, address borrowable0, address borrowable1)",
]);
const tokenAbi = parseAbi([
  "function factory() view returns (address)",
  "function underlying() view returns (address)",
  "function collateral() view returns (address)",
]);

/** Impermax, Tarot: both tokens of a pair are lent against shares of it, by one lending pool of three tokens. */
export const impermaxFamily = defineFamily<ImpermaxContracts>({
  name: "impermax",
  roles: { factory: "required" },
  toContracts: ({ factory = [] }) => ({ factories: factory }),
  readsUntrusted: true,

  /** A token names its factory, whose lending pool of the same pair must have the token. */
  async identifyForks({ contracts, tryRead }: ReadContext<readonly ImpermaxContracts[]>, candidates) {
    const forkOf = forksByAddress(contracts.map(({ factories }) => factories));
    const get = (list: readonly Address[], functionName: "factory" | "underlying" | "collateral") =>
      tryRead(list.map((address) => ({ address, abi: tokenAbi, functionName }) as const));
    const named = await get(candidates, "factory");
    const claims = candidates.flatMap((token, index) => {
      const factory = named[index] === undefined ? undefined : toLower(named[index]);
      const fork = factory === undefined ? undefined : forkOf.get(factory);
      return factory === undefined || fork === undefined ? [] : [{ token, factory, fork }];
    });
    const collaterals = await get(
      claims.map(({ token }) => token),
      "collateral",
    );
    const pairs = await get(
      claims.map(({ token }, index) => collaterals[index] ?? token),
      "underlying",
    );
    const paired = claims.flatMap((claim, index) =>
      pairs[index] === undefined ? [] : [{ ...claim, pair: pairs[index] }],
    );
    const pools = await tryRead(
      paired.map(
        ({ factory, pair }) =>
          ({ address: factory, abi: factoryAbi, functionName: "getLendingPool", args: [pair] }) as const,
      ),
    );
    return new Map(
      paired.flatMap(({ token, fork }, index): [Address, ForkIdentity][] =>
        pools[index]?.slice(2).some((own) => String(own).toLowerCase() === token) === true
          ? [[token, { fork, identity: "receipt" }]]
          : [],
      ),
    );
  },

  async listPositions(context: OwnerContext<ImpermaxContracts>) {
    const collaterals = await findCollaterals(context, context.receipts);
    // anybody may create a lending pool, and send its shares: one that fails must not take the others with it
    const positions = await Promise.all(
      collaterals.map((collateral) => unlessUnread(readImpermaxAccount(context, collateral), [])),
    );
    return positions.flat();
  },

  async listPools(context: PoolContext<ImpermaxContracts>) {
    const collaterals = await findCollaterals(context, context.known);
    const pools = await Promise.all(
      collaterals.map((collateral) => unlessUnread(readImpermaxPools(context, collateral), [])),
    );
    return pools.flat();
  },

  async check({ contracts, tryRead }: ReadContext<ImpermaxContracts>) {
    const counts = await tryRead(
      contracts.factories.map(
        (address) => ({ address, abi: factoryAbi, functionName: "allLendingPoolsLength" }) as const,
      ),
    );
    return counts.every((count) => count === undefined) ? "allLendingPoolsLength() of every factory fails" : undefined;
  },
});

/** Of each lending pool with one of these tokens. */
async function findCollaterals({ readOnce }: ReadContext<unknown>, tokens: readonly Address[]): Promise<Address[]> {
  const named = await Promise.all(
    tokens.map((address) =>
      unlessUnread<readonly Address[]>(readOnce([{ address, abi: tokenAbi, functionName: "collateral" }]), []),
    ),
  );
  return [...new Set(tokens.map((token, index) => toLower(named[index]![0] ?? token)))];
}
