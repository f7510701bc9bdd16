import type { Address, Hex } from "../encoding/bytea.ts";
import { copyRows } from "../encoding/copyRows.ts";
import type { Store } from "../database/database.ts";
import { createLegRows } from "./legRows.ts";
import type { LegKind } from "./position.ts";

/**
 * One thing that happened to an owner: what came in or went out, what was paid or allowed. There is one for each
 * participant.
 */
export interface Leg {
  owner: Address;
  blockNumber: bigint;
  txIndex: number;
  kind: LegKind;
  index: number;
  subIndex: number;
  isInbound: boolean;
  token: Address;
  /** Of an NFT. */
  tokenId?: bigint | undefined;
  counterparty: Address;
  /** Base units. */
  rawAmount: bigint;
  /** "0x" for what no transaction did. */
  txHash: Hex;
  /** Of the block, unix seconds. */
  timeAt: number;
}

/**
 * Adds legs of one chain by binary COPY; call it in the transaction that moves the cursor past their blocks.
 * @throws DatabaseError 23505 when a leg is there already: a cursor never goes back alone.
 */
export async function copyLegs(db: Store, chain: string, legs: readonly Leg[]): Promise<void> {
  const rows = createLegRows(chain);
  for (const leg of legs) rows.add(leg);
  await copyRows(db, rows.finish());
}
