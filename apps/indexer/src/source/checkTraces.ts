import { ZERO_ADDRESS } from "@portico/evm";
import type { BlockTraces } from "./blockTraces.ts";
import type { Header } from "./readHeader.ts";
import { InvalidDataError } from "./invalidDataError.ts";

/**
 * Number of transactions before those that end the block without a sender and without gas: nodes don't trace Polygon's
 * state sync.
 */
function countExecuted({ transactions }: Header): number {
  const last = transactions.findLastIndex(({ from, gas }) => from !== ZERO_ADDRESS || gas !== "0x0");
  return last + 1;
}

/**
 * Checks that these are the traces of this very block, for all its transactions.
 * @throws InvalidDataError
 */
export function checkTraces(header: Header, traces: BlockTraces | null, ignoresCount: boolean): void {
  const { blockNumber, hash, transactionHashes } = header;
  const invalid = (message: string) => new InvalidDataError("traces", blockNumber, message);
  if (traces === null) throw invalid("the node has no traces for it");
  if (traces.blockHash !== undefined && traces.blockHash !== hash) throw invalid("the traces are of another block");
  if (traces.flaw !== undefined) throw invalid(`the traces are incomplete: ${traces.flaw}`);
  const found = traces.transactionHashes;
  if (found.length !== transactionHashes.length && found.length !== countExecuted(header)) {
    throw invalid(`traces of ${found.length} transactions, but it has ${transactionHashes.length}`);
  }
  const other = found.findIndex((txHash, index) => txHash !== transactionHashes[index]);
  if (other !== -1) throw invalid(`trace ${other} is of another transaction`);
  if (traces.miscount !== undefined && !ignoresCount)
    throw new InvalidDataError("traceCount", blockNumber, traces.miscount);
}
