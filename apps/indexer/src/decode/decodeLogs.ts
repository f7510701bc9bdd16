import { topics } from "@portico/evm";
import type { Chain, Hex } from "@portico/evm";
import { listSignalTopics } from "@portico/protocols";
import type { BlockRef } from "@portico/store";
import { listEventTopics, readEvent } from "@portico/transactions";
import type { Changes } from "../chain/changes.ts";
import { ReorgError } from "../chain/reorgError.ts";
import { MARKET_TOPICS } from "../nftMarkets/readFilledOrder.ts";
import type { LogBatch } from "../source/logBatch.ts";
import type { SourceBlock } from "../source/sourceBlock.ts";
import { createTopicSet } from "../source/topicSet.ts";
import { decodeApproval, decodeApprovalForAll, decodeLockdown, decodePermit2Approval } from "./approvals.ts";
import { toLowerCase } from "./logDecoder.ts";
import type { LogDecoder } from "./logDecoder.ts";
import { decodeRebase, decodeUpgraded } from "./moved.ts";
import { decodeBatchMetadataUpdate, decodeMetadataUpdate, decodeUri } from "./metadataUpdates.ts";
import { decodeTransferBatch, decodeTransferSingle } from "./nftTransfer.ts";
import { decodeAnswerUpdated, decodeSync, decodeV3Initialize, decodeV3Swap } from "./priceEvents.ts";
import { findEarlyDecoder, findEarlyNfts, listEarlyNftTopics } from "./earlyNfts.ts";
import { isDuplicateEvent } from "./duplicateWrap.ts";
import { listCoinTopics } from "./coinLogs.ts";
import { addEvent } from "./events.ts";
import { addInteractions } from "./interactions.ts";
import { listQuietTopics, readQuietTransfer } from "./quietTokens.ts";
import { addTransfer, decodeTransfer } from "./transfer.ts";
import { addTwin, findTwinSide } from "./twinTransfer.ts";
import { decodeDeposit, decodeDuplicateWrap, decodeWithdrawal } from "./wrapped.ts";

/** Decoders by first topic. A new event is a decoder and a row. */
const decoders = new Map<string, LogDecoder>([
  [topics.transfer, decodeTransfer],
  [topics.transferSingle, decodeTransferSingle],
  [topics.transferBatch, decodeTransferBatch],
  [topics.wrappedDeposit, decodeDeposit],
  [topics.wrappedWithdrawal, decodeWithdrawal],
  [topics.logRebase, decodeRebase],
  [topics.tokenRebased, decodeRebase],
  [topics.upgraded, decodeUpgraded],
  [topics.metadataUpdate, decodeMetadataUpdate],
  [topics.batchMetadataUpdate, decodeBatchMetadataUpdate],
  [topics.uri, decodeUri],
  [topics.approval, decodeApproval],
  [topics.approvalForAll, decodeApprovalForAll],
  [topics.permit2Approval, decodePermit2Approval],
  [topics.permit2Permit, decodePermit2Approval], // an approval by signature begins like an Approval
  [topics.permit2Lockdown, decodeLockdown],
  [topics.v2Sync, decodeSync],
  [topics.v3Initialize, decodeV3Initialize],
  [topics.v3Swap, decodeV3Swap],
  [topics.pancakeV3Swap, decodeV3Swap],
  [topics.answerUpdated, decodeAnswerUpdated],
]);

/** First topics of events that report the price of a pool or feed, their emitter. */
export const PRICE_TOPICS: readonly Hex[] = [
  topics.v2Sync,
  topics.v3Initialize,
  topics.v3Swap,
  topics.pancakeV3Swap,
  topics.answerUpdated,
];
/** First topics of events that name no owner, but may concern all of a token's. */
export const UNNAMED_TOPICS: readonly Hex[] = [
  topics.logRebase,
  topics.tokenRebased,
  topics.upgraded,
  topics.metadataUpdate,
  topics.batchMetadataUpdate,
  topics.uri,
];
const ownerless = createTopicSet([...PRICE_TOPICS, ...UNNAMED_TOPICS]);

const wraps: ReadonlySet<LogDecoder> = new Set([decodeDeposit, decodeWithdrawal]);

/** First topics of the events that are read on every chain. */
export const WATCHED_TOPICS = [...decoders.keys(), ...MARKET_TOPICS] as Hex[];

/** The same, with those that report the chain's native coin or that the protocols of the chain subscribe to. */
export const listWatchedTopics = (chain: string): Hex[] => [
  ...new Set([
    ...WATCHED_TOPICS,
    ...listCoinTopics(chain),
    ...listQuietTopics(chain),
    ...listEarlyNftTopics(chain),
    ...listSignalTopics(chain),
    ...listEventTopics(),
  ]),
];

/**
 * Adds the changes of a block's logs, in order.
 * @throws ReorgError for a log of another block.
 */
export function decodeLogs(chain: Chain, { logs, ...block }: SourceBlock, changes: Changes): void {
  const earlyNfts = findEarlyNfts(chain.slug);
  for (const pick of logs.picks) {
    const log = logs.batch.toRpcLog(pick);
    if (log.blockHash !== block.hash || log.transactionHash === null) throw new ReorgError(block.blockNumber);
    addInteractions(chain.slug, log, block.blockNumber, changes);
    const early = earlyNfts?.get(log.address);
    const decode = (early && findEarlyDecoder(early, logs.batch, pick)) ?? decoders.get(log.topics[0] ?? "");
    const quiet = decode === undefined ? readQuietTransfer(chain.slug, logs.batch, pick, log) : undefined;
    const event = readEvent(log);
    if (decode === undefined && quiet === undefined && event === undefined) continue;
    const location = {
      blockNumber: block.blockNumber,
      timeAt: block.timeAt,
      txIndex: logs.batch.txIndexes[pick]!,
      txHash: log.transactionHash,
      index: logs.batch.logIndexes[pick]!,
      subIndex: decode === decodeTransfer ? findTwinSide(logs.batch, pick) : 0,
    };
    if (location.subIndex !== 0) addTwin(changes.twins, logs.batch, pick, location.subIndex);
    if (event !== undefined) addEvent(log.address, event, location, changes);
    if (quiet !== undefined) addTransfer(quiet, location, changes);
    if (decode === undefined) continue;
    const isWrap = log.topics.length === 2 && toLowerCase(log.address) === chain.wrappedToken && wraps.has(decode);
    (isWrap && isDuplicateEvent(logs.batch, pick) ? decodeDuplicateWrap : decode)(chain, log, location, changes);
  }
}

interface Part {
  batch: LogBatch;
  /** The block before it. */
  after: bigint | undefined;
  /** Its last block. */
  block: BlockRef;
}

/**
 * Adds the changes of events of a part of a range that name no owner, as if they were of its last block: what they
 * change is the state after it.
 */
export function decodeUnnamed(chain: Chain, { batch, after = -1n, block }: Part, changes: Changes): void {
  for (let at = 0; at < batch.count; at++) {
    const number = batch.blockNumbers[at]!;
    if (number <= after || number > block.blockNumber) continue;
    if (batch.flaws.has(at) || ownerless.find(batch, at) === undefined) continue;
    const log = batch.toRpcLog(at);
    const { blockNumber, timeAt } = block;
    const location = { blockNumber, timeAt, txIndex: 0, txHash: block.hash, index: 0, subIndex: 0 };
    decoders.get(log.topics[0] ?? "")?.(chain, log, location, changes);
  }
}
