import type { Chain } from "@portico/evm";
import { LegKind } from "@portico/store";
import type { Leg } from "@portico/store";
import type { Changes } from "../chain/changes.ts";
import type { SourceBlock } from "../source/sourceBlock.ts";
import { readCoinLogs } from "./coinLogs.ts";
import { decodeLogs } from "./decodeLogs.ts";
import { decodeNative } from "./native.ts";
import { findSales } from "./sales.ts";

/**
 * Adds a block's changes.
 * @throws ReorgError when its logs are of another block.
 */
export function decodeBlock(chain: Chain, block: SourceBlock, changes: Changes): void {
  const before = changes.legs.length;
  decodeLogs(chain, block, changes);
  const nftTransactions = listNftTransactions(changes.legs, before);
  decodeNative(block, readCoinLogs(chain, block.logs), changes);
  if (nftTransactions.size > 0) addSales(chain, changes, before, nftTransactions);
}

/** Transactions of a block in which an NFT moved. */
function listNftTransactions(legs: readonly Leg[], from: number): Set<number> {
  const transactions = new Set<number>();
  for (let at = from; at < legs.length; at++) if (legs[at]!.kind === LegKind.nft) transactions.add(legs[at]!.txIndex);
  return transactions;
}

function addSales(chain: Chain, { legs, sales }: Changes, from: number, transactions: ReadonlySet<number>): void {
  const ofBlock = legs.slice(from).filter(({ txIndex }) => transactions.has(txIndex));
  for (const ofTransaction of Map.groupBy(ofBlock, ({ txIndex }) => txIndex).values()) {
    sales.push(...findSales(chain, ofTransaction));
  }
}
