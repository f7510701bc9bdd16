import type { Address, Chain } from "@portico/evm";
import { encodeLegs, encodeTransactions, LegKind } from "@portico/store";
import type { EncodedRows, Leg } from "@portico/store";
import type { Touched } from "../changes.ts";
import { decodeRange } from "../range.ts";
import type { Range } from "../range.ts";
import type { SourceBlock } from "../source/sourceBlock.ts";

/** A range of blocks, ready to be stored. Plain data: it can come from another thread. */
export interface PackedRange extends Touched, Pick<Range, "blocks" | "parentHash"> {
  legs: EncodedRows;
  transactions: EncodedRows;
  /** Contracts that moved or allowed fungible tokens. */
  fungibles: ReadonlySet<Address>;
  /** Transfers of tokens, NFTs and the native coin. */
  transferCount: number;
}

/** Reads what blocks that follow each other change. @throws ReorgError when their parts are of different blocks. */
export function packBlocks(chain: Chain, blocks: readonly SourceBlock[]): PackedRange {
  const { legs, pairs, transactions, ...range } = decodeRange(chain, blocks);
  return {
    ...range,
    legs: encodeLegs(chain.id, legs),
    transactions: encodeTransactions(chain.id, transactions),
    pairs: pairs.list(),
    fungibles: listFungibles(legs),
    transferCount: countTransfers(legs),
  };
}

const FUNGIBLE = new Set<number>([LegKind.token, LegKind.approval, LegKind.permit2Approval]);

function listFungibles(legs: readonly Leg[]): Set<Address> {
  const fungibles = new Set<Address>();
  for (const { kind, token } of legs) if (FUNGIBLE.has(kind)) fungibles.add(token);
  return fungibles;
}

const TRANSFERS = new Set<number>([LegKind.token, LegKind.nft, LegKind.native]);
const ZERO_ADDRESS = /^0x0+$/;

/** A transfer has a leg for each side; one that mints has only the one of who receives. */
export const countTransfers = (legs: readonly Pick<Leg, "counterparty" | "isInbound" | "kind">[]): number =>
  legs.filter(
    ({ kind, isInbound, counterparty }) => TRANSFERS.has(kind) && (!isInbound || ZERO_ADDRESS.test(counterparty)),
  ).length;
