import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ForkIdentity, ReadContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import { toLower } from "../../toLower.ts";
import { checkViews } from "../checkViews.ts";
import { createPoolShares } from "../poolShares.ts";
import type { PoolOfShares } from "../poolShares.ts";

export interface DodoContracts {
  /** Of vending machines, stable pools and private pools. */
  factories: readonly Address[];
}

/** @see https://docs.dodoex.io/en/developer/contracts/dodo-v1-v2 */
const poolAbi = parseAbi([
  "function _BASE_TOKEN_() view returns (address)",
  "function _QUOTE_TOKEN_() view returns (address)",
  "function totalSupply() view returns (uint256)",
]);
const factoryAbi = parseAbi([
  "function getDODOPool(address base, address quote) view returns (address[])",
  "function _OWNER_() view returns (address)",
]);

/** DODO V2 and its forks: pools of two tokens that are their own shares. */
export const dodoFamily = defineFamily<DodoContracts>({
  name: "dodo",
  roles: { factory: "required" },
  toContracts: ({ factory = [] }) => ({ factories: factory }),
  identifyForks: identifyPools,
  ...createPoolShares(readPool),
  check: (context) =>
    checkViews(
      context,
      context.contracts.factories.map((address) => ({ address, abi: factoryAbi, functionName: "_OWNER_" })),
    ),
});

/** A pool's tokens, of which a factory lists all pools. */
async function identifyPools(
  context: ReadContext<readonly DodoContracts[]>,
  candidates: readonly Address[],
): Promise<Map<Address, ForkIdentity>> {
  const { contracts, tryRead } = context;
  const bases = await tryRead(
    candidates.map((address) => ({ address, abi: poolAbi, functionName: "_BASE_TOKEN_" }) as const),
  );
  const claimed = candidates.flatMap((address, index) => {
    const base = bases[index];
    return base === undefined ? [] : [{ address, base }];
  });
  const quotes = await tryRead(
    claimed.map(({ address }) => ({ address, abi: poolAbi, functionName: "_QUOTE_TOKEN_" }) as const),
  );
  const factories = contracts.flatMap((one, fork) => one.factories.map((address) => ({ address, fork })));
  const found = await Promise.all(
    claimed.map(async ({ address, base }, index): Promise<[Address, ForkIdentity][]> => {
      const quote = quotes[index];
      if (quote === undefined) return [];
      const call = { abi: factoryAbi, functionName: "getDODOPool", args: [base, quote] } as const;
      const pools = await tryRead(factories.map((factory) => ({ ...call, address: factory.address }) as const));
      const listed = factories.find((_factory, at) => pools[at]?.some((pool) => toLower(pool) === address));
      return listed === undefined ? [] : [[address, { fork: listed.fork, identity: "receipt" }]];
    }),
  );
  return new Map(found.flat());
}

async function readPool({ read, readOnce }: ReadContext<unknown>, address: Address): Promise<PoolOfShares> {
  const of = { address, abi: poolAbi } as const;
  const reading = readOnce([
    { ...of, functionName: "_BASE_TOKEN_" },
    { ...of, functionName: "_QUOTE_TOKEN_" },
  ]);
  const [tokens, balances, [rawShares]] = await Promise.all([
    reading,
    reading.then((both) =>
      read(
        both.map((token) => ({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] }) as const),
      ),
    ),
    read([{ ...of, functionName: "totalSupply" }]),
  ]);
  const supplies = tokens.map((token, side) => ({ token: toLower(token), rawAmount: balances[side] ?? 0n }));
  return { supplies, rawShares };
}
