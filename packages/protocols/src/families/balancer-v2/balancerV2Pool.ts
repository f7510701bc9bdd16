import { erc20Abi, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../../adapter.ts";
import type { Amount } from "../../position.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { capTo, readHeld } from "../capToHeld.ts";
import { unwrapGauge } from "../liquidityGauge.ts";
import type { BalancerV2Contracts } from "./balancerV2Contracts.ts";

/** @see https://docs-v2.balancer.fi/reference/contracts/apis/vault.html */
export const vaultAbi = parseAbi([
  "function getPool(bytes32 poolId) view returns (address pool, uint8 specialization)",
  "function getPoolTokens(bytes32 poolId) view returns (address[] tokens, uint256[] balances, uint256 lastChangeBlock)",
  "function getPoolTokenInfo(bytes32 poolId, address token) view returns (uint256 cash, uint256 managed, uint256 lastChangeBlock, address assetManager)",
  "function getProtocolFeesCollector() view returns (address)",
]);
/** The supply without tokens that the pool itself holds, with fees that are due; under another name in older pools. */
const poolAbi = parseAbi([
  "function getPoolId() view returns (bytes32)",
  "function getActualSupply() view returns (uint256)",
  "function getVirtualSupply() view returns (uint256)",
]);

export interface BalancerV2Pool {
  supplies: Amount[];
  rawShares: bigint;
}

/** Unverified; undefined if the token is no pool, or names another: the number starts with the pool's address. */
export async function readPoolId({ readOnce }: ReadContext<unknown>, address: Address): Promise<Hex | undefined> {
  const read = readOnce([{ address, abi: poolAbi, functionName: "getPoolId" }]);
  const [poolId] = await unlessUnread<readonly Hex[]>(read, []);
  return poolId?.startsWith(address) === true ? poolId : undefined;
}

/** Whether the vault lists the token as this pool. */
export async function isPoolOf({ tryRead }: ReadContext<unknown>, vault: Address, poolId: Hex, address: Address) {
  const [pool] = await tryRead([{ address: vault, abi: vaultAbi, functionName: "getPool", args: [poolId] }]);
  return toLower(pool?.[0] ?? ZERO_ADDRESS) === address;
}

/**
 * A pool's tokens without its own, as its shares divide them, as far as the vault holds them: what a pool's asset manager
 * has is its own word.
 */
export async function readBalancerV2Pool(
  context: ReadContext<BalancerV2Contracts>,
  address: Address,
  poolId: Hex,
): Promise<BalancerV2Pool> {
  const { read, tryRead } = context;
  const { vault } = context.contracts;
  const [[[tokens]], [rawSupply], [actual, virtual]] = await Promise.all([
    read([{ address: vault, abi: vaultAbi, functionName: "getPoolTokens", args: [poolId] }]),
    read([{ address, abi: erc20Abi, functionName: "totalSupply" }]),
    tryRead([
      { address, abi: poolAbi, functionName: "getActualSupply" },
      { address, abi: poolAbi, functionName: "getVirtualSupply" },
    ]),
  ]);
  const others = tokens.map(toLower).filter((token) => token !== address);
  const toInfo = (token: Address) =>
    ({ address: vault, abi: vaultAbi, functionName: "getPoolTokenInfo", args: [poolId, token] }) as const;
  const [infos, held] = await Promise.all([read(others.map(toInfo)), readHeld(context, [vault], others)]);
  const cash = others.map((token, index) => ({ token, rawAmount: infos[index]![0] }));
  return { supplies: capTo(cash, held), rawShares: actual ?? virtual ?? rawSupply };
}

/** A share's part of a pool is rounded down to 18 decimals. @see "ProportionalMath of @balancer-labs/v2-pool-utils" */
const WHOLE = 10n ** 18n;

/** What a share of a pool, or of a gauge, is. */
export async function unwrapBalancerV2(context: ReadContext<BalancerV2Contracts>, held: Amount): Promise<Amount[]> {
  const poolId = await readPoolId(context, held.token);
  if (poolId === undefined) return unwrapGauge(context, held);
  const { supplies, rawShares } = await readBalancerV2Pool(context, held.token, poolId);
  const share = held.rawAmount < rawShares ? held.rawAmount : rawShares; // a pool may report more than all
  const ratio = rawShares === 0n ? 0n : (share * WHOLE) / rawShares;
  return supplies.map(({ token, rawAmount }) => ({ token, rawAmount: (rawAmount * ratio) / WHOLE }));
}
