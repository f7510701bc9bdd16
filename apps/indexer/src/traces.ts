import { findCause, RpcCallError } from "@portico/evm";
import type { Address, Hex, Rpc } from "@portico/evm";
import { numberToHex } from "viem";

interface TraceBlock {
  Method: "trace_block";
  Parameters: [Hex];
  /** See readTraces.ts, which the RPC must have been given. */
  ReturnType: Address[] | null;
}

const traceBlock = (rpc: Rpc, blockNumber: bigint): Promise<Address[] | null> =>
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

/** Whose native balance the transactions of a range changed, with repetitions. So blocks need not be asked for them. */
export async function listTracedOwners(rpc: Rpc, fromBlock: bigint, toBlock: bigint): Promise<Address[]> {
  const count = Number(toBlock - fromBlock) + 1;
  const numbers = Array.from({ length: count }, (_, index) => fromBlock + BigInt(index));
  const owners = await Promise.all(numbers.map((blockNumber) => traceBlock(rpc, blockNumber)));
  return owners.flatMap((block) => block ?? []);
}
