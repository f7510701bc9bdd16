import { coinRulesOf } from "@portico/evm";
import type { Chain, Rpc } from "@portico/evm";
import { listWatchedTopics } from "../decode/decodeLogs.ts";
import { createSource } from "../source/createSource.ts";
import { readNodeRules } from "../source/readNodeRules.ts";
import { createReceiptReader } from "../source/readReceipts.ts";
import type { SourceBlock } from "../source/sourceBlock.ts";
import { createTopicSet } from "../source/topicSet.ts";
import type { FoundTransaction } from "./callSource.ts";
import { completeParts } from "./explainCoins.ts";
import type { CoinSpan } from "./explainCoins.ts";
import { readParts, toSingleBlock } from "./transactionParts.ts";
import type { TransactionNode, TransactionParts } from "./transactionParts.ts";

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
   * @param span - Blocks in which all of these transactions are: then only those are traced that may have paid the span's
   * owner within, and what they moved between others is left out.
   * @throws InvalidDataError if parts of a transaction don't fit each other, ReorgError if they are of different branches.
   */
  read(found: readonly FoundTransaction[], span?: CoinSpan): Promise<ReadTransactions>;
}

/** With so many transactions in a block, the whole block takes fewer requests; with more if their bodies are known. */
const WHOLE_BLOCK = { located: 2, withBodies: 4 };

/** @param headNumber - Of an existing block, at which the node's capabilities are detected. */
export async function createTransactionReader(
  { chain, rpc }: { chain: Chain; rpc: Rpc },
  headNumber: bigint,
): Promise<TransactionReader> {
  const topics = listWatchedTopics(chain.slug);
  const source = createSource({ chain, rpc, topics, maxBlocks: 1, reads: {} });
  await source.probe(headNumber);
  const rules = await readNodeRules(rpc, coinRulesOf(chain.slug));
  const node: TransactionNode = {
    chain,
    rpc,
    source,
    rules,
    readReceipts: createReceiptReader(createTopicSet(topics), false),
  };
  return {
    async read(found, span) {
      const whole: SourceBlock[] = [];
      const single: FoundTransaction[] = [];
      const readBlock = async (blockNumber: bigint, ofBlock: readonly FoundTransaction[]): Promise<void> => {
        if (!isCrowded(node, ofBlock)) return void single.push(...ofBlock);
        const [block] = await source.fetchBlocks(blockNumber, blockNumber);
        const hashes = new Set(block!.transactions.map(({ hash }) => hash));
        whole.push(renumber(block!));
        single.push(...ofBlock.filter(({ hash }) => !hashes.has(hash)));
      };
      const byBlock = Map.groupBy(found, ({ blockNumber }) => blockNumber);
      await Promise.all([...byBlock].map(([blockNumber, ofBlock]) => readBlock(blockNumber, ofBlock)));
      const read = await Promise.all(
        single.map(async (wanted) => ({ wanted, parts: await readParts(node, wanted, span !== undefined) })),
      );
      const parts = read.map((one) => one.parts).filter((one): one is TransactionParts => one !== undefined);
      await completeParts(node, { parts, blocks: whole }, span);
      return {
        blocks: [...whole, ...parts.map((one) => toSingleBlock(node, one))].toSorted(compare),
        unknown: read.filter((one) => one.parts === undefined).map(({ wanted }) => wanted),
      };
    },
  };
}

function isCrowded({ source }: TransactionNode, ofBlock: readonly FoundTransaction[]): boolean {
  const { located, withBodies } = WHOLE_BLOCK;
  const enough = ofBlock.every(({ body }) => body !== undefined) ? withBodies : located;
  return ofBlock.length >= enough && source.coverage.receipts === "block";
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

const compare = (a: SourceBlock, b: SourceBlock): number =>
  a.blockNumber === b.blockNumber
    ? (a.transactions[0]?.index ?? 0) - (b.transactions[0]?.index ?? 0)
    : Number(a.blockNumber - b.blockNumber);
