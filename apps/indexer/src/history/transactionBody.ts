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
  /** Of a transfer whose gas was for nothing else: without code there are no logs, which searches leave out. */
  receipt?: WholeReceipt | undefined;
}

const NO_HASH: Hash = `0x${"0".repeat(64)}`;
const QUANTITY = /^0x[0-9a-f]{1,16}$/i;

interface LocatedTransaction {
  from?: unknown;
  to?: unknown;
  gas?: unknown;
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
 */
export function readBody(transaction: unknown, receipt: unknown): TransactionBody | undefined {
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
  const ofTransfer = isOfTransfer(transaction, receipt as Partial<WholeReceipt>)
    ? (receipt as WholeReceipt)
    : undefined;
  return {
    block,
    index: Number(transactionIndex),
    hasHeader: false,
    receipt: ofTransfer && { ...ofTransfer, logs: [] },
  };
}

const TRANSFER_GAS = 21_000n;

/** Whether the transaction could do nothing but transfer coins, and this is its receipt, with all but logs. */
function isOfTransfer(transaction: LocatedTransaction, receipt: Partial<WholeReceipt>): boolean {
  const { from, to, gas, input, blockHash, blockNumber, transactionIndex } = transaction;
  return (
    isQuantity(gas) &&
    isQuantity(receipt.gasUsed) &&
    BigInt(gas) === TRANSFER_GAS &&
    BigInt(receipt.gasUsed) === TRANSFER_GAS &&
    input === "0x" &&
    typeof to === "string" &&
    isQuantity(receipt.effectiveGasPrice) &&
    receipt.status === "0x1" &&
    receipt.from === from &&
    receipt.to === to &&
    receipt.blockHash === blockHash &&
    receipt.blockNumber === blockNumber &&
    receipt.transactionIndex === transactionIndex
  );
}

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
