import type { Hash } from "@portico/evm";
import { requestReceipt } from "./requests.ts";
import type { BlockReceipts, WholeReceipt } from "./blockReceipts.ts";
import { fitsBloom } from "./bloomSum.ts";
import type { Header, NodeTransaction } from "./readHeader.ts";
import type { LogBatch } from "./logBatch.ts";
import { readLogs } from "./readLogs.ts";
import { InvalidDataError } from "./invalidDataError.ts";
import type { SourceState } from "./sourceState.ts";

/**
 * The receipts of a block, transaction by transaction, from a node without eth_getBlockReceipts. Each invalid one is
 * requested from another endpoint.
 * @param index - If the header has only one transaction, whose place in the block, sender and recipient the receipt must
 * name: it was not read from this block.
 * @throws InvalidDataError
 */
export async function requestEachReceipt(
  { rpc, readReceipts, coverage, parts }: Pick<SourceState, "coverage" | "parts" | "readReceipts" | "rpc">,
  header: Header,
  check: (answer: BlockReceipts | null) => void,
  index?: number,
): Promise<BlockReceipts | null> {
  const { blockNumber, hash, transactionHashes } = header;
  const hasBloom = index === undefined && coverage.bloom && header.bloom !== undefined && !header.hasEmptyBloom;
  const hasOwnBloom = (receipt: WholeReceipt | null): boolean =>
    index !== undefined && coverage.bloom && /^0x0*[1-9a-f]/i.test(receipt?.logsBloom ?? "");
  const [single] = header.transactions;
  const readReceipt = (transactionHash: Hash) =>
    parts.read(blockNumber, `receipt ${hash} ${transactionHash}`, () =>
      requestReceipt(rpc, transactionHash, (receipt) => {
        const flaw =
          findFlaw(receipt, { hash, transactionHash, hasBloom: hasBloom || hasOwnBloom(receipt) }) ??
          (index === undefined || isOf(receipt!, single!, { blockNumber, index })
            ? undefined
            : "the receipt is of another sender, recipient or place");
        if (flaw !== undefined) throw new InvalidDataError("receipts", blockNumber, `${flaw} (${transactionHash})`);
      }),
    );
  const receipts = Buffer.from(JSON.stringify(await Promise.all(transactionHashes.map(readReceipt))));
  const answer = readReceipts(receipts, 0).value as BlockReceipts;
  check(answer);
  return answer;
}

/** Whether a receipt names the transaction's sender and recipient, and where it is. */
function isOf(
  { from, to, transactionIndex, blockNumber }: WholeReceipt,
  transaction: NodeTransaction,
  wanted: { blockNumber: bigint; index: number },
): boolean {
  const lower = (address: string | null | undefined): string | undefined => address?.toLowerCase();
  return (
    lower(from) === lower(transaction.from) &&
    lower(to) === lower(transaction.to) &&
    Number(transactionIndex) === wanted.index &&
    Number(blockNumber) === Number(wanted.blockNumber)
  );
}

interface Wanted {
  hash: Hash;
  transactionHash: Hash;
  hasBloom: boolean;
}

function findFlaw(receipt: WholeReceipt | null, { hash, transactionHash, hasBloom }: Wanted): string | undefined {
  if (typeof receipt !== "object" || receipt === null) return "the node has no receipt";
  if (receipt.blockHash !== hash) return "the receipt is of another block";
  if (receipt.transactionHash !== transactionHash) return "the receipt is of another transaction";
  const logs = readLogs(Buffer.from(JSON.stringify(receipt.logs ?? null)), 0).value as LogBatch | null;
  if (logs === null) return "a receipt has no list of logs";
  const flaw = logs.flaws.values().next().value;
  if (flaw !== undefined) return flaw;
  return hasBloom && !fitsBloom(logs, 0, receipt.logsBloom)
    ? "the logs of a receipt don't match their bloom"
    : undefined;
}
