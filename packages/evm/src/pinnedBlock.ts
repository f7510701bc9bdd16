import type { Hash, Hex } from "viem";
import { numberToHex } from "viem";
import type { Rpc } from "./rpc.ts";
import { findCause, isLagging, isPruned, RpcCallError, toNodeMessage } from "./rpcErrors.ts";

/** The block whose state a call sees. */
export interface PinnedBlock {
  /** After this block. */
  blockNumber: bigint;
  /** Of this block: then the state of another fork is never read, whichever node responds. */
  hash?: Hash | undefined;
}

/** @see https://eips.ethereum.org/EIPS/eip-1898 */
export type BlockParameter = Hex | { blockHash: Hash; requireCanonical: true };

/** RPCs that identify blocks by number only. */
const numbersOnly = new WeakSet<Rpc>();

/** Calls at a block, by its hash if that is given and the node accepts it, else by its number. */
export async function readAtBlock<T>(
  rpc: Rpc,
  { blockNumber, hash }: PinnedBlock,
  read: (block: BlockParameter) => Promise<T>,
): Promise<T> {
  if (hash === undefined || numbersOnly.has(rpc)) return read(numberToHex(blockNumber));
  try {
    return await read({ blockHash: hash, requireCanonical: true });
  } catch (error) {
    const refused = findCause(error, RpcCallError);
    if (refused === undefined || !isUnknownParameter(refused)) throw error;
    numbersOnly.add(rpc);
    return read(numberToHex(blockNumber));
  }
}

/** Some nodes use their code for it for blocks that they don't have. */
export const isUnknownParameter = (error: RpcCallError): boolean =>
  !isLagging(error) &&
  !isPruned(error) &&
  (error.code === -32_602 ||
    /unmarshal|invalid (argument|params|parameters|type)|expected .*(hex|string)/i.test(toNodeMessage(error)));
