import {
  createMemberFinder,
  isList,
  isObject,
  readFixedHex,
  readText,
  scanList,
  skipValue,
  viewOf,
} from "@portico/evm";
import type { Address, Hash, Hex, JsonBytes, ResultReader } from "@portico/evm";
import { createBlockReceipts } from "./blockReceipts.ts";
import type { BlockReceipts } from "./blockReceipts.ts";
import { readLogList } from "./readLogs.ts";
import { createBloomSum } from "./bloomSum.ts";
import type { TopicSet } from "./topicSet.ts";

/**
 * Parses the result of eth_getBlockReceipts directly from its bytes, and detects faults: most of it is unneeded logs
 * and blooms. null if the result is not a list.
 * @param wanted - First topics of the logs that are picked.
 * @param isWhole - Whether the receipts are those of a whole block: its logs are numbered from 0.
 */
export function createReceiptReader(wanted: TopicSet, isWhole = true): ResultReader {
  return (json, at) => {
    if (!isList(json, at)) return { value: null, end: skipValue(json, at) };
    block = createBlockReceipts();
    const blooms = createBloomSum(block);
    const end = scanList(json, at, (receiptAt) => {
      if (!isObject(json, receiptAt)) throw new SyntaxError("A receipt is not an object");
      const firstLog = block.logs.batch.count;
      hasLogs = false;
      const receiptEnd = receipt.find(json, receiptAt);
      addReceipt(json);
      checkLogs(json, firstLog, { wanted, isWhole });
      blooms.add(textAt(json, AT.logsBloom), firstLog);
      return receiptEnd;
    });
    blooms.finish();
    return { value: block, end };
  };
}

/** The block that is being read. */
let block: BlockReceipts = createBlockReceipts();
/** Whether the current receipt has a list of logs. */
let hasLogs = false;

const NAMES = [
  "blockHash",
  "transactionHash",
  "status",
  "root",
  "gasUsed",
  "effectiveGasPrice",
  "contractAddress",
  "blobGasUsed",
  "blobGasPrice",
  "l1Fee",
  "operatorFeeScalar",
  "operatorFeeConstant",
  "daFootprintGasScalar",
  "logsBloom",
  "logs",
] as const;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names
const AT = Object.fromEntries(NAMES.map((name, index) => [name, index])) as Record<(typeof NAMES)[number], number>;
const receipt = createMemberFinder(NAMES, { logs: readLogsOf });

function readLogsOf(json: JsonBytes, at: number): number {
  const end = readLogList(json, at, block.logs.batch);
  hasLogs = end !== undefined;
  return end ?? skipValue(json, at);
}

const textAt = (json: JsonBytes, index: number): string | undefined => readText(json, receipt.found[index]!);
const QUANTITY = /^0x[0-9a-f]{1,64}$/i;

function quantityAt(json: JsonBytes, index: number): Hex | undefined {
  const text = textAt(json, index);
  if (text !== undefined && !QUANTITY.test(text)) block.flaw ??= "a quantity of a receipt is not valid";
  return text as Hex | undefined;
}

function addReceipt(json: JsonBytes): void {
  const blockHash = textAt(json, AT.blockHash) as Hash | undefined;
  block.blockHash ??= blockHash;
  if (blockHash !== block.blockHash) block.flaw ??= "the receipts are of different blocks";
  const gasUsed = quantityAt(json, AT.gasUsed) ?? "0x";
  block.receipts.push({
    transactionHash: textAt(json, AT.transactionHash) as Hash,
    status: quantityAt(json, AT.status),
    root: textAt(json, AT.root) as Hex | undefined,
    gasUsed,
    effectiveGasPrice: quantityAt(json, AT.effectiveGasPrice),
    blobGasUsed: quantityAt(json, AT.blobGasUsed),
    blobGasPrice: quantityAt(json, AT.blobGasPrice),
    l1Fee: quantityAt(json, AT.l1Fee),
    operatorFeeScalar: quantityAt(json, AT.operatorFeeScalar),
    operatorFeeConstant: quantityAt(json, AT.operatorFeeConstant),
    daFootprintGasScalar: quantityAt(json, AT.daFootprintGasScalar),
    contractAddress: textAt(json, AT.contractAddress) as Address | undefined,
  });
  if (QUANTITY.test(gasUsed)) block.gasUsed += BigInt(gasUsed);
  else block.flaw ??= "a quantity of a receipt is not valid";
}

const HASH = 32;
const hashBytes = { blockHash: Buffer.alloc(HASH), txHash: Buffer.alloc(HASH) };
const hashViews = { blockHash: viewOf(hashBytes.blockHash), txHash: viewOf(hashBytes.txHash) };

/** Checks that the receipt's logs are numbered without gaps and are its own; picks those with a requested topic. */
function checkLogs(
  json: JsonBytes,
  firstLog: number,
  { wanted, isWhole }: { wanted: TopicSet; isWhole: boolean },
): void {
  if (!hasLogs) block.flaw ??= "a receipt has no list of logs";
  const { batch, picks } = block.logs;
  if (batch.count === firstLog) return;
  const hasHashes =
    readFixedHex(json, receipt.found[AT.blockHash]!, HASH, hashBytes.blockHash, 0) &&
    readFixedHex(json, receipt.found[AT.transactionHash]!, HASH, hashBytes.txHash, 0);
  const firstIndex = isWhole ? firstLog : batch.logIndexes[firstLog]!;
  for (let log = firstLog; log < batch.count; log++) {
    if (batch.logIndexes[log] !== firstIndex + log - firstLog) block.flaw ??= `log ${log} is missing`;
    const isOwn =
      batch.hasHash(log, "blockHash", hashViews.blockHash) && batch.hasHash(log, "txHash", hashViews.txHash);
    block.flaw ??= batch.flaws.get(log);
    if (!hasHashes || !isOwn) block.flaw ??= `log ${log} is of another block or transaction`;
    if (block.flaw === undefined && wanted.find(batch, log) !== undefined) picks.push(log);
  }
}
