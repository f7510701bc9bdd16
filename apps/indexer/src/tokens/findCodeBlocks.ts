import { readHasCode } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import pLimit from "p-limit";

export interface CodeSearch {
  /** The last block to search. */
  head: bigint;
  signal: AbortSignal;
  /** Requests at once; default: all. */
  maxAtOnce?: number;
}

/**
 * The first block from which on each address has code, by bisection; undefined: it has none at the head. They are searched
 * together: in the part of the chain where several of them begin, one request is for all of these.
 * @throws if the node lacks historical states, or the signal aborts.
 */
export async function findCodeBlocks(
  rpc: Rpc,
  addresses: readonly Address[],
  { head, signal, maxAtOnce = Number.POSITIVE_INFINITY }: CodeSearch,
): Promise<(bigint | undefined)[]> {
  const limit = pLimit(maxAtOnce);
  const blocks = new Map<Address, bigint>();
  const split = async (some: readonly Address[], blockNumber: bigint) => {
    if (some.length === 0) return { having: [], without: [] };
    signal.throwIfAborted();
    const hasCode = await limit(() => readHasCode(rpc, some, { blockNumber }));
    return {
      having: some.filter((_, index) => hasCode[index] === true),
      without: some.filter((_, index) => hasCode[index] !== true),
    };
  };
  /** They have code at `having`, and none at `without`. */
  const search = async (some: readonly Address[], without: bigint, having: bigint): Promise<void> => {
    if (some.length === 0) return;
    if (having - without <= 1n) return some.forEach((address) => void blocks.set(address, having));
    const middle = (without + having) / 2n;
    const parts = await split(some, middle);
    await Promise.all([search(parts.having, without, middle), search(parts.without, middle, having)]);
  };
  const atHead = await split(addresses, head);
  const atGenesis = await split(atHead.having, 0n);
  for (const address of atGenesis.having) blocks.set(address, 0n);
  await search(atGenesis.without, 0n, head);
  return addresses.map((address) => blocks.get(address));
}
