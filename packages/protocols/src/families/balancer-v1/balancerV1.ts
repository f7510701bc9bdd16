import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ForkIdentity, ReadContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import { toLower } from "../../toLower.ts";
import { capToHeld } from "../capToHeld.ts";
import { checkViews } from "../checkViews.ts";
import { createPoolShares } from "../poolShares.ts";
import type { PoolOfShares } from "../poolShares.ts";

export interface BalancerV1Contracts {
  factory: Address;
}

/** Of public pools. @see https://docs-v1.balancer.fi */
const poolAbi = parseAbi([
  "function getFinalTokens() view returns (address[])",
  "function getBalance(address token) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
]);
const factoryAbi = parseAbi(["function isBPool(address pool) view returns (bool)"]);

/** Balancer V1 and its forks: pools of up to eight tokens that are their own shares. */
export const balancerV1Family = defineFamily<BalancerV1Contracts>({
  name: "balancer-v1",
  roles: { factory: "required" },
  perAddress: "factory",
  toContracts: ({ factory = [] }) => ({ factory: factory[0]! }),
  identifyForks: identifyPools,
  ...createPoolShares(readPool),
  check: (context) =>
    checkViews(context, [
      {
        address: context.contracts.factory,
        abi: factoryAbi,
        functionName: "isBPool",
        args: [context.contracts.factory],
      },
    ]),
});

/** Pools name no factory: those of this form are looked up at each. */
async function identifyPools(
  { contracts, tryRead }: ReadContext<readonly BalancerV1Contracts[]>,
  candidates: readonly Address[],
): Promise<Map<Address, ForkIdentity>> {
  const tokens = await tryRead(
    candidates.map((address) => ({ address, abi: poolAbi, functionName: "getFinalTokens" }) as const),
  );
  const pools = candidates.filter((_address, index) => (tokens[index]?.length ?? 0) > 0);
  const found = await Promise.all(
    pools.map(async (pool): Promise<[Address, ForkIdentity][]> => {
      const listed = await tryRead(
        contracts.map(
          ({ factory }) => ({ address: factory, abi: factoryAbi, functionName: "isBPool", args: [pool] }) as const,
        ),
      );
      const fork = listed.indexOf(true);
      return fork < 0 ? [] : [[pool, { fork, identity: "receipt" }]];
    }),
  );
  return new Map(found.flat());
}

/** As far as the pool holds its tokens. */
async function readPool(context: ReadContext<unknown>, address: Address): Promise<PoolOfShares> {
  const { read, readOnce } = context;
  const of = { address, abi: poolAbi } as const;
  const reading = readOnce([{ ...of, functionName: "getFinalTokens" }]);
  const [[tokens], balances, [rawShares]] = await Promise.all([
    reading,
    reading.then(([all]) => read(all.map((token) => ({ ...of, functionName: "getBalance", args: [token] }) as const))),
    read([{ ...of, functionName: "totalSupply" }]),
  ]);
  const reported = tokens.map((token, index) => ({ token: toLower(token), rawAmount: balances[index] ?? 0n }));
  return { supplies: await capToHeld(context, [address], reported), rawShares };
}
