import { sql } from "kysely";
import { fromBytea, sliceByteaArray, toBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";

const ADDRESS = 20;
const PAIR = 2 * ADDRESS;

/** An owner and a token of one chain. */
export type Pair = { owner: Address; token: Address };

/** `isNamedOnly` is set if only other logs than movements and approvals name the pair: see tokenLogs.ts. */
export type StalePair = Pair & { isNamedOnly?: true };

/** Marks balances as possibly changed. Pairs may repeat, and may be queued already. */
export const markBalancesStale = (db: Store, chain: string, pairs: readonly Pair[]): Promise<void> =>
  markPairsStale(
    db,
    chain,
    Buffer.from(pairs.map(({ owner, token }) => owner.slice(2) + token.slice(2)).join(""), "hex"),
  );

/** The same, for pairs as bytes: the owner, then the token. */
export async function markPairsStale(db: Store, chain: string, pairs: Buffer): Promise<void> {
  if (pairs.length === 0) return;
  const [owners, tokens] = [0, ADDRESS].map((from) => sliceByteaArray(pairs, { from, bytes: ADDRESS, step: PAIR }));
  await sql`
    insert into stale_balance (chain, owner, token)
    select distinct ${chain}, owner, token from unnest(${owners}::bytea[], ${tokens}::bytea[]) as t(owner, token)
    order by owner, token
    on conflict (chain, owner, token) do update set is_named_only = false
    where stale_balance.is_named_only`.execute(db);
}

/** The same for pairs that only other logs than movements and approvals name. Queued ones are unchanged. */
export async function markNamedStale(db: Store, chain: string, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  const owners = toByteaArray(pairs.map(({ owner }) => owner));
  const tokens = toByteaArray(pairs.map(({ token }) => token));
  await sql`
    insert into stale_balance (chain, owner, token, is_named_only)
    select ${chain}, owner, token, true from unnest(${owners}::bytea[], ${tokens}::bytea[]) as t(owner, token)
    order by owner, token
    on conflict do nothing`.execute(db);
}

/** Queues all stored holders of a token whose balances changed without a transfer. By balance_by_token. */
export async function markHoldersStale(db: Store, chain: string, token: Address): Promise<void> {
  await sql`
    insert into stale_balance (chain, owner, token)
    select chain, owner, token from balance where chain = ${chain} and token = ${toBytea(token)}
    order by owner
    on conflict do nothing`.execute(db);
}

/** The stored holders of a token, zero balances included, in order, at most `limit`. By balance_by_token. */
export async function listHolders(db: Store, chain: string, token: Address, limit: number): Promise<Address[]> {
  const { rows } = await sql<{ owner: Bytea }>`
    select owner from balance where chain = ${chain} and token = ${toBytea(token)}
    order by owner limit ${limit}`.execute(db);
  return rows.map(({ owner }) => fromBytea(owner));
}

/** Number of balances of a chain waiting to be read. A range of the primary key. */
export async function countStale(db: Store, chain: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) from stale_balance where chain = ${chain}`.execute(db);
  return Number(rows[0]?.count ?? 0n);
}

/**
 * The next `limit` waiting pairs, by owner and token, after `after`. They stay in the queue until writeBalances. A
 * range of the primary key.
 */
export async function takeStale(db: Store, chain: string, limit: number, after?: Pair): Promise<StalePair[]> {
  const past = after ? sql`and (owner, token) > (${toBytea(after.owner)}, ${toBytea(after.token)})` : sql``;
  const { rows } = await sql<{ owner: Bytea; token: Bytea; is_named_only: boolean }>`
    select owner, token, is_named_only from stale_balance where chain = ${chain} ${past}
    order by owner, token limit ${limit}`.execute(db);
  return rows.map(({ owner, token, is_named_only }) => {
    const pair = { owner: fromBytea(owner), token: fromBytea(token) };
    return is_named_only ? { ...pair, isNamedOnly: true } : pair;
  });
}
