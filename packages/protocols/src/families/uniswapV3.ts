import { v3FactoryAbi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { Adapter, Identity, OwnerContext, PoolContext, ReadContext } from "../adapter.ts";
import type { Amount, PoolKey, Position } from "../position.ts";
import { listAnswered } from "./listAnswered.ts";
import { MAX_UINT24 } from "./maxUint24.ts";
import { readNftPositions } from "./nftPositions.ts";
import type { UniswapV3Contracts } from "./nftManager.ts";
import type { NftPosition } from "./nftPositions.ts";
import { readRangePool } from "./rangePool.ts";
import { toLower } from "../toLower.ts";

const poolAbi = parseAbi([
  "function factory() view returns (address)",
  "function token0() view returns (address)",
  "function token1() view returns (address)",
  "function fee() view returns (uint24)",
]);

/** Forks of Uniswap V3: an NFT is a position in a price range, with its earned fees. */
export const uniswapV3Family = {
  signals: ({ positions }: UniswapV3Contracts) => ({ nfts: [positions] }),

  async identify(context: ReadContext<UniswapV3Contracts>, candidates: readonly Address[]) {
    const areIts = await Promise.all(candidates.map((address) => isPool(context, address)));
    const pools = candidates.filter((_address, index) => areIts[index]);
    return new Map(pools.map((address): [Address, Identity] => [address, "place"]));
  },

  async listPositions(context: OwnerContext<UniswapV3Contracts>) {
    const { contracts, nfts } = context;
    const held = await readNftPositions(context, contracts, nfts.get(toLower(contracts.positions)) ?? []);
    return held.map((one) => toPosition(one, { name: "Liquidity Pool", pool: { controller: one.pool } }));
  },

  listPools: (context: PoolContext<UniswapV3Contracts>) =>
    listAnswered(
      context.known.map((pool) => readRangePool(context, { pool, contracts: [pool, context.contracts.positions] })),
    ),
} satisfies Partial<Adapter<UniswapV3Contracts>>;

/**
 * A pool names its factory, and that factory must name the pool. Most candidates have no factory, so that is read
 * first.
 */
async function isPool({ contracts, tryRead }: ReadContext<UniswapV3Contracts>, address: Address): Promise<boolean> {
  const of = { address, abi: poolAbi } as const;
  const [factory] = await tryRead([{ ...of, functionName: "factory" }]);
  if (factory?.toLowerCase() !== contracts.factory) return false;
  const [token0, token1, fee] = await tryRead([
    { ...of, functionName: "token0" },
    { ...of, functionName: "token1" },
    { ...of, functionName: "fee" },
  ]);
  if (token0 === undefined || token1 === undefined || fee === undefined || fee > MAX_UINT24) return false;
  const key = {
    address: contracts.factory,
    abi: v3FactoryAbi,
    functionName: "getPool",
    args: [token0, token1, fee],
  } as const;
  const [made] = await tryRead([key]);
  return made?.toLowerCase() === address;
}

interface RangeRef {
  name: Position["name"];
  pool: PoolKey;
  /** Rewards besides the fees. */
  paid?: readonly Amount[];
}

/** Builds a position from the contents of its NFT. */
export function toPosition(
  { tokenId, principal, fees, range }: NftPosition,
  { name, pool, paid = [] }: RangeRef,
): Position {
  const rewards = [...fees, ...paid].filter(({ rawAmount }) => rawAmount > 0n);
  const detail = { type: "common", supplies: principal, rewards } as const;
  return { name, detail, pool, positionIndex: String(tokenId), range };
}
