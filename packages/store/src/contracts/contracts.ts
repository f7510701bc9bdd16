import { sql } from "kysely";
import { fromBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address, Bytea, Hex } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";

/** A contract with an indexed creation. */
export interface NewContract {
  address: Address;
  /** Its creator: an account, or another contract. */
  creator: Address;
  blockNumber: bigint;
  txHash: Hex;
  /** Of the block, unix seconds. */
  timeAt: number;
}

/** Adds contracts; an earlier one at the same address is replaced (it self-destructed). One statement. */
export async function upsertContracts(db: Store, chain: string, contracts: readonly NewContract[]): Promise<void> {
  if (contracts.length === 0) return;
  const unique = [...new Map(contracts.map((contract) => [contract.address, contract])).values()];
  await sql`
    insert into contract (chain, address, creator, block_number, tx_hash, time_at)
    select ${chain}, * from unnest(
      ${toByteaArray(unique.map(({ address }) => address))}::bytea[],
      ${toByteaArray(unique.map(({ creator }) => creator))}::bytea[],
      ${toNumberArray(unique.map(({ blockNumber }) => blockNumber))}::bigint[],
      ${toByteaArray(unique.map(({ txHash }) => txHash))}::bytea[],
      ${toNumberArray(unique.map(({ timeAt }) => timeAt))}::bigint[])
    on conflict (chain, address) do update set creator = excluded.creator, block_number = excluded.block_number,
      tx_hash = excluded.tx_hash, time_at = excluded.time_at
    where contract.block_number <= excluded.block_number`.execute(db);
}

/** Those of these addresses with an indexed creation, in any order. By primary key. */
export async function listContracts(db: Store, chain: string, addresses: readonly Address[]): Promise<NewContract[]> {
  if (addresses.length === 0) return [];
  const { rows } = await sql<{
    address: Bytea;
    creator: Bytea;
    block_number: bigint;
    tx_hash: Bytea;
    time_at: bigint;
  }>`
    select address, creator, block_number, tx_hash, time_at from contract
    where chain = ${chain} and address = any(${toByteaArray(addresses)}::bytea[])`.execute(db);
  return rows.map((row) => ({
    address: fromBytea(row.address),
    creator: fromBytea(row.creator),
    blockNumber: row.block_number,
    txHash: fromBytea(row.tx_hash),
    timeAt: toSeconds(row.time_at),
  }));
}
