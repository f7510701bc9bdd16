import { ByteTable, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Chain, Hash } from "@portico/evm";
import { createLegRows, encodeTransactions, LegKind } from "@portico/store";
import type { BlockRef, EncodedRows, Leg } from "@portico/store";
import { createChanges } from "./changes.ts";
import type { Touched } from "./changes.ts";
import { decodeBlock } from "../decode/decodeBlock.ts";
import { packTransfers } from "../decode/packTransfers.ts";
import type { SourceBlock } from "../source/sourceBlock.ts";

/** Blocks that follow each other and what they change, ready to be stored. */
export interface PackedRange extends Touched {
  /** Of the first block. */
  parentHash: Hash;
  blocks: readonly BlockRef[];
  legs: EncodedRows;
  transactions: EncodedRows;
  /** Contracts that moved or allowed fungible tokens. */
  fungibles: ReadonlySet<Address>;
  /** Transfers of tokens, NFTs and the native coin. */
  transferCount: number;
}

const ADDRESS = 20;

/** Reads what blocks that follow each other change. @throws ReorgError when their parts are of different blocks. */
export function packBlocks(chain: Chain, blocks: readonly SourceBlock[]): PackedRange {
  const first = blocks[0];
  if (first === undefined) throw new RangeError("A range holds at least one block");
  const changes = createChanges(blocks.reduce((sum, { logs }) => sum + logs.picks.length, 0));
  const rows = createLegRows(chain.id);
  const packed = { rows, pairs: changes.pairs, tokens: new ByteTable(ADDRESS), count: 0 };
  const fungibles = new Set<Address>();
  for (const block of blocks) {
    changes.legs = []; // those of a block are garbage before the next is read
    decodeBlock(chain, { ...block, logs: packTransfers(chain, block, packed) }, changes);
    for (const leg of changes.legs) {
      rows.add(leg);
      if (FUNGIBLE.has(leg.kind)) fungibles.add(leg.token);
      if (isTransfer(leg)) packed.count++;
    }
  }
  for (const token of listAddresses(packed.tokens)) fungibles.add(token);
  const { legs: _, transactions, ...touched } = changes;
  return {
    ...touched,
    parentHash: first.parentHash,
    blocks: blocks.map(({ blockNumber, hash, timeAt }) => ({ blockNumber, hash, timeAt })),
    legs: rows.finish(),
    transactions: encodeTransactions(chain.id, transactions),
    fungibles,
    transferCount: packed.count,
  };
}

const FUNGIBLE = new Set<number>([LegKind.token, LegKind.approval, LegKind.permit2Approval]);
const TRANSFERS = new Set<number>([LegKind.token, LegKind.nft, LegKind.native]);

/** Whether it stands for its transfer: of two legs the one that goes out, of a mint the only one. */
const isTransfer = ({ kind, isInbound, counterparty }: Leg): boolean =>
  TRANSFERS.has(kind) && (!isInbound || counterparty === ZERO_ADDRESS);

const listAddresses = ({ size, keys }: ByteTable): Address[] =>
  Array.from({ length: size }, (_, at) => `0x${keys.toString("hex", at * ADDRESS, (at + 1) * ADDRESS)}` as const);
