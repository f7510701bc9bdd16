import { callMany, type Address, type Chain, type Hex, type Rpc } from "@portico/evm";
import { listSafeSingletons } from "@portico/protocols";

/** `getThreshold()`, `getOwners()`, `masterCopy()` */
const SAFE_CALLS: readonly Hex[] = ["0xe75235b8", "0xa0e67e2b", "0xa619486e"];

/** Whether an address is a Safe after a block: a proxy of a known singleton, with owners. */
export async function isSafe(rpc: Rpc, chain: Chain, address: Address, blockNumber: bigint): Promise<boolean> {
  const singletons = listSafeSingletons(chain.slug);
  if (singletons.length === 0) return false;
  const calls = SAFE_CALLS.map((data) => ({ to: address, data }));
  const [threshold, owners, copy] = await callMany(rpc, calls, { blockNumber });
  if (!isWord(threshold) || !isWord(copy) || BigInt(threshold) === 0n) return false;
  const singleton: Address = `0x${copy.slice(-40).toLowerCase()}`;
  return (owners?.length ?? 0) > 130 && singletons.includes(singleton); // a non-empty list
}

const isWord = (answer: Hex | null | undefined): answer is Hex => answer?.length === 66;
