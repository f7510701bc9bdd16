import { findCause, RpcCallError } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import type { TokenOrigin } from "@portico/store";
import pLimit from "p-limit";
import { numberToHex } from "viem";
import type { Hex } from "viem";
import { getBlock } from "../source/blockRef.ts";
import { findCodeBlocks } from "./findCodeBlocks.ts";
import type { CodeSearch } from "./findCodeBlocks.ts";
import { findInnerCreator } from "./findInnerCreator.ts";
import { InvalidDataError } from "../source/invalidDataError.ts";

/**
 * Finds the deployment time of contracts by bisecting the chain for the first block whose state has their code, and the
 * creator if a transaction of that block created them directly, or by the block's traces. null: there is no code, or it
 * can't be determined.
 * @throws if the node lacks historical states, or the signal aborts.
 */
export async function findOrigins(
  rpc: Rpc,
  addresses: readonly Address[],
  { head, signal, maxAtOnce = Number.POSITIVE_INFINITY }: CodeSearch,
): Promise<TokenOrigin[]> {
  const limit = pLimit(maxAtOnce);
  const blocks = await findCodeBlocks(rpc, addresses, { head, signal, maxAtOnce });
  const describe = async (address: Address, block: bigint | undefined): Promise<TokenOrigin> => {
    if (block === undefined) return { address, timeAt: null, creator: null };
    const [{ timeAt }, creator] = await Promise.all([getBlock(rpc, block), findCreator(rpc, address, block)]);
    return { address, timeAt, creator };
  };
  const origins = await Promise.all(addresses.map((address, index) => limit(() => describe(address, blocks[index]))));
  for (const [index, origin] of origins.entries()) {
    const block = blocks[index] ?? 0n; // nothing is executed in the first block
    signal.throwIfAborted();
    if (origin.creator !== null || block === 0n) continue;
    origin.creator = await findInnerCreator(rpc, origin.address, block); // one by one: traces of a block may be large
  }
  return origins;
}

type Receipt = { contractAddress: Address | null; from: Address; blockNumber: Hex };

async function findCreator(rpc: Rpc, address: Address, blockNumber: bigint): Promise<Address | null> {
  const receipts = await rpc
    .send<Receipt[] | null>({
      method: "eth_getBlockReceipts",
      params: [numberToHex(blockNumber)],
      check: (answer) => {
        if (answer?.some((receipt) => BigInt(receipt.blockNumber) !== blockNumber) !== true) return;
        throw new InvalidDataError("receipts", blockNumber, "the receipts are of another block");
      },
    })
    .catch((error: unknown) => {
      if (findCause(error, RpcCallError) === undefined) throw error;
      return null; // a node may not have this method
    });
  const receipt = receipts?.find(({ contractAddress }) => contractAddress?.toLowerCase() === address);
  return receipt === undefined ? null : (receipt.from.toLowerCase() as Address);
}
