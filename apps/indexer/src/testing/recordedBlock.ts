import { addToBloom, coinRulesOf, createBloom } from "@portico/evm";
import type { Address, Chain, Hash, Hex } from "@portico/evm";
import { numberToHex, toHex } from "viem";
import type { RpcLog } from "viem";
import { listWatchedTopics } from "../decode/decodeLogs.ts";
import type { BlockReceipts } from "../source/blockReceipts.ts";
import { checkReceipts } from "../source/checkReceipts.ts";
import { readCallFrames } from "../source/readCallFrames.ts";
import type { CallFrame } from "../source/readCallFrames.ts";
import { readHeader } from "../source/readHeader.ts";
import type { NodeTransaction } from "../source/readHeader.ts";
import { createReceiptReader } from "../source/readReceipts.ts";
import type { SourceBlock } from "../source/sourceBlock.ts";
import { toSourceBlock } from "../source/toSourceBlock.ts";
import { createTopicSet } from "../source/topicSet.ts";

/** A mined transaction of a public chain, as recorded from a node. */
export interface RecordedTransaction {
  /** EIP-155. */
  chain: number;
  /** Of the block, unix seconds. */
  time: number;
  tx: NodeTransaction & { blockHash: Hash; blockNumber: Hex; transactionIndex: Hex };
  /** With each log as its address, topics, data and index. */
  receipt: Record<string, unknown> & {
    gasUsed: Hex;
    logs: readonly (readonly [Address, readonly Hex[], Hex, number])[];
  };
  /** Value that contracts moved: kind of call, sender, recipient and wei; null: unknown. */
  internal: readonly (readonly [string, Address, Address, string])[] | null;
}

/**
 * The block of recorded transactions, without its other ones: read, checked and assembled like a node's.
 * @throws InvalidDataError if the recording is not valid.
 */
export function toRecordedBlock(chain: Chain, transactions: readonly RecordedTransaction[]): SourceBlock {
  const { tx, time } = transactions[0]!;
  const block = { hash: tx.blockHash, number: tx.blockNumber };
  const receipts = toReceipts(transactions, block);
  const answer = createReceiptReader(createTopicSet(listWatchedTopics(chain.slug)))(
    Buffer.from(JSON.stringify(receipts)),
    0,
  ).value as BlockReceipts;
  const header = readHeader(
    BigInt(block.number),
    {
      ...block,
      parentHash: block.hash,
      timestamp: numberToHex(time),
      gasUsed: numberToHex(answer.gasUsed),
      logsBloom: toHex(answer.bloom),
      transactions: transactions.map((one) => one.tx),
    },
    true,
  );
  checkReceipts(header, answer, { bloom: true, gas: true });
  const frames = transactions.map((one) => ({ txHash: one.tx.hash, result: toFrame(one) }));
  const traces = readCallFrames(frames, header.transactionHashes);
  return toSourceBlock(header, answer.logs, { receipts: answer.receipts, traces }, coinRulesOf(chain.slug));
}

/** As returned by eth_getBlockReceipts; transactions and logs are numbered anew. */
function toReceipts(transactions: readonly RecordedTransaction[], block: { hash: Hash; number: Hex }): object[] {
  let logIndex = 0;
  return transactions.map(({ tx: { hash }, receipt }, txIndex) => {
    const bloom = createBloom();
    const location = {
      blockHash: block.hash,
      blockNumber: block.number,
      transactionHash: hash,
      transactionIndex: numberToHex(txIndex),
    };
    const logs = receipt.logs.map(([address, topics, data]): Partial<RpcLog> => {
      for (const item of [address, ...topics]) addToBloom(bloom, item);
      return { ...location, logIndex: numberToHex(logIndex++), address, topics: topics as [Hex], data, removed: false };
    });
    return { ...receipt, ...location, logs, logsBloom: toHex(bloom) };
  });
}

function toFrame({ tx, receipt, internal }: RecordedTransaction): CallFrame {
  const isCreation = typeof tx.to !== "string";
  return {
    type: isCreation ? "CREATE" : "CALL",
    from: tx.from,
    to: isCreation ? ((receipt["contractAddress"] as Address | undefined) ?? null) : (tx.to ?? null),
    value: tx.value ?? "0x0",
    ...(receipt["status"] === "0x0" && { error: "execution reverted" }),
    calls: (internal ?? []).map(([type, from, to, value]) => ({
      type: type.toUpperCase(),
      from,
      to,
      value: numberToHex(BigInt(value)),
    })),
  };
}
