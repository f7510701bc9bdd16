import type { Hash, Hex, ResultReader, Rpc } from "@portico/evm";
import { numberToHex } from "viem";
import type { BlockTraces } from "./blockTraces.ts";
import type { BlockReceipts, WholeReceipt } from "./blockReceipts.ts";
import type { Coverage } from "./coverage.ts";
import { compactBlock } from "./compactBlock.ts";
import type { NodeBlock } from "./readHeader.ts";
import { readCallFrames } from "./readCallFrames.ts";
import type { FrameOfTransaction } from "./readCallFrames.ts";
import type { LogBatch } from "./logBatch.ts";
import { readLogs } from "./readLogs.ts";
import { readTraces } from "./readTraces.ts";
import type { Header } from "./readHeader.ts";

/** Throws if the result is invalid: then another endpoint is called. */
type Check<T> = ((answer: T) => void) | undefined;

export const requestBlock = (rpc: Rpc, blockNumber: bigint, isWhole: boolean, check?: Check<NodeBlock | null>) =>
  rpc.send({
    method: "eth_getBlockByNumber",
    params: [numberToHex(blockNumber), isWhole],
    compact: compactBlock,
    check,
  });

/** @param readResult - See `createReceiptReader`. */
export const requestReceipts = (
  rpc: Rpc,
  blockNumber: bigint,
  readResult: ResultReader,
  check?: Check<BlockReceipts | null>,
) => rpc.send({ method: "eth_getBlockReceipts", params: [numberToHex(blockNumber)], readResult, check });

export const requestReceipt = (rpc: Rpc, transactionHash: Hash, check?: Check<WholeReceipt | null>) =>
  rpc.send({ method: "eth_getTransactionReceipt", params: [transactionHash], check });

export const requestTraces = (rpc: Rpc, blockNumber: bigint, check?: Check<BlockTraces | null>) =>
  rpc.send({ method: "trace_block", params: [numberToHex(blockNumber)], readResult: readTraces, check });

/** By hash, because the result does not name the block. */
export async function requestCallFrames(
  rpc: Rpc,
  { hash, transactionHashes }: Pick<Header, "hash" | "transactionHashes">,
  check?: Check<BlockTraces | null>,
): Promise<BlockTraces | null> {
  const read = (frames: readonly FrameOfTransaction[] | null) =>
    Array.isArray(frames) ? readCallFrames(frames as readonly FrameOfTransaction[], transactionHashes) : null;
  const frames = await rpc.send<readonly FrameOfTransaction[] | null>({
    method: "debug_traceBlockByHash",
    params: [hash, { tracer: "callTracer" }],
    check: check === undefined ? undefined : (answer) => check(read(answer)),
  });
  return read(frames);
}

/** Methods that trace a whole block. */
export type BlockTracing = Exclude<Coverage["traces"], "transaction" | undefined>;

export const requestTracesBy = (
  rpc: Rpc,
  kind: BlockTracing,
  header: Header,
  check?: Check<BlockTraces | null>,
): Promise<BlockTraces | null> =>
  kind === "debug" ? requestCallFrames(rpc, header, check) : requestTraces(rpc, header.blockNumber, check);

export const requestLogs = (rpc: Rpc, blockHash: Hash, topics: readonly Hex[], check: Check<LogBatch | null>) =>
  rpc.send({ method: "eth_getLogs", params: [{ blockHash, topics: [topics] }], readResult: readLogs, check });
