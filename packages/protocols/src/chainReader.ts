import type { Chain, Rpc } from "@portico/evm";
import type { Adapter, OwnerState } from "./adapter.ts";
import type { Deployed } from "./deployed.ts";
import { createReader } from "./reader.ts";
import type { Memory, Reader } from "./reader.ts";

/** A block with its timestamp, for which time-dependent amounts are computed. */
export interface ReadBlock {
  blockNumber: bigint;
  /** Of the block: pins the fork. */
  hash?: `0x${string}`;
  /** Unix seconds. */
  timeAt: number;
}

export interface ChainReading {
  rpc: Rpc;
  chain: Chain;
  block: ReadBlock;
  memory: Memory;
}

export interface PositionQuery extends OwnerState {
  deployed: Deployed;
}

/** Creates one reader for everything that a request reads at a block of a chain. */
export const createChainReader = ({ rpc, block, memory }: ChainReading): Reader => {
  const { blockNumber, hash } = block;
  return createReader({ rpc, memory, block: hash === undefined ? { blockNumber } : { blockNumber, hash } });
};

/** An adapter's context besides the owner. @param adapter - Undefined if no other adapter reads at the same time. */
export const openContext = (
  reading: ChainReading,
  reader: Reader,
  contracts: unknown,
  adapter?: Pick<Adapter, "readsUntrusted">,
) => ({
  chain: reading.chain,
  contracts,
  blockNumber: reading.block.blockNumber,
  timeAt: reading.block.timeAt,
  ...reader.open({ isLast: adapter?.readsUntrusted }),
});
