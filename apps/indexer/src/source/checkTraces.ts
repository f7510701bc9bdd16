import type { BlockTraces } from "./blockTraces.ts";
import type { Header } from "./readHeader.ts";
import { UnfitError } from "./unfitError.ts";

/**
 * Checks that these are the traces of this very block, for all its transactions.
 * @throws UnfitError
 */
export function checkTraces(header: Header, traces: BlockTraces | null, ignoresCount: boolean): void {
  const { blockNumber, hash, transactionHashes } = header;
  const unfit = (message: string) => new UnfitError("traces", blockNumber, message);
  if (traces === null) throw unfit("the node has no traces of it");
  if (traces.blockHash !== undefined && traces.blockHash !== hash) throw unfit("the traces are of another block");
  if (traces.flaw !== undefined) throw unfit(`the traces are incomplete: ${traces.flaw}`);
  const found = traces.transactionHashes;
  if (found.length !== transactionHashes.length) {
    throw unfit(`traces of ${found.length} transactions, but it has ${transactionHashes.length}`);
  }
  const other = found.findIndex((txHash, index) => txHash !== transactionHashes[index]);
  if (other !== -1) throw unfit(`trace ${other} is of another transaction`);
  if (traces.miscount !== undefined && !ignoresCount) throw new UnfitError("traceCount", blockNumber, traces.miscount);
}
