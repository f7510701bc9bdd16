import { sql } from "kysely";
import { fromBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";

/**
 * Contracts that histories stored, whose logs the chain's indexer is to decode from its next block on: it has the
 * addresses of stored tokens in memory, possibly in another process.
 */
export interface NewContracts {
  tokens: Address[];
  /** With approved operators. */
  operated: Address[];
}

/** Queues contracts, in the transaction that stores them; queued ones are unchanged. */
export async function queueNewContracts(tx: Store, chain: string, { tokens, operated }: NewContracts): Promise<void> {
  if (tokens.length + operated.length === 0) return;
  await sql`
    insert into new_contract (chain, address, is_operated)
    select distinct ${chain}, address, is_operated from (
      select address, false as is_operated from unnest(${toByteaArray(tokens)}::bytea[]) as t(address)
      union all select address, true from unnest(${toByteaArray(operated)}::bytea[]) as t(address)
    ) given
    order by address, is_operated
    on conflict do nothing`.execute(tx);
}

export async function hasNewContracts(db: Store, chain: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select 1 from new_contract where chain = ${chain}) as has`.execute(db);
  return rows[0]?.has ?? false;
}

/** Deletes the queued contracts. Call it in a transaction of the process that indexes the chain. */
export async function takeNewContracts(tx: Store, chain: string): Promise<NewContracts> {
  const { rows } = await sql<{ address: Bytea; is_operated: boolean }>`
    delete from new_contract where chain = ${chain} returning address, is_operated`.execute(tx);
  const list = (isOperated: boolean): Address[] =>
    rows.flatMap(({ address, is_operated }) => (is_operated === isOperated ? [fromBytea(address)] : []));
  return { tokens: list(false), operated: list(true) };
}
