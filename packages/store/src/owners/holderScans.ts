import { sql } from "kysely";
import { fromBytea, toBytea, toByteaArray, toNullableArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { toHolders } from "../balances/topHolders.ts";
import type { Holder, HolderQuery } from "../balances/topHolders.ts";
import type { BlockRef } from "../chains/chains.ts";
import type { Store } from "../database/database.ts";

/**
 * Holders of tokens on a chain that is indexed for owners only. A token's first request inserts a row here; the indexer
 * then collects the accounts that the token's logs name, and reads all their balances at one block.
 */
export interface HolderScan {
  token: Address;
  /** The first block that is searched; undefined until it is found. */
  fromBlock: bigint | undefined;
  /** All blocks before it are searched. */
  nextBlock: bigint | undefined;
  logCount: number;
  requestCount: number;
  /** Whether a log shows that the token is fungible. */
  isFungible: boolean;
  refusal: string | undefined;
}

export interface HolderScanLimits {
  /** Maximum number of tokens of one chain. */
  tokens: number;
  /** Maximum number of new tokens per chain and minute: each costs calls to its RPC. */
  perMinute: number;
}

const HOLDER_SCAN_LIMITS: HolderScanLimits = { tokens: 1_000, perMinute: 20 };

interface ScanRow {
  token: Bytea;
  from_block: bigint | null;
  next_block: bigint | null;
  log_count: bigint;
  request_count: bigint;
  is_fungible: boolean;
  refusal: string | null;
}

const toScan = (row: ScanRow): HolderScan => ({
  token: fromBytea(row.token),
  fromBlock: row.from_block ?? undefined,
  nextBlock: row.next_block ?? undefined,
  logCount: Number(row.log_count),
  requestCount: Number(row.request_count),
  isFungible: row.is_fungible,
  refusal: row.refusal ?? undefined,
});

/**
 * Requests the holders of a token, unless too many are stored or new; notes the request of a known one at most once a
 * minute. @returns whether the token is known.
 */
export async function requestHolderScan(
  db: Store,
  chain: string,
  token: Address,
  { tokens, perMinute }: HolderScanLimits = HOLDER_SCAN_LIMITS,
): Promise<boolean> {
  const { rows } = await sql`
    with open as (
      select where (select count(*) from holder_scan where chain = ${chain}) < ${tokens} and (
        select count(*) from holder_scan where chain = ${chain} and created_at > now() - interval '1 minute'
      ) < ${perMinute}
    ), noted as (
      update holder_scan set requested_at = now()
      where chain = ${chain} and token = ${toBytea(token)} and requested_at < now() - interval '1 minute'
    ), inserted as (
      insert into holder_scan (chain, token) select ${chain}, ${toBytea(token)}::bytea from open
      on conflict (chain, token) do nothing
      returning token
    )
    select 1 from inserted union all select 1 from holder_scan where chain = ${chain} and token = ${toBytea(token)}`.execute(
    db,
  );
  return rows.length > 0;
}

/** A scan, and a page of the token's holders at its block. */
export interface HolderScanRead {
  scan: HolderScan;
  /** Undefined: the balances are not read. */
  block: Pick<BlockRef, "blockNumber" | "timeAt"> | undefined;
  /** By exact amount, largest first, equal ones by address. */
  holders: Holder[];
}

type ReadRow = ScanRow & { block_number: bigint | null; time_at: bigint | null; held: string | null };

/** One snapshot. A range of token_holder_by_amount. @returns undefined if the token was never requested. */
export async function readHolderScan(
  db: Store,
  { chain, token, start, limit }: HolderQuery,
): Promise<HolderScanRead | undefined> {
  const { rows } = await sql<ReadRow>`
    select s.*, (
      select string_agg(owner::text || ' ' || raw_amount, ',' order by raw_amount desc, owner)
      from (
        select owner, raw_amount from token_holder h
        where h.chain = s.chain and h.token = s.token and raw_amount > 0
        order by raw_amount desc, owner offset ${start} limit ${limit}
      ) holder
    ) as held
    from holder_scan s where chain = ${chain} and token = ${toBytea(token)}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { block_number: blockNumber, time_at: timeAt, held } = row;
  if (blockNumber === null || timeAt === null) return { scan: toScan(row), block: undefined, holders: [] };
  return { scan: toScan(row), block: { blockNumber, timeAt: Number(timeAt) }, holders: toHolders(held) };
}

/**
 * Scans with work to do: those that never ended, and requested ones that ended long ago. The first ones first.
 * @param options.except - Left out.
 */
export async function listDueHolderScans(
  db: Store,
  chain: string,
  options: { refreshMinutes: number; retryMinutes: number; except: readonly Address[]; limit: number },
): Promise<HolderScan[]> {
  const { refreshMinutes, retryMinutes, except, limit } = options;
  const { rows } = await sql<ScanRow>`
    select * from holder_scan
    where chain = ${chain} and token <> all(${toByteaArray(except)}::bytea[]) and (
      read_at is null or requested_at > read_at + make_interval(
        mins => case when refusal is null then ${refreshMinutes}::integer else ${retryMinutes}::integer end
      )
    )
    order by coalesce(read_at, created_at) limit ${limit}`.execute(db);
  return rows.map(toScan);
}

export interface HolderScanStep {
  fromBlock: bigint;
  /** All blocks before it are searched. */
  nextBlock: bigint;
  /** Logs and requests of this step. */
  logs: number;
  requests: number;
  isFungible: boolean;
  /** Accounts that the logs name. */
  owners: Iterable<Address>;
}

/** Stores a step of a scan, if the token is still requested. */
export async function advanceHolderScan(
  tx: Store,
  chain: string,
  token: Address,
  { fromBlock, nextBlock, logs, requests, isFungible, owners }: HolderScanStep,
): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    update holder_scan set from_block = ${fromBlock}, next_block = ${nextBlock}, log_count = log_count + ${logs},
      request_count = request_count + ${requests}, is_fungible = is_fungible or ${isFungible}
    where chain = ${chain} and token = ${toBytea(token)}`.execute(tx);
  if (numAffectedRows === 0n) return;
  await sql`
    insert into token_holder (chain, token, owner)
    select ${chain}, ${toBytea(token)}::bytea, owner from unnest(${toByteaArray([...owners])}::bytea[]) as t(owner)
    order by owner on conflict do nothing`.execute(tx);
}

/** Accounts that a token's logs name, up to a limit. */
export async function listTokenHolders(db: Store, chain: string, token: Address, limit: number): Promise<Address[]> {
  const { rows } = await sql<{ owner: Bytea }>`
    select owner from token_holder where chain = ${chain} and token = ${toBytea(token)} limit ${limit}`.execute(db);
  return rows.map(({ owner }) => fromBytea(owner));
}

/** Stores balances of all accounts that a token's logs name, at one block; null: the call fails. */
export async function writeTokenHolders(
  tx: Store,
  chain: string,
  token: Address,
  { block, balances }: { block: BlockRef; balances: readonly { owner: Address; rawAmount: bigint | null }[] },
): Promise<void> {
  await sql`
    update token_holder h set raw_amount = given.raw_amount
    from unnest(${toByteaArray(balances.map(({ owner }) => owner))}::bytea[],
      ${toNullableArray(balances.map(({ rawAmount }) => rawAmount))}::numeric[]) as given(owner, raw_amount)
    where h.chain = ${chain} and h.token = ${toBytea(token)} and h.owner = given.owner
      and h.raw_amount is distinct from given.raw_amount`.execute(tx);
  await sql`
    update holder_scan set block_number = ${block.blockNumber}, time_at = ${block.timeAt}, read_at = now(),
      request_count = 0, refusal = null
    where chain = ${chain} and token = ${toBytea(token)}`.execute(tx);
}

/** Ends a scan without a result. It begins anew if the token is requested later. */
export async function refuseHolderScan(tx: Store, chain: string, token: Address, refusal: string): Promise<void> {
  await sql`
    update holder_scan set refusal = ${refusal}, read_at = now(), block_number = null, time_at = null,
      from_block = null, next_block = null, log_count = 0, request_count = 0, is_fungible = false
    where chain = ${chain} and token = ${toBytea(token)}`.execute(tx);
  await sql`delete from token_holder where chain = ${chain} and token = ${toBytea(token)}`.execute(tx);
}

/** Deletes scans of tokens that nobody requested for so many days. @returns their number. */
export async function deleteUnrequestedHolderScans(tx: Store, chain: string, days: number): Promise<number> {
  const { rows } = await sql<{ token: Bytea }>`
    delete from holder_scan where chain = ${chain} and requested_at < now() - make_interval(days => ${days})
    returning token`.execute(tx);
  const tokens = toByteaArray(rows.map(({ token }) => fromBytea(token)));
  await sql`delete from token_holder where chain = ${chain} and token = any(${tokens}::bytea[])`.execute(tx);
  return rows.length;
}

/** What was searched and read after the fork is searched and read again; accounts that were named there stay. */
export async function rewindHolderScans(tx: Store, chain: string, fork: bigint): Promise<void> {
  await sql`
    update holder_scan set next_block = least(next_block, ${fork}::bigint + 1),
      block_number = case when block_number <= ${fork} then block_number end,
      time_at = case when block_number <= ${fork} then time_at end,
      read_at = case when refusal is not null or block_number <= ${fork} then read_at end
    where chain = ${chain} and (next_block > ${fork}::bigint + 1 or block_number > ${fork})`.execute(tx);
}
