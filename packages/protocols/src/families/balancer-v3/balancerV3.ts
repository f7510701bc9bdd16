import { erc20Abi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ForkIdentity, ReadContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import { toLower } from "../../toLower.ts";
import { capToHeld } from "../capToHeld.ts";
import { checkViews } from "../checkViews.ts";
import { indexForks } from "../indexForks.ts";
import { createPoolShares } from "../poolShares.ts";
import type { PoolOfShares } from "../poolShares.ts";

export interface BalancerV3Contracts {
  vault: Address;
}

const claimAbi = parseAbi(["function getVault() view returns (address)"]);
/** @see https://docs.balancer.fi/developer-reference/contracts/vault-api.html */
const vaultAbi = parseAbi([
  "struct TokenInfo { uint8 tokenType; address rateProvider; bool paysYieldFees; }",
  "function isPoolRegistered(address pool) view returns (bool)",
  "function getPoolTokenInfo(address pool) view returns (address[] tokens, TokenInfo[] tokenInfo, uint256[] balancesRaw, uint256[] lastBalancesLiveScaled18)",
  "function getAuthorizer() view returns (address)",
]);

/** Balancer V3 and its forks: shares of pools. */
export const balancerV3Family = defineFamily<BalancerV3Contracts>({
  name: "balancer-v3",
  roles: { vault: "required" },
  perAddress: "vault",
  toContracts: ({ vault = [] }) => ({ vault: vault[0]! }),
  identifyForks: identifyPools,
  ...createPoolShares(readPool),
  check: (context) =>
    checkViews(context, [{ address: context.contracts.vault, abi: vaultAbi, functionName: "getAuthorizer" }]),
});

/** A pool names its vault, which must list it. */
async function identifyPools(
  context: ReadContext<readonly BalancerV3Contracts[]>,
  candidates: readonly Address[],
): Promise<Map<Address, ForkIdentity>> {
  const forks = indexForks(context.contracts, ({ vault }) => [vault]);
  const claims = await context.tryRead(
    candidates.map((address) => ({ address, abi: claimAbi, functionName: "getVault" }) as const),
  );
  const claimed = candidates.flatMap((pool, index) => {
    const vault = toLower(claims[index] ?? ZERO_ADDRESS);
    const fork = forks.get(vault);
    return fork === undefined ? [] : [{ pool, vault, fork }];
  });
  const listed = await context.tryRead(
    claimed.map(
      ({ pool, vault }) => ({ address: vault, abi: vaultAbi, functionName: "isPoolRegistered", args: [pool] }) as const,
    ),
  );
  return new Map(
    claimed.flatMap(({ pool, fork }, index): [Address, ForkIdentity][] =>
      listed[index] === true ? [[pool, { fork, identity: "receipt" }]] : [],
    ),
  );
}

/** As far as the vault holds its tokens. */
async function readPool(context: ReadContext<BalancerV3Contracts>, pool: Address): Promise<PoolOfShares> {
  const { vault } = context.contracts;
  const [[[tokens, , balances]], [rawShares]] = await Promise.all([
    context.read([{ address: vault, abi: vaultAbi, functionName: "getPoolTokenInfo", args: [pool] }]),
    context.read([{ address: pool, abi: erc20Abi, functionName: "totalSupply" }]),
  ]);
  const reported = tokens.map((token, index) => ({ token: toLower(token), rawAmount: balances[index] ?? 0n }));
  return { supplies: await capToHeld(context, [vault], reported), rawShares };
}
