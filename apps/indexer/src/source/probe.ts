import { canTraceTransactions, RpcCallError, findCause, isRateLimited } from "@portico/evm";
import type { Hash, ResultReader, Rpc } from "@portico/evm";
import { requestBlock, requestCallFrames, requestReceipt, requestReceipts, requestTraces } from "./requests.ts";
import type { Coverage } from "./coverage.ts";
import { readHeader } from "./readHeader.ts";
import type { NodeBlock } from "./readHeader.ts";
import { InvalidDataError } from "./invalidDataError.ts";
import type { SourceReads } from "./sourceState.ts";

interface Wanted {
  reads: SourceReads;
  readReceipts: ResultReader;
}

/**
 * Requests one block of each kind.
 * @throws if the node lacks a required capability, or does not respond at all.
 */
export async function probe(rpc: Rpc, headNumber: bigint, { reads, readReceipts }: Wanted): Promise<Coverage> {
  const { receipts = "auto", traces = "auto" } = reads;
  const by = receipts === false ? undefined : await findReceipts(rpc, headNumber, readReceipts);
  if (receipts === true && by === undefined) {
    throw new Error("The RPC supports neither eth_getBlockReceipts nor eth_getTransactionReceipt");
  }
  const isEach = traces === true || by === "transaction";
  const kind = traces === false ? undefined : await findTraces(rpc, headNumber, isEach);
  if (traces === true && kind === undefined) {
    throw new Error("The RPC supports neither trace_block nor debug_traceBlockByHash nor debug_traceTransaction");
  }
  return { receipts: by, traces: kind, bloom: true, gas: true, traceCounts: true };
}

const NO_TRANSACTION: Hash = `0x${"0".repeat(64)}`;

async function findReceipts(rpc: Rpc, headNumber: bigint, readReceipts: ResultReader): Promise<Coverage["receipts"]> {
  if (await can(() => requestReceipts(rpc, headNumber, readReceipts, mustBeList))) return "block";
  return (await can(() => requestReceipt(rpc, NO_TRANSACTION))) ? "transaction" : undefined;
}

/** @param isEach - Whether one request per transaction is acceptable, since other data takes as many. */
async function findTraces(rpc: Rpc, headNumber: bigint, isEach: boolean): Promise<Coverage["traces"]> {
  if (await can(() => requestTraces(rpc, headNumber, mustBeList))) return "trace_block";
  const read = (block: NodeBlock | null) => readHeader(headNumber, block, false);
  const header = read(await requestBlock(rpc, headNumber, false, (block) => void read(block)));
  if (await can(() => requestCallFrames(rpc, header, mustBeList))) return "debug";
  return isEach && (await canTraceTransactions(rpc)) ? "transaction" : undefined;
}

/** Only a refusal means that it is unsupported; network failures and rate limits throw. */
async function can(attempt: () => Promise<unknown>): Promise<boolean> {
  try {
    await attempt();
    return true;
  } catch (error) {
    const refused = findCause(error, RpcCallError);
    if (error instanceof InvalidDataError || (refused !== undefined && !isRateLimited(refused))) return false;
    throw error;
  }
}

function mustBeList(answer: unknown): void {
  if (answer === null || typeof answer !== "object") throw new InvalidDataError("block", 0n, "no list");
}
