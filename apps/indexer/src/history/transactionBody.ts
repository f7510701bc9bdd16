import { isHash } from "@portico/evm";
import type { Hash, Hex } from "@portico/evm";
import type { WholeReceipt } from "../source/blockReceipts.ts";
import { compactTransaction, isOrdinary } from "../source/compactBlock.ts";
import { readHeader } from "../source/readHeader.ts";
import type { NodeBlock } from "../source/readHeader.ts";

/** A transaction as the chain's node itself returned it, with what it returned of its block. */
export interface TransactionBody {
  /** With this transaction only; valid. */
  block: NodeBlock;
  /** Of the transaction in its block. */
  index: number;
  /** Whether all fields of the block are there, not just its number, hash and timestamp. */
  hasHeader: boolean;
  /** With its logs, or of a transfer whose gas was for nothing else: without code there are none. */
  receipt?: WholeReceipt | undefined;
  /** Whether the receipt came with its logs and their bloom. */
  hasLogs: boolean;
}

const NO_HASH: Hash = `0x${"0".repeat(64)}`;
const QUANTITY = /^0x[0-9a-f]{1,16}$/i;

interface LocatedTransaction {
  type?: unknown;
  from?: unknown;
  to?: unknown;
  gas?: unknown;
  gasPrice?: unknown;
  blockHash?: unknown;
  blockNumber?: unknown;
  transactionIndex?: unknown;
  nonce?: unknown;
  value?: unknown;
  input?: unknown;
}

/**
 * A transaction as methods return it, with its block's timestamp. undefined if something is missing or malformed, or if its
 * type is one of a rollup, whose further fields are not in every result.
 * @param receipt - With the timestamp, a number or hex, and maybe no logs or outcome.
 * @param areWhole - Whether receipts of the same result have logs: a node that leaves them out may return empty lists.
 */
export function readBody(transaction: unknown, receipt: unknown, areWhole: boolean): TransactionBody | undefined {
  if (typeof transaction !== "object" || transaction === null) return undefined;
  const { blockHash, blockNumber, transactionIndex, nonce, value, input } = transaction as LocatedTransaction;
  const { timestamp } = (receipt ?? {}) as { timestamp?: unknown };
  const timeAt = readTime(timestamp);
  if (timeAt === undefined || !isQuantity(blockNumber) || !isQuantity(transactionIndex) || !isHash(blockHash))
    return undefined;
  const compact = compactTransaction(transaction);
  if (!isOrdinary(compact) || [nonce, value, input].some((field) => typeof field !== "string")) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked by readHeader
  const transactions = [compact] as unknown as NodeBlock["transactions"];
  const block = { number: blockNumber, hash: blockHash, parentHash: NO_HASH, timestamp: timeAt, transactions };
  try {
    readHeader(BigInt(blockNumber), block, true);
  } catch {
    return undefined;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its members are checked
  return { block, index: Number(transactionIndex), ...readOwn(transaction, receipt as WholeReceipt, areWhole) };
}

function readOwn(
  transaction: LocatedTransaction,
  receipt: WholeReceipt,
  areWhole: boolean,
): Pick<TransactionBody, "hasHeader" | "hasLogs" | "receipt"> {
  const hasHeader = false;
  if (!isOf(transaction, receipt)) return { hasHeader, hasLogs: false };
  if (areWhole && Array.isArray(receipt.logs) && typeof receipt.logsBloom === "string")
    return { hasHeader, hasLogs: true, receipt };
  return {
    hasHeader,
    hasLogs: false,
    receipt: isOfTransfer(transaction, receipt) ? { ...receipt, logs: [] } : undefined,
  };
}

/** Whether this is the transaction's receipt, with its outcome and all that it cost. */
function isOf(transaction: LocatedTransaction, receipt: Partial<WholeReceipt>): boolean {
  const { type, from, to, blockHash, blockNumber, transactionIndex } = transaction;
  const { gasPrice = receipt.effectiveGasPrice } = transaction; // of a mined one, what it paid
  return (
    isQuantity(receipt.gasUsed) &&
    isQuantity(receipt.effectiveGasPrice) &&
    receipt.effectiveGasPrice === gasPrice &&
    (Number(type) !== BLOB_TYPE || (isQuantity(receipt.blobGasUsed) && isQuantity(receipt.blobGasPrice))) &&
    (receipt.status === "0x1" || receipt.status === "0x0") &&
    receipt.from === from &&
    receipt.to === to &&
    receipt.blockHash === blockHash &&
    receipt.blockNumber === blockNumber &&
    receipt.transactionIndex === transactionIndex
  );
}

const BLOB_TYPE = 3;
const TRANSFER_GAS = 21_000n;

/** Whether the transaction could do nothing but transfer coins, and did. */
const isOfTransfer = ({ to, gas, input }: LocatedTransaction, { gasUsed, status }: WholeReceipt): boolean =>
  isQuantity(gas) &&
  BigInt(gas) === TRANSFER_GAS &&
  BigInt(gasUsed) === TRANSFER_GAS &&
  input === "0x" &&
  typeof to === "string" &&
  status === "0x1";

const isQuantity = (value: unknown): value is Hex => typeof value === "string" && QUANTITY.test(value);

function readTime(value: unknown): Hex | undefined {
  if (isQuantity(value)) return value;
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? `0x${value.toString(16)}` : undefined;
}

/** Whether bodies, newest first, may be of one chain: blocks have one hash and timestamp, and later ones are not earlier. */
export const areConsistent = (bodies: readonly TransactionBody[]): boolean =>
  bodies.every(({ block }, at) => {
    const { block: newer } = bodies[Math.max(0, at - 1)]!;
    return block.number === newer.number
      ? block.hash === newer.hash && block.timestamp === newer.timestamp
      : BigInt(block.timestamp) <= BigInt(newer.timestamp);
  });
