import type { Chain, Hash } from "@portico/evm";
import { LegKind } from "@portico/store";
import type { BlockRef, Leg } from "@portico/store";
import { createChanges } from "./changes.ts";
import type { Changes } from "./changes.ts";
import { decodeLogs } from "./decode/decodeLogs.ts";
import { decodeNative } from "./decode/native.ts";
import { findSales } from "./decode/sales.ts";
import type { SourceBlock } from "./source/sourceBlock.ts";

/** Blocks that follow each other, and what they change. */
export interface Range extends Changes {
  /** Of the first block. */
  parentHash: Hash;
  blocks: readonly BlockRef[];
}

/** Reads what blocks that follow each other change. @throws ReorgError when their parts are of different blocks. */
export function decodeRange(chain: Chain, blocks: readonly SourceBlock[]): Range {
  const first = blocks[0];
  if (first === undefined) throw new RangeError("A range holds at least one block");
  const changes = createChanges();
  for (const block of blocks) decodeBlock(chain, block, changes);
  const refs = blocks.map(({ blockNumber, hash, timeAt }) => ({ blockNumber, hash, timeAt }));
  return { ...changes, parentHash: first.parentHash, blocks: refs };
}

function decodeBlock(chain: Chain, block: SourceBlock, changes: Changes): void {
  const before = changes.legs.length;
  decodeLogs(chain, block, changes);
  const nftTransactions = listNftTransactions(changes.legs, before);
  decodeNative(block, changes);
  if (nftTransactions.size > 0) addSales(chain, changes, before, nftTransactions);
}

/** The transactions of a block that moved an NFT. */
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
