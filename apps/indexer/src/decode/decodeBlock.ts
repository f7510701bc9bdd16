import type { Chain } from "@portico/evm";
import { LegKind } from "@portico/store";
import type { Leg } from "@portico/store";
import { createChanges } from "../chain/changes.ts";
import type { Changes } from "../chain/changes.ts";
import type { FilledOrder } from "../nftMarkets/filledOrder.ts";
import { MARKET_TOPICS, readFilledOrder } from "../nftMarkets/readFilledOrder.ts";
import type { BlockLogs } from "../source/blockLogs.ts";
import type { SourceBlock } from "../source/sourceBlock.ts";
import { createTopicSet } from "../source/topicSet.ts";
import { readCoinLogs } from "./coinLogs.ts";
import { decodeLogs } from "./decodeLogs.ts";
import { decodeNative } from "./native.ts";
import { findSales, mayShowSale } from "./sales.ts";

/**
 * Adds a block's changes.
 * @throws ReorgError when its logs are of another block.
 */
export function decodeBlock(chain: Chain, block: SourceBlock, changes: Changes): void {
  const before = changes.legs.length;
  decodeLogs(chain, block, changes);
  const nftTransactions = listNftTransactions(changes.legs, before);
  decodeNative(block, readCoinLogs(chain, block.logs), changes);
  if (nftTransactions.size > 0) addSales(chain, { block, changes, before, transactions: nftTransactions });
}

/** Whether payments in native coin may decide on the sale of an NFT in a block of one transaction. */
export function mayHaveSale(chain: Chain, block: SourceBlock): boolean {
  const changes = createChanges();
  decodeLogs(chain, block, changes);
  return mayShowSale(changes.legs);
}

/** Transactions of a block in which an NFT moved. */
function listNftTransactions(legs: readonly Leg[], from: number): Set<number> {
  const transactions = new Set<number>();
  for (let at = from; at < legs.length; at++) if (legs[at]!.kind === LegKind.nft) transactions.add(legs[at]!.txIndex);
  return transactions;
}

interface NftMoves {
  block: SourceBlock;
  changes: Changes;
  /** Of legs before the block's. */
  before: number;
  /** In which an NFT moved. */
  transactions: ReadonlySet<number>;
}

function addSales(chain: Chain, { block, changes, before, transactions }: NftMoves): void {
  const legs = changes.legs.slice(before).filter(({ txIndex }) => transactions.has(txIndex));
  const orders = listOrders(chain, block.logs, transactions);
  for (const [txIndex, ofTransaction] of Map.groupBy(legs, (leg) => leg.txIndex)) {
    changes.sales.push(...findSales(chain, ofTransaction, orders.get(txIndex)));
  }
}

const marketTopics = createTopicSet(MARKET_TOPICS);

/** Orders that marketplaces report as filled, by transaction. */
function listOrders(
  chain: Chain,
  { batch, picks }: BlockLogs,
  transactions: ReadonlySet<number>,
): Map<number, FilledOrder[]> {
  const orders = new Map<number, FilledOrder[]>();
  for (const pick of picks) {
    const txIndex = batch.txIndexes[pick]!;
    if (!transactions.has(txIndex) || marketTopics.find(batch, pick) === undefined) continue;
    const order = readFilledOrder(chain.slug, batch.toRpcLog(pick));
    if (order !== undefined) orders.set(txIndex, [...(orders.get(txIndex) ?? []), order]);
  }
  return orders;
}
