import { findCause, isRateLimited, RpcCallError } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import type { BlockTraces } from "../source/blockTraces.ts";
import { checkTraces } from "../source/checkTraces.ts";
import { readHeader } from "../source/readHeader.ts";
import type { Header } from "../source/readHeader.ts";
import { requestBlock, requestTracesBy } from "../source/requests.ts";
import { InvalidDataError } from "../source/invalidDataError.ts";

/**
 * The contract that created another one in a block, by the traces of the block; null if the node has none.
 * @throws if the node fails, or has another block.
 */
export async function findInnerCreator(rpc: Rpc, address: Address, blockNumber: bigint): Promise<Address | null> {
  const header = readHeader(blockNumber, await requestBlock(rpc, blockNumber, false), false);
  const traces = (await readTracesBy(rpc, "trace_block", header)) ?? (await readTracesBy(rpc, "debug", header));
  return traces?.creations.find((creation) => creation.address === address)?.creator ?? null;
}

/** undefined: the node refuses, or returns something else. */
async function readTracesBy(
  rpc: Rpc,
  kind: "debug" | "trace_block",
  header: Header,
): Promise<BlockTraces | null | undefined> {
  try {
    return await requestTracesBy(rpc, kind, header, (traces) => checkTraces(header, traces, true));
  } catch (error) {
    const refused = findCause(error, RpcCallError);
    const isUnsupported = refused !== undefined && !isRateLimited(refused);
    if (isUnsupported || findCause(error, InvalidDataError) !== undefined) return undefined;
    throw error;
  }
}
