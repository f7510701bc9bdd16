import { sql } from "kysely";
import { fromBytea, toBooleanArray, toByteaArray, toNullableByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { hasCode as hasErrorCode } from "../database/errorCode.ts";
import { holdChain } from "../chains/holdChain.ts";
import type { BlockRef } from "../chains/chains.ts";
import type { ChainAddress } from "../history/historyMetadata.ts";

/** Whether an account has code of its own, and the contract that it delegates to (EIP-7702), as read at a block. */
export type AccountCode = { address: Address; hasCode: boolean; delegate?: Address | undefined };

/**
 * Queues accounts to be read, unless they are known to have code: one without may get some later. What was read before
 * stays until then. By primary key.
 */
export async function queueAccountCodes(db: Store, chain: string, addresses: ReadonlySet<Address>): Promise<void> {
  if (addresses.size === 0) return;
  await sql`
    insert into account_code as a (chain, address)
    select ${chain}, address from unnest(${toByteaArray([...addresses])}::bytea[]) as t(address) order by address
    on conflict (chain, address) do update set block_number = null
    where a.block_number is not null and not a.has_code`.execute(db);
}

/** Maximum number of accounts that wait on a chain because pages show them: each costs a call to its RPC. */
const MAX_WAITING = 1_000;

/** A request by a page must not wait for a long transaction of the indexer. */
const HELD_MS = 1_000;

/**
 * The same for accounts that pages show, on several chains, unless MAX_WAITING wait already: anybody may request any
 * page. Skips chains whose indexer holds them too long; later pages request them again.
 * @param db - Not a transaction: it makes one for each chain.
 */
export async function requestAccountCodes(
  db: Store,
  accounts: readonly ChainAddress[],
  maxWaiting: number = MAX_WAITING,
): Promise<void> {
  for (const [chain, ofChain] of Map.groupBy(accounts, (account) => account.chain)) {
    const addresses = [...new Set(ofChain.map(({ address }) => address))];
    await inTransaction(db, async (tx) => {
      await sql`set local lock_timeout = ${sql.raw(String(HELD_MS))}`.execute(tx);
      await holdChain(tx, chain);
      const free = maxWaiting - (await countUnreadAccounts(tx, chain, maxWaiting));
      await queueAccountCodes(tx, chain, new Set(addresses.slice(0, Math.max(0, free))));
    }).catch((error: unknown) => {
      if (!hasErrorCode(error, LOCK_NOT_AVAILABLE)) throw error;
    });
  }
}

const LOCK_NOT_AVAILABLE = "55P03";

/** @param limit - No more are counted. */
async function countUnreadAccounts(db: Store, chain: string, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from account_code where chain = ${chain} and block_number is null limit ${limit}
    ) waiting`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Accounts that wait, in any order. A range of account_code_by_block. */
export async function listUnreadAccounts(db: Store, chain: string, limit: number): Promise<Address[]> {
  const { rows } = await sql<{ address: Bytea }>`
    select address from account_code where chain = ${chain} and block_number is null limit ${limit}`.execute(db);
  return rows.map(({ address }) => fromBytea(address));
}

/** Stores what was read at a block. By primary key. */
export async function writeAccountCodes(
  db: Store,
  chain: string,
  { blockNumber, timeAt }: Pick<BlockRef, "blockNumber" | "timeAt">,
  accounts: readonly AccountCode[],
): Promise<void> {
  if (accounts.length === 0) return;
  await sql`
    with given as materialized (
      select a.address, t.has_code, t.delegate from unnest(
        ${toByteaArray(accounts.map(({ address }) => address))}::bytea[],
        ${toBooleanArray(accounts.map(({ hasCode }) => hasCode))}::boolean[],
        ${toNullableByteaArray(accounts.map(({ delegate }) => delegate ?? null))}::bytea[]
      ) as t(address, has_code, delegate)
      join account_code a on a.chain = ${chain} and a.address = t.address
      order by a.address for update of a
    )
    update account_code a set has_code = given.has_code, delegate = given.delegate,
      block_number = ${blockNumber}::bigint, time_at = ${timeAt}::bigint
    from given where a.chain = ${chain} and a.address = given.address`.execute(db);
}

/** Those of these accounts that were read. By primary key. */
export async function readAccountCodes(
  db: Store,
  chain: string,
  addresses: readonly Address[],
): Promise<Map<Address, boolean>> {
  if (addresses.length === 0) return new Map();
  const { rows } = await sql<{ address: Bytea; has_code: boolean }>`
    select address, has_code from account_code
    where chain = ${chain} and address = any(${toByteaArray(addresses)}::bytea[]) and has_code is not null`.execute(db);
  return new Map(rows.map((row) => [fromBytea(row.address), row.has_code]));
}

/** What was read after the block is unknown again, and waits. A range of account_code_by_block. */
export async function rewindAccountCodes(db: Store, chain: string, blockNumber: bigint): Promise<void> {
  await sql`
    update account_code set has_code = null, delegate = null, block_number = null, time_at = null
    where chain = ${chain} and block_number > ${blockNumber}`.execute(db);
}
