import type { Hash, Rpc } from "@portico/evm";
import type { BlockTraces } from "./blockTraces.ts";
import { readCallFrames } from "./readCallFrames.ts";
import type { CallFrame } from "./readCallFrames.ts";
import type { Header } from "./readHeader.ts";
import type { SourceState } from "./sourceState.ts";
import { InvalidDataError } from "./invalidDataError.ts";

/** The call frames of a transaction; null: the node doesn't have it. */
export const requestCallFrame = (rpc: Rpc, hash: Hash, check?: (frame: CallFrame | null) => void) =>
  rpc.send<CallFrame | null>({ method: "debug_traceTransaction", params: [hash, { tracer: "callTracer" }], check });

/** A transaction with this gas limit runs no code. */
const TRANSFER_GAS = "0x5208";

/**
 * The traces of a block, transaction by transaction, from a node without a method for whole blocks.
 * @throws InvalidDataError
 */
export async function requestEachTrace(
  { rpc, parts }: Pick<SourceState, "parts" | "rpc">,
  { blockNumber, hash, transactionHashes, transactions }: Header,
  check: (answer: BlockTraces | null) => void,
): Promise<BlockTraces | null> {
  const readFrame = async (txHash: Hash, at: number) => {
    const { from, gas } = transactions[at] ?? {};
    if (from !== undefined && gas === TRANSFER_GAS) return { txHash, result: { type: "CALL", from } };
    const result = await parts.read(blockNumber, `trace ${hash} ${txHash}`, () =>
      requestCallFrame(rpc, txHash, (frame) => {
        if (typeof frame !== "object" || frame === null || typeof frame.type !== "string")
          throw new InvalidDataError("traces", blockNumber, `the node has no trace (${txHash})`);
      }),
    );
    return { txHash, result };
  };
  const traces = readCallFrames(await Promise.all(transactionHashes.map(readFrame)), transactionHashes);
  check(traces);
  return traces;
}
