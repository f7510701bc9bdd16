import { findCause, RpcCallError } from "@portico/evm";
import type { Address, Hex, Rpc } from "@portico/evm";
import { numberToHex } from "viem";

/** A part of what trace_block answers (the format that OpenEthereum began). */
interface Trace {
  type?: string;
  action?: {
    from?: Address;
    to?: Address;
    value?: Hex;
    address?: Address;
    refundAddress?: Address;
    author?: Address;
  };
  result?: { address?: Address } | null;
  /** Empty for the transaction itself. */
  traceAddress?: readonly number[];
}

interface TraceBlock {
  Method: "trace_block";
  Parameters: [Hex];
  ReturnType: Trace[] | null;
}

const traceBlock = (rpc: Rpc, blockNumber: bigint): Promise<Trace[] | null> =>
  rpc.request<TraceBlock>({ method: "trace_block", params: [numberToHex(blockNumber)] });

/** Whether the RPC knows internal transfers. Only a refusal means no; a failing network throws. */
export async function hasTraces(rpc: Rpc, blockNumber: bigint): Promise<boolean> {
  try {
    return Array.isArray(await traceBlock(rpc, blockNumber));
  } catch (error) {
    if (findCause(error, RpcCallError) !== undefined) return false;
    throw error;
  }
}

/**
 * Whose native balance the transactions of a range changed, by calls, creations, self-destructs and rewards, and who paid
 * for gas; with repetitions. So blocks need not be asked for their transactions.
 */
export async function listTracedOwners(rpc: Rpc, fromBlock: bigint, toBlock: bigint): Promise<Address[]> {
  const count = Number(toBlock - fromBlock) + 1;
  const numbers = Array.from({ length: count }, (_, index) => fromBlock + BigInt(index));
  const traces = await Promise.all(numbers.map((blockNumber) => traceBlock(rpc, blockNumber)));
  return traces.flatMap((block) => block ?? []).flatMap(listOwners);
}

/** Most calls move nothing, and are passed over quickly. */
function listOwners({ type, action = {}, result, traceAddress }: Trace): Address[] {
  const { from, to, value = "0x0", address, refundAddress, author } = action;
  const movesNothing = value === "0x0" && (type === "call" || type === "create");
  if (movesNothing && traceAddress?.length !== 0) return [];
  const owners = movesNothing ? [from] : [from, to, address, refundAddress, author, result?.address];
  return owners.filter((owner) => owner !== undefined).map((owner): Address => `0x${owner.slice(2).toLowerCase()}`);
}
