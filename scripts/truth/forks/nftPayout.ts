import type { Address } from "@portico/evm";
import { decodeFunctionResult, encodeFunctionData } from "viem";
import type { ForkContract } from "./forkContract.ts";
import type { ForkChain } from "./forkScene.ts";

const MAX_UINT128 = 2n ** 128n - 1n;
export const DEADLINE = 99_999_999_999n;

/** Ids of an owner's NFTs, in the order in which they were minted. */
export async function listNfts(manager: ForkContract, owner: Address): Promise<bigint[]> {
  const count = await manager.read<bigint>("balanceOf", [owner]);
  const indexes = Array.from({ length: Number(count) }, (_, index) => [owner, BigInt(index)]);
  return await Promise.all(indexes.map((args) => manager.read<bigint>("tokenOfOwnerByIndex", args)));
}

/** What a manager of NFTs would pay their owner, of both tokens: the liquidity, and the fees. */
export async function readNftPayouts(on: ForkChain, manager: ForkContract, owner: Address): Promise<bigint[]> {
  const sums = [0n, 0n];
  for (const tokenId of await listNfts(manager, owner)) {
    const { principal, fees } = await readNftPayout(on, manager, { owner, tokenId });
    for (const side of [0, 1]) sums[side]! += principal[side]! + fees[side]!;
  }
  return sums;
}

/** Of both tokens. */
export interface NftPayout {
  readonly principal: readonly bigint[];
  readonly fees: readonly bigint[];
}

export async function readNftPayout(
  { chain }: ForkChain,
  { address, abi, read }: ForkContract,
  { owner, tokenId }: { owner: Address; tokenId: bigint },
): Promise<NftPayout> {
  const words = await read<readonly bigint[]>("positions", [tokenId]);
  const liquidity = words.at(-5)!;
  const run = async (functionName: string, order: object): Promise<readonly [bigint, bigint]> => {
    const data = encodeFunctionData({ abi, functionName, args: [order] });
    const result = await chain.rpc.call("eth_call", [{ from: owner, to: address, data }, "latest"]);
    return decodeFunctionResult({ abi, functionName, data: result }) as readonly [bigint, bigint];
  };
  const take = { tokenId, liquidity, amount0Min: 0n, amount1Min: 0n, deadline: DEADLINE };
  const all = { tokenId, recipient: owner, amount0Max: MAX_UINT128, amount1Max: MAX_UINT128 };
  const [principal, fees] = await Promise.all([run("decreaseLiquidity", take), run("collect", all)]);
  return { principal, fees };
}
