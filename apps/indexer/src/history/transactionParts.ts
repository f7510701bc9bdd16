import type { Chain, CoinRules, Hash, ResultReader, Rpc } from "@portico/evm";
import type { BlockReceipts } from "../source/blockReceipts.ts";
import type { BlockTraces } from "../source/blockTraces.ts";
import type { Source } from "../source/createSource.ts";
import { createPartStore } from "../source/partStore.ts";
import { readCallFrames } from "../source/readCallFrames.ts";
import { readHeader } from "../source/readHeader.ts";
import type { Header, NodeBlock } from "../source/readHeader.ts";
import { readTraces } from "../source/readTraces.ts";
import { requestEachReceipt } from "../source/requestEachReceipt.ts";
import { requestCallFrame } from "../source/requestEachTrace.ts";
import { requestBlock } from "../source/requests.ts";
import type { Creation, SourceBlock } from "../source/sourceBlock.ts";
import { toSourceBlock } from "../source/toSourceBlock.ts";
import { InvalidDataError } from "../source/invalidDataError.ts";
import type { FoundTransaction } from "./callSource.ts";
import type { TransactionBody } from "./transactionBody.ts";
import { locateTransaction } from "./locateTransaction.ts";
import type { LocatedTransaction } from "./locateTransaction.ts";

/** A chain's node, as transactions are read from it. */
export interface TransactionNode {
  chain: Chain;
  rpc: Rpc;
  source: Source;
  rules: CoinRules;
  readReceipts: ResultReader;
}

/** What is read of a transaction: first its receipt, then as much of the rest as is needed. */
export interface TransactionParts extends LocatedTransaction {
  /** Whether the header has all fields of the block, not just its number, hash and timestamp. */
  hasHeader: boolean;
  /** Whether nothing of the receipt is missing: else it is that of the body, to be verified by balances. */
  hasReceipt: boolean;
  /** Whether the receipt was requested by its hash, rather than found with the body. */
  isRequested: boolean;
  receipts: BlockReceipts;
  /** Of the source: see FoundTransaction. */
  isPaid: boolean | undefined;
  /** undefined: not read, not needed, or the node has none. */
  traces: BlockTraces | undefined;
}

/**
 * A transaction with its receipt. One request if its body is known and fits, none if the node returned the receipt with it;
 * undefined if the node doesn't have it.
 * @param isVerified - Whether balances will verify what the body's own receipt lacks.
 * @throws InvalidDataError if its parts don't fit each other.
 */
export async function readParts(
  node: TransactionNode,
  wanted: FoundTransaction,
  isVerified: boolean,
): Promise<TransactionParts | undefined> {
  return (await readByBody(node, wanted, isVerified)) ?? (await readLocated(node, wanted));
}

/** undefined: there is no body, or the receipt is of another block. */
async function readByBody(
  node: TransactionNode,
  { hash, blockNumber, body, isPaid }: FoundTransaction,
  isVerified: boolean,
): Promise<TransactionParts | undefined> {
  if (body === undefined) return undefined;
  const header = readHeader(blockNumber, body.block, true);
  if (header.transactionHashes[0] !== hash) return undefined;
  const { index, hasHeader } = body;
  const parts = { header, index, hasHeader, isPaid, traces: undefined };
  const own = readOwnReceipt(node, body);
  if (own !== undefined && (own.hasReceipt || isVerified)) return { ...parts, ...own, isRequested: false };
  try {
    const receipts = await requestReceipt(node, header, index);
    return { ...parts, hasReceipt: true, isRequested: true, receipts };
  } catch (error) {
    if (error instanceof InvalidDataError) return undefined;
    throw error;
  }
}

/** A rollup's fees are in further fields, which a search may leave out. */
function readOwnReceipt(
  { readReceipts, rules, source }: TransactionNode,
  { receipt, hasLogs }: TransactionBody,
): Pick<TransactionParts, "hasReceipt" | "receipts"> | undefined {
  if (receipt === undefined) return undefined;
  const receipts = readReceipts(Buffer.from(JSON.stringify([receipt])), 0).value as BlockReceipts;
  if (receipts.flaw !== undefined) return undefined;
  const isWhole = source.coverage.bloom && receipts.bloomFlaw === undefined;
  if (hasLogs && !isWhole) return undefined;
  return { receipts, hasReceipt: hasLogs && rules.stack === null };
}

async function readLocated(node: TransactionNode, wanted: FoundTransaction): Promise<TransactionParts | undefined> {
  const located = await locateTransaction(node.rpc, wanted);
  if (located === undefined) return undefined;
  const receipts = await requestReceipt(node, located.header);
  const read = { hasHeader: true, hasReceipt: true, isRequested: true };
  return { ...located, ...read, receipts, isPaid: wanted.isPaid, traces: undefined };
}

/** @param index - Of the transaction in its block, if the receipt must be of this one, its sender and its recipient. */
async function requestReceipt(
  { rpc, source, readReceipts }: TransactionNode,
  header: Header,
  index?: number,
): Promise<BlockReceipts> {
  const state = { rpc, coverage: source.coverage, parts: createPartStore(), readReceipts };
  const receipts = await requestEachReceipt(state, header, () => undefined, index);
  if (receipts === null) throw new InvalidDataError("receipts", header.blockNumber, "the node has no receipt");
  if (receipts.flaw !== undefined) throw invalid(header, receipts.flaw);
  return receipts;
}

const invalid = ({ blockNumber, transactionHashes: [hash] }: Header, message: string): InvalidDataError =>
  new InvalidDataError("block", blockNumber, `${message} (${hash})`);

/** Reads the traces, if the transaction may have moved coins or created contracts within. */
export async function addTraces(node: TransactionNode, parts: TransactionParts): Promise<void> {
  if (parts.traces !== undefined || !mayMoveWithin(parts)) return;
  const { header } = parts;
  const traces = await requestTrace(node, header.transactionHashes[0]!);
  if (traces?.flaw !== undefined) throw invalid(header, `the traces are incomplete: ${traces.flaw}`);
  parts.traces = traces;
}

/** Reads the receipt, if it is the body's own. @throws InvalidDataError if it doesn't fit. */
export async function addReceipt(node: TransactionNode, parts: TransactionParts): Promise<void> {
  if (parts.isRequested) return;
  parts.receipts = await requestReceipt(node, parts.header, parts.index);
  [parts.hasReceipt, parts.isRequested] = [true, true];
}

/** Reads the header's other fields. @throws InvalidDataError if the block doesn't have the transaction. */
export async function addHeader({ rpc }: TransactionNode, parts: TransactionParts): Promise<void> {
  if (parts.hasHeader) return;
  const { header, index } = parts;
  const { blockNumber, hash, transactionHashes, transactions } = header;
  const read = (block: NodeBlock | null): Header => {
    const whole = readHeader(blockNumber, block, false);
    if (whole.hash !== hash || whole.transactionHashes[index] !== transactionHashes[0])
      throw invalid(header, "it doesn't have the transaction");
    return whole;
  };
  const whole = read(await requestBlock(rpc, blockNumber, false, (block) => void read(block)));
  parts.header = { ...whole, transactionHashes, transactions };
  parts.hasHeader = true;
}

const TRANSFER_GAS = 21_000n;

/** Whether the transaction may have moved coins or created contracts within: it succeeded, and ran code. */
export function mayMoveWithin({ header, receipts }: TransactionParts): boolean {
  const { input = "0x" } = header.transactions[0]!;
  const isFailed = receipts.receipts[0]?.status === "0x0";
  return !isFailed && (input !== "0x" || receipts.gasUsed !== TRANSFER_GAS);
}

/** A block that has only this transaction. */
export function toSingleBlock({ rules, source }: TransactionNode, parts: TransactionParts): SourceBlock {
  const { header, index, receipts, traces } = parts;
  const logs = { ...receipts.logs, isComplete: true };
  const block = toSourceBlock(header, logs, { receipts: receipts.receipts, traces }, rules);
  const isUntraced = traces === undefined && source.coverage.traces !== undefined;
  const creations = isUntraced ? listCreations(block) : block.creations;
  return {
    ...block,
    transactions: block.transactions.map((one) => ({ ...one, index })),
    internalTransfers: block.internalTransfers.map((one) => ({ ...one, txIndex: index })),
    creations: creations.map((one) => ({ ...one, txIndex: index })),
  };
}

/** The contract that the transaction itself created. */
const listCreations = ({ transactions }: SourceBlock): Creation[] =>
  transactions.flatMap(({ hash, index, from, to, receipt }) =>
    to === undefined && receipt?.isSuccess === true && receipt.contractAddress !== undefined
      ? [{ txIndex: index, txHash: hash, address: receipt.contractAddress, creator: from }]
      : [],
  );

/** undefined if the node has no traces. */
async function requestTrace({ rpc, source }: TransactionNode, hash: Hash): Promise<BlockTraces | undefined> {
  const { traces: kind } = source.coverage;
  if (kind === undefined) return undefined;
  if (kind === "trace_block") {
    const traces = await rpc.send<object[] | null>({ method: "trace_transaction", params: [hash] });
    const first = (traces ?? []).map((trace) => ({ ...trace, transactionPosition: 0 })); // as those of a whole block begin
    return readTraces(Buffer.from(JSON.stringify(first)), 0).value as BlockTraces;
  }
  return readCallFrames([{ txHash: hash, result: await requestCallFrame(rpc, hash) }], [hash]);
}
