import { coinRulesOf } from "@portico/evm";
import type { Chain, CoinRules, Hash, Hex, ResultReader, Rpc } from "@portico/evm";
import { listWatchedTopics } from "../decode/decodeLogs.ts";
import type { BlockReceipts } from "../source/blockReceipts.ts";
import type { BlockTraces } from "../source/blockTraces.ts";
import { compactBlock } from "../source/compactBlock.ts";
import { createSource } from "../source/createSource.ts";
import type { Source } from "../source/createSource.ts";
import { createPartStore } from "../source/partStore.ts";
import type { CallFrame } from "../source/readCallFrames.ts";
import { readCallFrames } from "../source/readCallFrames.ts";
import { readHeader } from "../source/readHeader.ts";
import type { Header, NodeBlock, NodeTransaction } from "../source/readHeader.ts";
import { createReceiptReader } from "../source/readReceipts.ts";
import { readTraces } from "../source/readTraces.ts";
import { requestEachReceipt } from "../source/requestEachReceipt.ts";
import { requestBlock } from "../source/requests.ts";
import type { SourceBlock } from "../source/sourceBlock.ts";
import { toSourceBlock } from "../source/toSourceBlock.ts";
import { createTopicSet } from "../source/topicSet.ts";
import { InvalidDataError } from "../source/unfitError.ts";
import { readNodeRules } from "../source/readNodeRules.ts";
import type { FoundTransaction } from "./callSource.ts";

/** Transactions as blocks that contain only them, or more of the same block. */
export interface ReadTransactions {
  /** In the order of the chain. */
  blocks: SourceBlock[];
  /** Transactions that the node doesn't have. */
  unknown: FoundTransaction[];
}

/** Reads transactions that a source found, from the chain's node. */
export interface TransactionReader {
  /**
   * @throws InvalidDataError if parts of a transaction don't fit each other, ReorgError if they are of different branches.
   */
  read(found: readonly FoundTransaction[]): Promise<ReadTransactions>;
}

/** With so many transactions in a block, the whole block takes fewer requests. */
const WHOLE_BLOCK = 2;

/** @param headNumber - Of an existing block, at which the node's capabilities are detected. */
export async function createTransactionReader(
  { chain, rpc }: { chain: Chain; rpc: Rpc },
  headNumber: bigint,
): Promise<TransactionReader> {
  const topics = listWatchedTopics(chain.slug);
  const source = createSource({ chain, rpc, topics, maxBlocks: 1, reads: {} });
  await source.probe(headNumber);
  const rules = await readNodeRules(rpc, coinRulesOf(chain.slug));
  const node: Node = { rpc, source, rules, readReceipts: createReceiptReader(createTopicSet(topics), false) };
  return {
    async read(found) {
      const blocks: SourceBlock[] = [];
      const unknown: FoundTransaction[] = [];
      const byBlock = Map.groupBy(found, ({ blockNumber }) => blockNumber);
      const readBlock = async (blockNumber: bigint, ofBlock: readonly FoundTransaction[]): Promise<void> => {
        let single = ofBlock;
        if (ofBlock.length >= WHOLE_BLOCK && source.coverage.receipts === "block") {
          const [block] = await source.fetchBlocks(blockNumber, blockNumber);
          const hashes = new Set(block!.transactions.map(({ hash }) => hash));
          blocks.push(renumber(block!));
          single = ofBlock.filter(({ hash }) => !hashes.has(hash));
        }
        for (const one of await Promise.all(single.map((wanted) => readOne(node, wanted)))) {
          if (one.block === undefined) unknown.push(one.wanted);
          else blocks.push(one.block);
        }
      };
      await Promise.all([...byBlock].map(([blockNumber, ofBlock]) => readBlock(blockNumber, ofBlock)));
      return { blocks: blocks.toSorted(compare), unknown };
    },
  };
}

/**
 * The same block with internal transfers numbered within their transaction, as those of a single one are: both passes may
 * store a transaction, and its legs must be the same.
 */
function renumber(block: SourceBlock): SourceBlock {
  const counts = new Map<number, number>();
  const internalTransfers = block.internalTransfers.map((transfer) => {
    const index = counts.get(transfer.txIndex) ?? 0;
    counts.set(transfer.txIndex, index + 1);
    return { ...transfer, index };
  });
  return { ...block, internalTransfers };
}

interface Node {
  rpc: Rpc;
  source: Source;
  rules: CoinRules;
  readReceipts: ResultReader;
}

const compare = (a: SourceBlock, b: SourceBlock): number =>
  a.blockNumber === b.blockNumber
    ? (a.transactions[0]?.index ?? 0) - (b.transactions[0]?.index ?? 0)
    : Number(a.blockNumber - b.blockNumber);

async function readOne(
  node: Node,
  wanted: FoundTransaction,
): Promise<{ wanted: FoundTransaction; block?: SourceBlock }> {
  const located = (await findInBlock(node.rpc, wanted)) ?? (await findByHash(node.rpc, wanted));
  if (located === undefined) return { wanted };
  const { header, index } = located;
  const [transaction] = header.transactions as [NodeTransaction];
  const invalid = (message: string) => new InvalidDataError("block", header.blockNumber, `${message} (${wanted.hash})`);
  const receipts = await requestReceipt(node, header);
  const traces = movesWithin(transaction, receipts) ? await requestTrace(node, wanted.hash) : undefined;
  if (traces?.flaw !== undefined) throw invalid(`the traces are incomplete: ${traces.flaw}`);
  if (receipts.flaw !== undefined) throw invalid(receipts.flaw);
  const block = toSourceBlock(
    header,
    { ...receipts.logs, isComplete: true },
    { receipts: receipts.receipts, traces },
    node.rules,
  );
  return {
    wanted,
    block: {
      ...block,
      transactions: block.transactions.map((one) => ({ ...one, index })),
      internalTransfers: block.internalTransfers.map((one) => ({ ...one, txIndex: index })),
      creations: block.creations.map((one) => ({ ...one, txIndex: index })),
    },
  };
}

const TRANSFER_GAS = 21_000n;

/** Whether the transaction may have moved coins or created contracts within: it succeeded, and ran code. */
function movesWithin({ input = "0x" }: NodeTransaction, { receipts, gasUsed }: BlockReceipts): boolean {
  const isFailed = receipts[0]?.status === "0x0";
  return !isFailed && (input !== "0x" || gasUsed !== TRANSFER_GAS);
}

/** A transaction with its block's header, as if the block had only this one. */
interface LocatedTransaction {
  header: Header;
  /** In its block. */
  index: number;
}

/** Calls per second of a node to which one large response is cheaper than two small ones. */
const SCARCE_RATE = 100;

/** By one request for the whole block, if calls are scarce; undefined if the block doesn't have it. */
async function findInBlock(rpc: Rpc, { hash, blockNumber }: FoundTransaction): Promise<LocatedTransaction | undefined> {
  const { rate = Number.POSITIVE_INFINITY } = await rpc.readLimits();
  if (rate > SCARCE_RATE) return undefined;
  const read = (block: NodeBlock | null): Header => readHeader(blockNumber, block, true);
  const header = read(await requestBlock(rpc, blockNumber, true, (block) => void read(block)));
  const index = header.transactionHashes.indexOf(hash);
  const transaction = header.transactions[index];
  if (transaction === undefined) return undefined;
  return { header: { ...header, transactionHashes: [hash], transactions: [transaction] }, index };
}

type SentTransaction = NodeTransaction & {
  blockNumber?: Hex | null;
  blockHash?: Hash | null;
  transactionIndex?: Hex;
};

/**
 * By its hash, in whichever block; undefined if the node doesn't have it.
 * @throws InvalidDataError if its block is not the one that it names.
 */
async function findByHash(rpc: Rpc, { hash }: FoundTransaction): Promise<LocatedTransaction | undefined> {
  const transaction = await rpc.send<SentTransaction | null>({ method: "eth_getTransactionByHash", params: [hash] });
  if (transaction?.blockNumber === undefined || transaction.blockNumber === null) return undefined;
  const blockNumber = BigInt(transaction.blockNumber);
  const index = Number(transaction.transactionIndex);
  const read = (block: NodeBlock | null): Header => {
    const header = readHeader(blockNumber, block, false);
    if (transaction.hash !== hash || header.hash !== transaction.blockHash || header.transactionHashes[index] !== hash)
      throw new InvalidDataError("block", blockNumber, `it doesn't have the transaction ${hash}`);
    return header;
  };
  const { node } = read(await requestBlock(rpc, blockNumber, false, (block) => void read(block)));
  return { header: readHeader(blockNumber, compactBlock({ ...node, transactions: [transaction] }), true), index };
}

const requestReceipt = async ({ rpc, source, readReceipts }: Node, header: Header) => {
  const state = { rpc, coverage: source.coverage, parts: createPartStore(), readReceipts };
  const receipts = await requestEachReceipt(state, header, () => undefined);
  if (receipts === null) throw new InvalidDataError("receipts", header.blockNumber, "the node has no receipt");
  return receipts;
};

/** undefined if the node has no traces. */
async function requestTrace({ rpc, source }: Node, hash: Hash): Promise<BlockTraces | undefined> {
  const { traces: kind } = source.coverage;
  if (kind === undefined) return undefined;
  if (kind === "trace_block") {
    const traces = await rpc.send<object[] | null>({ method: "trace_transaction", params: [hash] });
    const first = (traces ?? []).map((trace) => ({ ...trace, transactionPosition: 0 })); // as those of a whole block begin
    return readTraces(Buffer.from(JSON.stringify(first)), 0).value as BlockTraces;
  }
  const params = [hash, { tracer: "callTracer" }];
  const result = await rpc.send<CallFrame | null>({ method: "debug_traceTransaction", params });
  return readCallFrames([{ txHash: hash, result }], [hash]);
}
