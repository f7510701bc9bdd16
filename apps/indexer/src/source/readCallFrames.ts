import type { Address, Hash, Hex } from "@portico/evm";
import type { BlockTraces } from "./blockTraces.ts";
import { createBlockTraces } from "./blockTraces.ts";

/** A call as returned by geth's callTracer. */
export interface CallFrame {
  type: string;
  from: Address;
  to?: Address | null;
  value?: Hex | null;
  error?: string | null;
  calls?: readonly CallFrame[] | null;
}

/** A transaction as returned by debug_traceBlockByHash. */
export interface FrameOfTransaction {
  txHash?: Hash;
  result?: CallFrame | null;
  error?: string;
}

/**
 * Parses the result of debug_traceBlockByHash with the callTracer, like `readTraces` for trace_block. It contains no
 * rewards.
 */
export function readCallFrames(frames: readonly FrameOfTransaction[], transactionHashes: readonly Hash[]): BlockTraces {
  const traces = createBlockTraces();
  for (const [txIndex, { txHash, result }] of frames.entries()) {
    traces.transactionHashes.push(txHash ?? transactionHashes[txIndex]);
    if (result === undefined || result === null) traces.flaw ??= `transaction ${txIndex} has no trace`;
    else addFrame(traces, result, { txIndex, txHash: transactionHashes[txIndex] ?? "0x", isTopmost: true });
  }
  return traces;
}

interface FrameLocation {
  txIndex: number;
  txHash: Hash;
  isTopmost: boolean;
}

function addFrame(traces: BlockTraces, frame: CallFrame, location: FrameLocation): void {
  if (typeof frame.error === "string" && frame.error !== "") return;
  const { txIndex, txHash, isTopmost } = location;
  const type = frame.type.toUpperCase(); // ZKsync's nodes have small letters
  const isCreation = type === "CREATE" || type === "CREATE2";
  const isMove = isCreation || type === "CALL" || type === "SELFDESTRUCT";
  const from = lower(frame.from);
  if (typeof frame.to === "string") {
    const to = lower(frame.to);
    if (isCreation) traces.creations.push({ txIndex, txHash, address: to, creator: from });
    const rawAmount = isMove && !isTopmost ? BigInt(frame.value ?? 0) : 0n;
    const index = traces.internalTransfers.length;
    if (rawAmount > 0n) traces.internalTransfers.push({ txIndex, txHash, index, from, to, rawAmount });
  }
  for (const call of frame.calls ?? []) addFrame(traces, call, { ...location, isTopmost: false });
}

const lower = (address: Address): Address => `0x${address.slice(2).toLowerCase()}`;
