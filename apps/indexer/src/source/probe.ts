import { findCause, RpcCallError } from "@portico/evm";
import type { Rpc } from "@portico/evm";
import { askBlock, askCallFrames, askReceipts, askTraces } from "./asks.ts";
import type { BlockReceipts } from "./blockReceipts.ts";
import type { Coverage } from "./coverage.ts";
import type { SourceReads } from "./createSource.ts";
import { readHeader } from "./readHeader.ts";
import { UnfitError } from "./unfitError.ts";

interface Wanted {
  reads: SourceReads;
  compactReceipts: (answer: unknown) => BlockReceipts | null;
}

/** Asks for one block of each kind. @throws when the node can't what must be, or does not answer at all. */
export async function probe(rpc: Rpc, headNumber: bigint, { reads, compactReceipts }: Wanted): Promise<Coverage> {
  const { receipts = "auto", traces = "auto" } = reads;
  const hasReceipts =
    receipts !== false && (await can(() => askReceipts(rpc, headNumber, compactReceipts, mustBeList)));
  if (receipts === true && !hasReceipts) throw new Error("The RPC does not answer eth_getBlockReceipts");
  const kind = traces === false ? undefined : await findTraces(rpc, headNumber);
  if (traces === true && kind === undefined) {
    throw new Error("The RPC answers neither trace_block nor debug_traceBlockByHash");
  }
  return { receipts: hasReceipts, traces: kind, bloom: true, traceCounts: true };
}

async function findTraces(rpc: Rpc, headNumber: bigint): Promise<Coverage["traces"]> {
  if (await can(() => askTraces(rpc, headNumber, mustBeList))) return "trace_block";
  const check = (block: unknown) => void readHeader(headNumber, block as never);
  const header = readHeader(headNumber, await askBlock(rpc, headNumber, false, check));
  return (await can(() => askCallFrames(rpc, header, mustBeList))) ? "debug" : undefined;
}

/** Only a refusal means no; a failing network throws. */
async function can(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if (error instanceof UnfitError || findCause(error, RpcCallError) !== undefined) return false;
    throw error;
  }
}

function mustBeList(answer: unknown): void {
  if (answer === null || typeof answer !== "object") throw new UnfitError("block", 0n, "no list");
}
