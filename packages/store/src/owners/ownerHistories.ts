import { sql } from "kysely";
import type { Selectable } from "kysely";
import { fromBytea, toBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import type { HistoryState, OwnerHistoryTable } from "./ownerSchema.ts";

/**
 * Histories of owners: what they did before the index stored their changes. They are collected by two passes, newest first:
 * `calls` finds transactions by their accounts, `logs` those with a log that names the owner. A pass stores what it found
 * and how far it is in one transaction, and may find a transaction that the other has stored.
 */
export interface OwnerHistory {
  owner: Address;
  /** The last block of the history. */
  toBlock: bigint;
  /** What the passes found from these blocks on is stored; undefined: nothing yet. */
  callsFrom: bigint | undefined;
  logsFrom: bigint | undefined;
  callsSource: string | undefined;
  transactionCount: bigint;
  failureCount: number;
}

export type HistoryPass = "calls" | "logs";

const COLUMN = { calls: "calls_from", logs: "logs_from" } as const;

/**
 * Adds the histories of owners that have none: of followed owners, or on a chain that is indexed in full from a later block
 * than genesis, of those with an initial scan.
 */
export async function addOwnerHistories(db: Store, chain: string): Promise<void> {
  await sql`
    with state as materialized (select index_mode, start_block from chain_state where chain = ${chain})
    insert into owner_history (chain, owner, to_block)
    select ${chain}, owner, since_block from followed_owner f
    where f.chain = ${chain} and since_block >= 0 and (select index_mode = 'owners' from state)
      and not exists (select from owner_history h where h.chain = ${chain} and h.owner = f.owner)
    union all
    select ${chain}, owner, (select start_block - 1 from state) from sight s
    where s.chain = ${chain} and block_number is not null and (select index_mode = 'full' and start_block > 0 from state)
      and not exists (select from owner_history h where h.chain = ${chain} and h.owner = s.owner)
    on conflict do nothing`.execute(db);
}

/** Histories to continue now, those with the fewest transactions first. By owner_history_open. */
export async function listOpenHistories(db: Store, chain: string, limit: number): Promise<OwnerHistory[]> {
  const { rows } = await sql<Selectable<OwnerHistoryTable>>`
    select * from owner_history where chain = ${chain} and state = 'collecting' and next_at <= now()
    order by transaction_count, to_block desc, owner limit ${limit}`.execute(db);
  return rows.map((row) => ({
    owner: fromBytea(row.owner),
    toBlock: row.to_block,
    callsFrom: row.calls_from ?? undefined,
    logsFrom: row.logs_from ?? undefined,
    callsSource: row.calls_source ?? undefined,
    transactionCount: row.transaction_count,
    failureCount: row.failure_count,
  }));
}

/** A step of a pass for some owners who are equally far. */
export interface HistoryStep {
  pass: HistoryPass;
  owners: readonly Address[];
  /** Everything up to this block is found by the step; the pass was here before. */
  toBlock: bigint;
  fromBlock: bigint;
  /** Of the pass `calls`. */
  source?: string | undefined;
  /** Transactions found, by owner. */
  counts?: ReadonlyMap<Address, number>;
}

/**
 * Notes a step, in the transaction that stores what it found, and locks the rows.
 * @returns the owners whose pass was where the step began: what was found of others is not to be stored, because they
 * were removed, or the chain was rewound.
 */
export async function advanceHistories(tx: Store, chain: string, step: HistoryStep): Promise<Address[]> {
  const { pass, owners, toBlock, fromBlock, source, counts } = step;
  const column = sql.ref(COLUMN[pass]);
  const { rows } = await sql<{ owner: `\\x${string}` }>`
    update owner_history h set ${column} = ${fromBlock}::bigint, failure_count = 0, reason = null,
      transaction_count = transaction_count + given.count, next_at = now(),
      calls_source = coalesce(${source ?? null}::text, calls_source)
    from unnest(${toByteaArray(owners)}::bytea[], ${owners.map((owner) => counts?.get(owner) ?? 0)}::bigint[])
      as given(owner, count)
    where h.chain = ${chain} and h.owner = given.owner and coalesce(${column} - 1, to_block) = ${toBlock}::bigint
    returning h.owner`.execute(tx);
  return rows.map(({ owner }) => fromBytea(owner));
}

/** Ends a history, complete or not. @param reason - Why it is not complete. */
export async function endHistory(
  tx: Store,
  chain: string,
  owner: Address,
  { state, reason }: { state: Exclude<HistoryState, "collecting">; reason?: string | undefined },
): Promise<void> {
  await sql`
    update owner_history set state = ${state}, reason = ${reason ?? null}, checked_block = to_block
    where chain = ${chain} and owner = ${toBytea(owner)}`.execute(tx);
}

const MAX_PAUSE_SECONDS = 3_600;

/** Continues these histories later: after a failure each time twice as late, at most an hour. */
export async function postponeHistories(
  db: Store,
  chain: string,
  owners: readonly Address[],
  { reason, seconds }: { reason: string; seconds: number },
): Promise<void> {
  await sql`
    update owner_history set failure_count = failure_count + 1, reason = ${reason},
      next_at = now() + make_interval(secs => least(${MAX_PAUSE_SECONDS}, ${seconds} * 2 ^ least(failure_count, 20)))
    where chain = ${chain} and owner = any(${toByteaArray(owners)}::bytea[])`.execute(db);
}

/**
 * Continues histories that ended without a source of calls, or without logs, if there is one now.
 * @param has - What there is now.
 */
export async function reopenHistories(db: Store, chain: string, has: { calls: boolean; logs: boolean }): Promise<void> {
  await sql`
    update owner_history set state = 'collecting', next_at = now(), failure_count = 0
    where chain = ${chain} and state in ('partial', 'tokens')
      and ((calls_from is null and ${has.calls}) or (logs_from is null and ${has.logs}))`.execute(db);
}

/** Of a rewind to a block: histories end there at the latest. */
export async function rewindHistories(tx: Store, chain: string, fork: bigint): Promise<void> {
  await sql`
    update owner_history set to_block = ${fork}, calls_from = least(calls_from, ${fork}::bigint + 1),
      logs_from = least(logs_from, ${fork}::bigint + 1)
    where chain = ${chain} and to_block > ${fork}`.execute(tx);
}
