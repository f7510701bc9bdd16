import { sql } from "kysely";
import type { RawBuilder, Selectable } from "kysely";
import { fromBytea, toBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address, Bytea, Hex } from "../encoding/bytea.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { isOfOwners } from "../distribution/ownerRows.ts";
import { selectOwnerRows } from "../distribution/selectOwnerRows.ts";
import { holdChain } from "../chains/holdChain.ts";
import { LegKind } from "../history/position.ts";
import { CHAIN_CHANNEL } from "../notifications/channels.ts";
import { notify } from "../notifications/notify.ts";
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
  /** That of the last step, or the first one that doesn't find internal transfers. */
  callsSource: string | undefined;
  /** Whether `callsSource` doesn't find internal transfers. */
  lacksInternal: boolean;
  /** Whether the calls are collected again, because of that: stored transactions lack internal transfers, too. */
  isRepeated: boolean;
  transactionCount: bigint;
  state: HistoryState;
  /** Changes since the last check: see historyChecks.ts. */
  changeCount: bigint;
}

export type HistoryPass = "calls" | "logs";

const COLUMN = { calls: "calls_from", logs: "logs_from" } as const;

/** Whether any history of a chain is being collected, or has to be checked again. */
export async function hasOpenHistories(db: Store, chain: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select 1 from owner_history where chain = ${chain} and state = 'collecting')
      or exists (select 1 from owner_history where chain = ${chain} and state <> 'collecting' and change_count > 0) as has`.execute(
    db,
  );
  return rows[0]?.has ?? false;
}

/** Whether any history of a chain isn't complete, or may not be any more. */
export async function hasIncompleteHistories(db: Store, chain: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select 1 from owner_history where chain = ${chain} and state <> 'complete')
      or exists (select 1 from owner_history where chain = ${chain} and state <> 'collecting' and change_count > 0)
      or exists (select 1 from history_token where chain = ${chain}) as has`.execute(db);
  return rows[0]?.has ?? false;
}

/** Whether any pass of a history goes on. By owner_history_open. */
export async function hasOpenPasses(db: Store, chain: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select 1 from owner_history where chain = ${chain} and state = 'collecting'
        and (calls_from is distinct from 0 or logs_from is distinct from 0)) as has`.execute(db);
  return rows[0]?.has ?? false;
}

export interface OpenHistoryQuery {
  /** Those that this pass continues, or those that no pass does. */
  part: HistoryPass | "ended";
  limit: number;
  /** With so many transactions no pass continues a history. */
  maxTransactions: number;
  /** Owners to leave out. */
  except?: readonly Address[];
  /** Owners whose calls can't be found. */
  withoutCalls?: readonly Address[];
  /** Whether logs can be searched; default true. */
  hasLogs?: boolean;
}

/** Histories that aren't ended, those with the fewest transactions first. By owner_history_open. */
export async function listOpenHistories(db: Store, chain: string, query: OpenHistoryQuery): Promise<OwnerHistory[]> {
  const { part, limit, maxTransactions, except = [], withoutCalls = [], hasLogs = true } = query;
  const isOver = sql`transaction_count >= ${maxTransactions}`;
  const hasCalls = sql`(calls_from is distinct from 0 and owner <> all(${toByteaArray(withoutCalls)}::bytea[]))`;
  const isNamed = sql`(logs_from is distinct from 0 and ${hasLogs})`;
  const condition = {
    calls: sql`not (${isOver}) and ${hasCalls}`,
    logs: sql`not (${isOver}) and ${isNamed}`,
    ended: sql`(${isOver} or not ${hasCalls} and not ${isNamed})`,
  }[part];
  const { rows } = await sql<Selectable<OwnerHistoryTable>>`
    select * from owner_history
    where chain = ${chain} and state = 'collecting' and ${condition} and owner <> all(${toByteaArray(except)}::bytea[])
    order by transaction_count, to_block desc, owner limit ${limit}`.execute(db);
  return rows.map(toHistory);
}

/** Ended histories that are to be checked again, by owner. By owner_history_changed. */
export async function listChangedHistories(
  db: Store,
  chain: string,
  { limit, except }: { limit: number; except: readonly Address[] },
): Promise<OwnerHistory[]> {
  const { rows } = await sql<Selectable<OwnerHistoryTable>>`
    select * from owner_history
    where chain = ${chain} and state <> 'collecting' and change_count > 0
      and owner <> all(${toByteaArray(except)}::bytea[])
    order by owner limit ${limit}`.execute(db);
  return rows.map(toHistory);
}

const toHistory = (row: Selectable<OwnerHistoryTable>): OwnerHistory => ({
  owner: fromBytea(row.owner),
  toBlock: row.to_block,
  callsFrom: row.calls_from ?? undefined,
  logsFrom: row.logs_from ?? undefined,
  callsSource: row.calls_source ?? undefined,
  lacksInternal: row.lacks_internal,
  isRepeated: row.is_repeated,
  transactionCount: row.transaction_count,
  state: row.state,
  changeCount: row.change_count,
});

/** A step of a pass for some owners who are equally far. */
export interface HistoryStep {
  pass: HistoryPass;
  owners: readonly Address[];
  /** Everything up to this block is found by the step; the pass was here before. */
  toBlock: bigint;
  fromBlock: bigint;
  /** Of the pass `calls`. */
  source?: string | undefined;
  /** Whether that source finds internal transfers; default true. */
  hasInternal?: boolean | undefined;
  /** Transactions found, by owner. */
  counts?: ReadonlyMap<Address, number>;
}

/**
 * Notes a step, in the transaction that stores what it found, and locks the rows.
 * @returns the owners whose pass was where the step began: what was found of others is not to be stored, because they
 * were removed, or the chain was rewound.
 */
export async function advanceHistories(tx: Store, chain: string, step: HistoryStep): Promise<Address[]> {
  const { pass, owners, toBlock, fromBlock, source, hasInternal = true, counts } = step;
  const column = sql.ref(COLUMN[pass]);
  const { rows } = await sql<{ owner: Bytea }>`
    update owner_history h set ${column} = ${fromBlock}::bigint, reason = null,
      transaction_count = transaction_count + given.count,
      calls_source = case when lacks_internal then calls_source else coalesce(${source ?? null}::text, calls_source) end,
      lacks_internal = lacks_internal or ${!hasInternal},
      is_repeated = is_repeated and ${pass !== "calls" || fromBlock > 0n}
    from unnest(${toByteaArray(owners)}::bytea[], ${owners.map((owner) => counts?.get(owner) ?? 0)}::bigint[])
      as given(owner, count)
    where h.chain = ${chain} and h.owner = given.owner and coalesce(${column} - 1, to_block) = ${toBlock}::bigint
    returning h.owner`.execute(tx);
  await notify(tx, CHAIN_CHANNEL, chain); // cached responses about these owners are outdated
  return rows.map(({ owner }) => fromBytea(owner));
}

/**
 * Ends a history, complete or not.
 * @param history - As it was checked.
 * @returns false if it has changed since, or is gone; then nothing is stored.
 */
export async function endHistory(
  tx: Store,
  chain: string,
  { owner, toBlock, callsFrom, logsFrom, changeCount }: OwnerHistory,
  { state, reason }: { state: Exclude<HistoryState, "collecting">; reason?: string | undefined },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update owner_history set state = ${state}, reason = ${reason ?? null}, change_count = 0
    where chain = ${chain} and owner = ${toBytea(owner)} and to_block = ${toBlock} and change_count = ${changeCount}
      and calls_from is not distinct from ${callsFrom ?? null}::bigint
      and logs_from is not distinct from ${logsFrom ?? null}::bigint`.execute(tx);
  await notify(tx, CHAIN_CHANNEL, chain);
  return numAffectedRows > 0n;
}

/** Notes why the last step of these histories failed. */
export async function noteHistoryFailure(
  db: Store,
  chain: string,
  owners: readonly Address[],
  reason: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await holdChain(tx, chain); // a rewind locks the rows in another order
    await sql`
      update owner_history set reason = ${reason}
      where chain = ${chain} and owner = any(${toByteaArray(owners)}::bytea[]) and state = 'collecting'`.execute(tx);
  });
}

/** What histories can be collected with. */
export interface HistoryMeans {
  /** A source of calls for all owners; undefined: none. */
  calls: { name: string; hasInternal: boolean } | undefined;
  logs: boolean;
  maxTransactions: number;
}

/**
 * Continues histories that ended before genesis, if a pass can go on now. Calls that a source without internal transfers
 * found are collected again from the newest block, if another source has them; what is stored stays.
 */
export async function reopenHistories(
  db: Store,
  chain: string,
  { calls, logs, maxTransactions }: HistoryMeans,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await holdChain(tx, chain);
    if (calls?.hasInternal === true)
      await sql`
        update owner_history
        set state = 'collecting', reason = null, calls_from = null, calls_source = null, lacks_internal = false,
          is_repeated = true
        where chain = ${chain} and state <> 'complete' and transaction_count < ${maxTransactions}
          and lacks_internal and calls_source <> ${calls.name}`.execute(tx);
    await sql`
      update owner_history set state = 'collecting'
      where chain = ${chain} and state in ('partial', 'tokens') and transaction_count < ${maxTransactions}
        and ((calls_from is distinct from 0 and ${calls !== undefined}) or (logs_from is distinct from 0 and ${logs}))`.execute(
      tx,
    );
    await notify(tx, CHAIN_CHANNEL, chain);
  });
}

/** Of a rewind to a block: histories end there at the latest, and are checked again, because their gaps are deleted. */
export async function rewindHistories(tx: Store, chain: string, fork: bigint): Promise<void> {
  const rewind = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`case when ${column} is not null then least(${column}, ${fork}::bigint + 1) end`; // least() ignores null
  await sql`
    update owner_history set to_block = ${fork}, calls_from = ${rewind(sql.ref("calls_from"))},
      logs_from = ${rewind(sql.ref("logs_from"))}, state = 'collecting'
    where chain = ${chain} and to_block > ${fork}`.execute(tx);
}

/** Those of these transactions whose legs of the owner are stored, as `owner hash`. By ranges of the legs' key. */
export async function listOwnedTransactions(
  db: Store,
  chain: string,
  transactions: readonly { owner: Address; blockNumber: bigint; hash: Hex }[],
): Promise<Set<string>> {
  const leg = await selectOwnerRows(
    db,
    "leg",
    ["owner", "chain", "block_number", "tx_hash", "kind"],
    sql`${isOfOwners(
      chain,
      transactions.map(({ owner }) => owner),
    )}
      and block_number = any(${toNumberArray(transactions.map(({ blockNumber }) => blockNumber))}::bigint[])`,
  );
  const { rows } = await sql<{ owner: Bytea; hash: Bytea }>`
    select owner, hash from unnest(
      ${toByteaArray(transactions.map(({ owner }) => owner))}::bytea[],
      ${toNumberArray(transactions.map(({ blockNumber }) => blockNumber))}::bigint[],
      ${toByteaArray(transactions.map(({ hash }) => hash))}::bytea[]
    ) as given(owner, block_number, hash)
    where exists (
      select 1 from ${leg} leg where leg.owner = given.owner and leg.chain = ${chain}
        and leg.block_number = given.block_number and leg.tx_hash = given.hash and kind not in (${LegKind.moved}, ${LegKind.unlogged})
    )`.execute(db);
  return new Set(rows.map(({ owner, hash }) => `${fromBytea(owner)} ${fromBytea(hash)}`));
}
