import { ByteTable, ZERO_ADDRESS } from "@portico/evm";
import type { Address, Chain, Hash } from "@portico/evm";
import { createLegRows, encodeTransactions, LegKind } from "@portico/store";
import type { BlockRef, EncodedRows, Leg } from "@portico/store";
import { createChanges } from "./changes.ts";
import type { ChangedState } from "./changes.ts";
import { createPairSet } from "./pairSet.ts";
import type { PairSet } from "./pairSet.ts";
import { decodeBlock } from "../decode/decodeBlock.ts";
import { packTransfers } from "../decode/packTransfers.ts";
import type { PackedTransfers } from "../decode/packTransfers.ts";
import { findTokenLogs } from "../decode/tokenLogs.ts";
import { filterChanges } from "../owners/filterChanges.ts";
import type { OwnerFilter } from "../owners/ownerFilter.ts";
import type { SourceBlock } from "../source/sourceBlock.ts";

/** Consecutive blocks with their changes, ready to be stored. */
export interface PackedRange extends ChangedState {
  /** Those of `pairs` that don't follow from the legs of plain transfers. */
  otherPairs: PairSet;
  /** Of the first block. */
  parentHash: Hash;
  blocks: readonly BlockRef[];
  legs: EncodedRows;
  transactions: EncodedRows;
  /** Contracts with transfers or approvals of fungible tokens. */
  fungibles: ReadonlySet<Address>;
  /** Transfers of tokens, NFTs and the native coin. */
  transferCount: number;
}

const ADDRESS = 20;

/**
 * Decodes the changes of consecutive blocks.
 * @param options.known - Addresses of stored tokens, whose other logs than movements and approvals are read as well.
 * @param options.owners - Only their changes are packed; all if omitted.
 * @throws ReorgError when their parts are of different blocks.
 */
export function packBlocks(
  chain: Chain,
  blocks: readonly SourceBlock[],
  { known, owners }: { known?: ByteTable; owners?: OwnerFilter | undefined } = {},
): PackedRange {
  const first = blocks[0];
  if (first === undefined) throw new RangeError("A range must have at least one block");
  const logCount = owners === undefined ? blocks.reduce((sum, { logs }) => sum + logs.picks.length, 0) : undefined;
  const changes = createChanges(undefined, owners);
  const rows = createLegRows(chain.slug, owners);
  const { pairs: otherPairs, twins } = changes;
  const pairs = createPairSet(logCount, owners);
  const hashes = owners && new Set<string>();
  const packed: PackedTransfers = {
    rows,
    pairs,
    zeroPairs: otherPairs,
    tokens: new ByteTable(ADDRESS),
    twins,
    hashes,
    count: 0,
  };
  const fungibles = new Set<Address>();
  for (const block of blocks) {
    changes.legs = []; // lets the legs of a block be collected before the next is decoded
    decodeBlock(chain, { ...block, logs: packTransfers(chain, block, packed) }, changes);
    if (known !== undefined) changes.tokenLogs.push(...findTokenLogs(chain, block, known));
    for (const leg of changes.legs) {
      if (!rows.add(leg)) continue;
      if (leg.kind !== LegKind.moved) hashes?.add(leg.txHash);
      if (FUNGIBLE.has(leg.kind)) fungibles.add(leg.token);
      if (isTransfer(leg)) packed.count++;
    }
    if (owners !== undefined) filterChanges(changes, owners, hashes!);
  }
  for (const token of listAddresses(packed.tokens)) fungibles.add(token);
  const { legs: _, transactions, ...changed } = changes;
  pairs.addAll(otherPairs.bytes);
  return {
    ...changed,
    pairs,
    otherPairs,
    parentHash: first.parentHash,
    blocks: blocks.map(({ blockNumber, hash, timeAt }) => ({ blockNumber, hash, timeAt })),
    legs: rows.finish(),
    transactions: encodeTransactions(chain.slug, transactions),
    fungibles,
    transferCount: packed.count,
  };
}

const FUNGIBLE = new Set<number>([LegKind.token, LegKind.approval, LegKind.permit2Approval]);
const TRANSFERS = new Set<number>([LegKind.token, LegKind.nft, LegKind.native]);

/** Whether it counts as its transfer: the outbound one of two legs, or the only one of a mint. */
const isTransfer = ({ kind, isInbound, counterparty }: Leg): boolean =>
  TRANSFERS.has(kind) && (!isInbound || counterparty === ZERO_ADDRESS);

const listAddresses = ({ size, keys }: ByteTable): Address[] =>
  Array.from({ length: size }, (_, at) => `0x${keys.toString("hex", at * ADDRESS, (at + 1) * ADDRESS)}` as const);
