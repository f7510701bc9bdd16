import { sql } from "kysely";
import { fromBytea, toByteaArray, toNullableArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { isOfPairs } from "../distribution/ownerRows.ts";
import { selectOwnerRows } from "../distribution/selectOwnerRows.ts";
import type { Pair } from "../balances/staleBalances.ts";

/** A token approval: the token's own allowance, or one within Permit2. */
export type ApprovalKey = { owner: Address; token: Address; spender: Address; isPermit2: boolean };

/** An event about a new allowance. Its amount is read by a call. */
export type ApprovalChange = ApprovalKey & {
  blockNumber: bigint;
  /** Of the block, unix seconds. */
  timeAt: number;
};

/** Result of a call; null if the call fails: then it is unknown, instead of outdated. */
export type AllowanceRead = ApprovalKey & {
  rawAmount: bigint | null;
  /** Unix seconds; null if it does not expire. */
  expiresAt: bigint | null;
};

/** Maximum tracked approvals of an owner and token: the latest ones; others are deleted. */
export const SPENDERS_FOLLOWED = 1_000;

/**
 * Stores approvals from events; each is queued to be read, and keeps its former amount until then. Touch the pairs,
 * too. The last of several changes of one approval counts. One statement, by the primary key.
 */
export async function upsertApprovals(db: Store, chain: string, changes: readonly ApprovalChange[]): Promise<void> {
  if (changes.length === 0) return;
  const last = [...new Map(changes.map((change) => [toText(change), change])).values()];
  await sql`
    insert into approval (owner, chain, token, spender, is_permit2, is_stale, changed_block, changed_at)
    select owner, ${chain}, token, spender, is_permit2, true, changed_block, changed_at from unnest(
      ${keyArrays(last)},
      ${toNumberArray(last.map(({ blockNumber }) => blockNumber))}::bigint[],
      ${toNumberArray(last.map(({ timeAt }) => timeAt))}::bigint[]
    ) as t(owner, token, spender, is_permit2, changed_block, changed_at)
    order by owner, token, spender, is_permit2
    on conflict (owner, chain, token, spender, is_permit2) do update
    set is_stale = true, changed_block = excluded.changed_block, changed_at = excluded.changed_at
    where approval.changed_block is null or approval.changed_block <= excluded.changed_block`.execute(db);
}

const toText = ({ owner, token, spender, isPermit2 }: ApprovalKey) => `${owner} ${token} ${spender} ${isPermit2}`;

/** Four array parameters: owners, tokens, spenders, and which are Permit2's. */
const keyArrays = (keys: readonly ApprovalKey[]) => sql`
  ${toByteaArray(keys.map(({ owner }) => owner))}::bytea[],
  ${toByteaArray(keys.map(({ token }) => token))}::bytea[],
  ${toByteaArray(keys.map(({ spender }) => spender))}::bytea[],
  ${keys.map(({ isPermit2 }) => isPermit2)}::boolean[]`;

type KeyRow = { owner: Bytea; token: Bytea; spender: Bytea; is_permit2: boolean };

/**
 * Approvals of these pairs to read after an interaction: the possibly nonzero ones. At most SPENDERS_FOLLOWED
 * per pair, the latest. A range of the primary key per pair.
 */
export async function listApprovalKeys(db: Store, chain: string, pairs: readonly Pair[]): Promise<ApprovalKey[]> {
  if (pairs.length === 0) return [];
  const approval = await selectApprovals(db, chain, pairs);
  const { rows } = await sql<KeyRow>`
    select pair.owner, pair.token, a.spender, a.is_permit2 from ${unnestPairs(pairs)} cross join lateral (
      select spender, is_permit2 from ${approval} approval
      where owner = pair.owner and chain = ${chain} and token = pair.token
        and (is_stale or raw_amount is distinct from 0)
      order by changed_block desc nulls first limit ${SPENDERS_FOLLOWED}
    ) a`.execute(db);
  return rows.map(toKey);
}

const selectApprovals = (db: Store, chain: string, pairs: readonly Pair[]) =>
  selectOwnerRows(
    db,
    "approval",
    ["owner", "chain", "token", "spender", "is_permit2", "is_stale", "raw_amount", "changed_block"],
    isOfPairs(chain, pairs),
  );

const toKey = ({ owner, token, spender, is_permit2 }: KeyRow): ApprovalKey => ({
  owner: fromBytea(owner),
  token: fromBytea(token),
  spender: fromBytea(spender),
  isPermit2: is_permit2,
});

const unnestPairs = (pairs: readonly Pair[]) => sql`unnest(
  ${toByteaArray(pairs.map(({ owner }) => owner))}::bytea[],
  ${toByteaArray(pairs.map(({ token }) => token))}::bytea[]) as pair(owner, token)`;

/**
 * Stores results of calls at one block; after `upsertApprovals`, if both are in one transaction. One without
 * an event is added. One statement, by the primary key; each approval at most once.
 */
export async function writeAllowances(
  db: Store,
  chain: string,
  blockNumber: bigint,
  reads: readonly AllowanceRead[],
): Promise<void> {
  if (reads.length === 0) return;
  await sql`
    insert into approval (owner, chain, token, spender, is_permit2, is_stale, raw_amount, expires_at, block_number)
    select owner, ${chain}, token, spender, is_permit2, false, raw_amount, expires_at, ${blockNumber}::bigint
    from unnest(
      ${keyArrays(reads)},
      ${toNullableArray(reads.map(({ rawAmount }) => rawAmount))}::numeric[],
      ${toNullableArray(reads.map(({ expiresAt }) => expiresAt))}::bigint[]
    ) as t(owner, token, spender, is_permit2, raw_amount, expires_at)
    order by owner, token, spender, is_permit2
    on conflict (owner, chain, token, spender, is_permit2) do update
    set is_stale = false, raw_amount = excluded.raw_amount, expires_at = excluded.expires_at,
      block_number = excluded.block_number`.execute(db);
}

/** Deletes all approvals of each of these pairs except the latest SPENDERS_FOLLOWED, zero or not. */
export async function deleteOldApprovals(db: Store, chain: string, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  await sql`
    delete from approval a using (
      select pair.owner, pair.token, spender, is_permit2, row_number() over (
        partition by pair.owner, pair.token
        order by (is_stale or raw_amount is distinct from 0) desc, changed_block desc nulls first, spender, is_permit2
      ) as nth
      from ${unnestPairs(pairs)} join ${await selectApprovals(db, chain, pairs)} approval on approval.owner = pair.owner and approval.chain = ${chain}
        and approval.token = pair.token
    ) old
    where old.nth > ${SPENDERS_FOLLOWED} and a.owner = old.owner and a.chain = ${chain} and a.token = old.token
      and a.spender = old.spender and a.is_permit2 = old.is_permit2`.execute(db);
}
