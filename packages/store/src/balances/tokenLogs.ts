import { sql } from "kysely";
import { fromBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address, Bytea, Hex } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { isOfPairs } from "../distribution/ownerRows.ts";
import { selectOwnerRows } from "../distribution/selectOwnerRows.ts";
import type { Pair } from "./staleBalances.ts";

/**
 * A log of a token that names an owner in a topic and is neither a movement nor an approval. The owner is the token
 * itself where a block has more of them than are read.
 */
export interface TokenLog extends Pair {
  blockNumber: bigint;
  txIndex: number;
  /** Of the first such log in the transaction. */
  logIndex: number;
  txHash: Hex;
  /** Of the block, unix seconds. */
  timeAt: number;
}

/**
 * Stores the logs of listed tokens, and of owners that have or had a balance of the token: others can't inflate reads.
 * What an NFT collection would hold of itself isn't read. By primary keys.
 * @returns the pairs whose balances may have changed.
 */
export async function insertTokenLogs(tx: Store, chain: string, logs: readonly TokenLog[]): Promise<Pair[]> {
  if (logs.length === 0) return [];
  const addresses = (key: "owner" | "token"): Buffer => toByteaArray(logs.map((log): Address => log[key]));
  const numbers = (key: "blockNumber" | "logIndex" | "timeAt" | "txIndex"): string =>
    toNumberArray(logs.map((log) => log[key]));
  const balance = await selectOwnerRows(tx, "balance", ["owner", "chain", "token"], isOfPairs(chain, logs));
  const { rows } = await sql<{ owner: Bytea; token: Bytea }>`
    with given as materialized (
      select * from unnest(${addresses("owner")}::bytea[], ${addresses("token")}::bytea[],
        ${numbers("blockNumber")}::bigint[], ${numbers("txIndex")}::int[], ${numbers("logIndex")}::int[],
        ${toByteaArray(logs.map(({ txHash }) => txHash))}::bytea[], ${numbers("timeAt")}::bigint[]
      ) as t(owner, token, block_number, tx_index, log_index, tx_hash, time_at)
    ), wanted as materialized (
      select * from given g where exists (
        select 1 from token t
        where t.chain = ${chain} and t.address = g.token and (t.is_verified or g.owner = g.token) offset 0
      ) or exists (
        select 1 from ${balance} b where b.owner = g.owner and b.chain = ${chain} and b.token = g.token offset 0
      )
    ), stored as (
      insert into token_log (owner, chain, token, block_number, tx_index, log_index, tx_hash, time_at)
      select owner, ${chain}, token, block_number, tx_index, log_index, tx_hash, time_at from wanted
      order by owner, token, block_number, tx_index, log_index
      on conflict do nothing
    )
    select distinct owner, token from wanted`.execute(tx);
  return rows.map(({ owner, token }) => ({ owner: fromBytea(owner), token: fromBytea(token) }));
}
