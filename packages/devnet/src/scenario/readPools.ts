import { type Abi, type Address, decodeFunctionResult } from "viem";
import { encodeCall } from "../contracts/encodeCall.ts";
import { v2PairAbi } from "../contracts/uniswapV2.ts";
import { uniswapV3Deployments, v3PoolAbi, v3PositionsAbi } from "../contracts/uniswapV3.ts";
import type { Share } from "./poolBook.ts";
import type { World } from "./world.ts";

interface Read {
  to: Address;
  abi: Abi;
  functionName: string;
  args?: readonly unknown[];
}

const LIQUIDITY_FIELD = 7; // of NonfungiblePositionManager.positions

/** Reads the liquidity of users: trades and rounding make it unpredictable. */
export async function readLiquidity(world: World): Promise<void> {
  const shares = world.pools.shares.filter(({ rawAmount }) => rawAmount === undefined);
  const amounts = await readShares(world, shares);
  for (const [index, share] of shares.entries()) share.rawAmount = amounts[index];
  await readPositions(world);
}

/** Base units of each owner's pair shares. */
export const readShares = (world: World, shares: readonly Pick<Share, "owner" | "pool">[]): Promise<bigint[]> =>
  readAll<bigint>(
    world,
    shares.map(({ owner, pool }) => ({ to: pool.address, abi: v2PairAbi, functionName: "balanceOf", args: [owner] })),
  );

async function readPositions(world: World): Promise<void> {
  const { positions: to } = uniswapV3Deployments[world.chain];
  const changed = world.pools.positions.filter(({ liquidity }) => liquidity === undefined);
  const read = <T>(functionName: string) =>
    readAll<T>(
      world,
      changed.map(({ id }) => ({ to, abi: v3PositionsAbi, functionName, args: [id] })),
    );
  const [owners, positions] = [await read<Address>("ownerOf"), await read<readonly unknown[]>("positions")];
  for (const [index, position] of changed.entries()) {
    position.owner = owners[index];
    position.liquidity = positions[index]?.[LIQUIDITY_FIELD] as bigint;
  }
}

/** Base units of token0 and token1 in each V2 pair. */
export async function readReserves(world: World): Promise<[bigint, bigint][]> {
  const reads = world.pools.v2.map(({ address }) => ({ to: address, abi: v2PairAbi, functionName: "getReserves" }));
  const reserves = await readAll<readonly [bigint, bigint, number]>(world, reads);
  return reserves.map(([reserve0, reserve1]) => [reserve0, reserve1]);
}

/** sqrtPriceX96 of each V3 pool. */
export async function readSqrtPrices(world: World): Promise<bigint[]> {
  const reads = world.pools.v3.map(({ address }) => ({ to: address, abi: v3PoolAbi, functionName: "slot0" }));
  const slots = await readAll<readonly [bigint]>(world, reads);
  return slots.map(([sqrtPriceX96]) => sqrtPriceX96);
}

async function readAll<T>({ rpc }: World, reads: readonly Read[]): Promise<T[]> {
  const answers = await rpc.batch(
    reads.map(({ to, abi, functionName, args = [] }) => [
      "eth_call",
      [{ to, data: encodeCall(abi, functionName, args) }, "latest"],
    ]),
  );
  return reads.map(({ abi, functionName }, index) => {
    const data = answers[index] ?? "0x";
    return decodeFunctionResult({ abi, functionName, data }) as T;
  });
}
