import { addToBloom, createBloom, equalBlooms, mergeBloom, readBloom } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import type { BlockReceipts, WholeReceipt } from "./blockReceipts.ts";
import { findLogFlaw, standardLog } from "./standardLog.ts";

/**
 * Makes of what eth_getBlockReceipts answered what is kept of it, and says what in it can't be true: most of it is logs
 * that nobody asks for, and blooms. null where the node answered no list.
 * @param topics - First topics of the logs that are kept.
 */
export function createReceiptCompactor(topics: readonly Hex[]): (answer: unknown) => BlockReceipts | null {
  const wanted = new Set<Hex | undefined>(topics);
  return (answer) => {
    if (!Array.isArray(answer)) return null;
    const block = createBlockReceipts();
    let last: WholeReceipt | undefined;
    for (const receipt of answer as WholeReceipt[]) {
      addReceipt(block, receipt);
      const { logs } = receipt;
      if (!Array.isArray(logs)) block.flaw ??= "a receipt has no list of logs";
      else if (logs.length > 0) {
        addLogs(block, receipt, wanted);
        last = receipt;
      }
      addBloom(block, receipt);
    }
    // Logs cut off behind the last one that is there would show nowhere else.
    if (last !== undefined && !fitsBloom(last)) block.bloomFlaw ??= "the last logs don't fit their bloom";
    return block;
  };
}

const createBlockReceipts = (): BlockReceipts => ({
  blockHash: undefined,
  receipts: [],
  logs: [],
  logCount: 0,
  gasUsed: 0n,
  bloom: createBloom(),
  paidBloom: undefined,
  flaw: undefined,
  bloomFlaw: undefined,
});

const QUANTITY = /^0x[0-9a-f]+$/i;

function addReceipt(block: BlockReceipts, receipt: WholeReceipt): void {
  const { transactionHash, status, gasUsed, effectiveGasPrice, contractAddress } = receipt;
  const { root, blobGasUsed, blobGasPrice, l1Fee } = receipt;
  block.blockHash ??= receipt.blockHash;
  if (receipt.blockHash !== block.blockHash) block.flaw ??= "the receipts are of several blocks";
  const numbers = [status, effectiveGasPrice, blobGasUsed, blobGasPrice, l1Fee];
  if (!QUANTITY.test(gasUsed) || !numbers.every((number) => QUANTITY.test(number ?? "0x0"))) {
    block.flaw ??= "a number of a receipt is none";
  } else block.gasUsed += BigInt(gasUsed);
  block.receipts.push({
    transactionHash,
    status,
    root,
    gasUsed,
    effectiveGasPrice,
    blobGasUsed,
    blobGasPrice,
    l1Fee,
    contractAddress,
  });
}

function addLogs(
  block: BlockReceipts,
  { blockHash, transactionHash, logs }: WholeReceipt,
  wanted: ReadonlySet<Hex | undefined>,
) {
  for (const log of logs) {
    if (Number(log.logIndex) !== block.logCount) block.flaw ??= `log ${block.logCount} is missing`;
    if (log.blockHash !== blockHash || log.transactionHash !== transactionHash) {
      block.flaw ??= `log ${block.logCount} is of another block or transaction`;
    }
    block.logCount++;
    block.flaw ??= findLogFlaw(log);
    if (block.flaw === undefined && wanted.has(log.topics[0]))
      block.logs.push(standardLog(log, block.blockHash ?? blockHash, transactionHash));
  }
}

const EMPTY_BLOOM = `0x${"0".repeat(512)}`;

function addBloom(block: BlockReceipts, { logs, logsBloom, gasUsed, transactionHash }: WholeReceipt): void {
  if (logsBloom === EMPTY_BLOOM && logs.length === 0) return;
  const bloom = readBloom(logsBloom);
  if (bloom === undefined) block.bloomFlaw ??= `the receipt of ${transactionHash} has no bloom`;
  else if (logs.length === 0) block.bloomFlaw ??= `the logs of ${transactionHash} are missing`;
  else {
    if (gasUsed === "0x0") block.paidBloom ??= Buffer.from(block.bloom);
    else if (block.paidBloom !== undefined) mergeBloom(block.paidBloom, bloom);
    mergeBloom(block.bloom, bloom);
  }
}

/** Whether its logs are those that its bloom tells of. */
export function fitsBloom({ logs, logsBloom }: WholeReceipt): boolean {
  const bloom = createBloom();
  for (const { address, topics } of logs) {
    addToBloom(bloom, address.toLowerCase() as Address);
    for (const topic of topics) addToBloom(bloom, topic);
  }
  const own = readBloom(logsBloom);
  return own !== undefined && equalBlooms(bloom, own);
}
