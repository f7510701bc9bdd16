import { erc20Abi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ForkIdentity, OwnerContext, PoolContext, ReadContext } from "../../adapter.ts";
import { unwindVault } from "../../erc4626/erc4626.ts";
import { defineFamily } from "../../family.ts";
import type { Amount, PoolState, Position } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { checkViews } from "../checkViews.ts";
import { listAnswered } from "../listAnswered.ts";
import rows from "./balancer-v3.json" with { type: "json" };

export interface BalancerV3Contracts {
  vault: Address;
}

const claimAbi = parseAbi(["function getVault() view returns (address)"]);
/** @see https://docs.balancer.fi/developer-reference/contracts/vault-api.html */
const vaultAbi = parseAbi([
  "struct TokenInfo { uint8 tokenType; address rateProvider; bool paysYieldFees; }",
  "function isPoolRegistered(address pool) view returns (bool)",
  "function getPoolTokenInfo(address pool) view returns (address[] tokens, TokenInfo[] tokenInfo, uint256[] balancesRaw, uint256[] lastBalancesLiveScaled18)",
  "function getERC4626BufferAsset(address wrappedToken) view returns (address asset)",
  "function getAuthorizer() view returns (address)",
]);

/** A token with a rate: wrapped, as far as the vault has a buffer of it. */
const WITH_RATE = 1;

/** Balancer V3 and its forks: shares of pools, with wrapped tokens as what they wrap. */
export const balancerV3Family = defineFamily<BalancerV3Contracts>({
  name: "balancer-v3",
  roles: { vault: "required" },
  perAddress: "vault",
  rows,
  toContracts: ({ vault = [] }) => ({ vault: vault[0]! }),
  readsUntrusted: true,

  identifyForks: identifyPools,

  async listPositions(context: OwnerContext<BalancerV3Contracts>) {
    const found = await Promise.all(context.receipts.map((pool) => readShare(context, pool)));
    return found.flat();
  },

  listPools: (context: PoolContext<BalancerV3Contracts>) =>
    listAnswered(context.known.map((pool) => readPool(context, pool))),

  check: (context) =>
    checkViews(context, [{ address: context.contracts.vault, abi: vaultAbi, functionName: "getAuthorizer" }]),
});

/** A pool names its vault, which must list it. */
async function identifyPools(
  context: ReadContext<readonly BalancerV3Contracts[]>,
  candidates: readonly Address[],
): Promise<Map<Address, ForkIdentity>> {
  const forks = new Map(context.contracts.map(({ vault }, fork) => [vault, fork]));
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

interface Pool {
  supplies: (Amount & { isWrapped: boolean })[];
  rawShares: bigint;
}

async function readTokens({ contracts, read }: ReadContext<BalancerV3Contracts>, pool: Address): Promise<Pool> {
  const [[[tokens, infos, balances]], [rawShares]] = await Promise.all([
    read([{ address: contracts.vault, abi: vaultAbi, functionName: "getPoolTokenInfo", args: [pool] }]),
    read([{ address: pool, abi: erc20Abi, functionName: "totalSupply" }]),
  ]);
  const supplies = tokens.map((token, index) => ({
    token: toLower(token),
    rawAmount: balances[index] ?? 0n,
    isWrapped: infos[index]?.tokenType === WITH_RATE,
  }));
  return { supplies, rawShares };
}

async function readShare(context: OwnerContext<BalancerV3Contracts>, pool: Address): Promise<Position[]> {
  const { owner, read } = context;
  const [[share], { supplies: all, rawShares }] = await Promise.all([
    read([{ address: pool, abi: erc20Abi, functionName: "balanceOf", args: [owner] }]),
    readTokens(context, pool),
  ]);
  if (share === 0n || rawShares === 0n) return [];
  const supplies = await Promise.all(
    all.map(async ({ token, rawAmount, isWrapped }) => {
      const part = { token, rawAmount: (rawAmount * share) / rawShares };
      return isWrapped ? unwrap(context, part) : part;
    }),
  );
  return [{ name: "Liquidity Pool", detail: { type: "common", supplies }, pool: { controller: pool } }];
}

/** Anybody can register a token that claims to wrap another: it counts as far as any vault's share does. */
async function unwrap(context: ReadContext<BalancerV3Contracts>, wrapped: Amount): Promise<Amount> {
  const { contracts, tryRead } = context;
  const buffer = { address: contracts.vault, abi: vaultAbi, functionName: "getERC4626BufferAsset" } as const;
  const [[asset], share] = await Promise.all([
    tryRead([{ ...buffer, args: [wrapped.token] }]),
    unwindVault(context, wrapped),
  ]);
  return share !== undefined && toLower(asset ?? ZERO_ADDRESS) === share.token ? share : wrapped;
}

async function readPool(context: PoolContext<BalancerV3Contracts>, pool: Address): Promise<PoolState> {
  const { supplies, rawShares } = await readTokens(context, pool);
  return {
    pool: { controller: pool },
    name: "Liquidity Pool",
    contracts: [pool],
    supplies: supplies.map(({ token, rawAmount }) => ({ token, rawAmount })),
    rawShares,
    depositors: { by: "receipt", token: pool },
  };
}
