import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Address, Bytea, Hex } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { KIND_BITS, LegKind, TX_BITS } from "../history/position.ts";

/** SQL: the transactions that an owner sent up to a block, of all that are stored, as rows of `transaction`. */
export const selectSent = (chain: string, owner: Address, blockNumber: bigint): RawBuilder<unknown> => sql`
  select t.* from (
    select owner, chain, block_number, position from leg
    where leg.owner = ${toBytea(owner)} and leg.chain = ${chain} and kind = ${LegKind.fee}
      and leg.block_number <= ${blockNumber} and (leg.position & ((1::bigint << ${KIND_BITS}::int) - 1)) = 0 offset 0
  ) leg join transaction t on t.chain = leg.chain and t.block_number = leg.block_number
    and t.tx_index = leg.position >> ${TX_BITS}::int and t.sender = leg.owner`;

/** Nonces of an owner that no stored transaction used. */
export interface NonceGap {
  fromNonce: bigint;
  /** Exclusive. */
  toNonce: bigint;
  /** They were used in blocks from this one to `toBlock`, both inclusive. */
  fromBlock: bigint;
  toBlock: bigint;
  /** The transaction with the nonce before them, if there is one. */
  previous: Hex | undefined;
}

/**
 * The gaps in an owner's nonces, the last one first. All of its fee legs are read.
 * @param count - Its nonce after the block.
 */
export async function listNonceGaps(
  db: Store,
  chain: string,
  owner: Address,
  { blockNumber, count, limit }: { blockNumber: bigint; count: bigint; limit: number },
): Promise<NonceGap[]> {
  const { rows } = await sql<{
    from_nonce: bigint;
    to_nonce: bigint;
    from_block: bigint;
    to_block: bigint;
    previous: Bytea | null;
  }>`
    with gap as (
      select coalesce(lag(nonce) over (order by nonce), -1) + 1 as from_nonce, nonce as to_nonce,
        coalesce(lag(block_number) over (order by nonce), 0) as from_block, block_number as to_block,
        lag(hash) over (order by nonce) as previous
      from (
        select nonce, block_number, hash from (${selectSent(chain, owner, blockNumber)}) sent
        union all select ${count}::bigint, ${blockNumber}::bigint, null
      ) used
    )
    select * from gap where from_nonce < to_nonce order by to_nonce desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    fromNonce: row.from_nonce,
    toNonce: row.to_nonce,
    fromBlock: row.from_block,
    toBlock: row.to_block,
    previous: row.previous === null ? undefined : fromBytea(row.previous),
  }));
}
