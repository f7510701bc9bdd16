import { sql } from "kysely";
import { toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";

/**
 * An account that is credited with fees without a leg, in a span of blocks. Spans aren't rewound: one too many leaves a
 * change of its coin unchecked, but reports nothing wrong.
 */
export interface FeeRecipient {
  owner: Address;
  /** See toFeeSpan. ALWAYS: in every block. */
  span: number;
}

export const SPAN_BITS = 10;
export const ALWAYS = -1;

/** 1,024 blocks: who produces many is stored once. */
export const toFeeSpan = (blockNumber: bigint): number => Number(blockNumber >> BigInt(SPAN_BITS));

/** Stored ones are ignored. By primary key. */
export async function insertFeeRecipients(tx: Store, chain: string, list: readonly FeeRecipient[]): Promise<void> {
  if (list.length === 0) return;
  await sql`
    insert into fee_recipient (owner, chain, span)
    select owner, ${chain}, span from unnest(${toByteaArray(list.map(({ owner }) => owner))}::bytea[],
      ${toNumberArray(list.map(({ span }) => span))}::bigint[]) as t(owner, span)
    order by owner, span
    on conflict do nothing`.execute(tx);
}
