import { equalBytes, topics, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hash } from "@portico/evm";
import { LogPart } from "../source/logBatch.ts";
import type { LogBatch } from "../source/logBatch.ts";
import type { InternalTransfer } from "../source/sourceBlock.ts";
import { isAddressWord, toAddress, toUint, wordAt } from "./logDecoder.ts";

/** A movement of the native coin, wei; the index is the log's. The zero address: created or destroyed. */
export type CoinMove = InternalTransfer;

export interface CoinCredit extends CoinMove {
  bridge: Address;
}

/** A log of an ERC-20 view of the coin. undefined if it is another event, here and below. */
export const readMirrorTransfer = (batch: LogBatch, log: number): CoinMove | undefined =>
  read(batch, log, topics.transfer, 3, ([from, to]) => ({ from: from!, to: to! }));

/** ZK stack: a deposit from the parent chain. */
export const readMirrorMint = (batch: LogBatch, log: number): CoinMove | undefined =>
  read(batch, log, topics.mint, 2, ([to]) => ({ from: ZERO_ADDRESS, to: to! }));

/**
 * Polygon: the nodes log every transfer of value. The coin's contract logs its own `transfer` likewise, in addition to
 * the two transfers of value that it consists of, directly after an ERC-20 `Transfer`.
 */
export function readLogTransfer(batch: LogBatch, log: number): CoinMove | undefined {
  const move = read(batch, log, topics.logTransfer, 4, ([, from, to]) => ({ from: from!, to: to! }));
  if (move === undefined || log === 0 || !isSameContract(batch, log - 1, log)) return move;
  const before = readMirrorTransfer(batch, log - 1);
  const isOwn = before?.from === move.from && before.to === move.to && before.rawAmount === move.rawAmount;
  return isOwn ? undefined : move;
}

/** Gnosis: `AddedReceiver`, with the receiver and the bridge. */
export function readAddedReceiver(batch: LogBatch, log: number): CoinCredit | undefined {
  let bridge: Address = ZERO_ADDRESS;
  const move = read(batch, log, topics.addedReceiver, 3, ([to, by]) => {
    bridge = by!;
    return { from: ZERO_ADDRESS, to: to! };
  });
  return move && { ...move, bridge };
}

function read(
  batch: LogBatch,
  log: number,
  topic: Hash,
  topicCount: number,
  toSides: (addresses: readonly Address[]) => Pick<CoinMove, "from" | "to">,
): CoinMove | undefined {
  if (batch.topicCounts[log] !== topicCount) return undefined;
  const { topics: words, data, transactionHash } = batch.toRpcLog(log);
  const [first, ...others] = words;
  const amount = wordAt(data, 0);
  if (first !== topic || amount === undefined || transactionHash === null || !others.every(isAddressWord))
    return undefined;
  return {
    txIndex: batch.txIndexes[log]!,
    txHash: transactionHash,
    index: batch.logIndexes[log]!,
    ...toSides(others.map(toAddress)),
    rawAmount: toUint(amount),
  };
}

const ADDRESS = 20;
const isSameContract = ({ view, starts, txIndexes, blockNumbers }: LogBatch, a: number, b: number): boolean =>
  txIndexes[a] === txIndexes[b] &&
  blockNumbers[a] === blockNumbers[b] &&
  equalBytes(view, starts[a]! + LogPart.address, view, starts[b]! + LogPart.address, ADDRESS);
