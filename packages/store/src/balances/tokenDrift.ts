import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { fromBytea, toBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { LegKind } from "../history/position.ts";
import { markNamedStale } from "./staleBalances.ts";
import { queueHistoryTokens } from "../owners/historyChecks.ts";

/**
 * Tokens whose holders' balances drift without a log, such as scaled ones. A residual with no other log than movements
 * and approvals has some holders of its token read again, once a day. The token drifts if the balances of
 * DRIFTING_HOLDERS changed in ranges in which no log of the token names them, however late they were read. So does one
 * that ever announced a rebase, or is known to be scaled: its balances are shares, and rounded. All residuals of the
 * token are rebases then, until a rewind removes the evidence.
 */
const DRIFTING_HOLDERS = 3;
/** The largest holders; some contracts are excluded from rebases. */
const SAMPLED_HOLDERS = 8;
const SAMPLE_SECONDS = 86_400;

/**
 * SQL: whether the token of a row drifts. By primary key.
 * @param row - Name of a row with chain and token.
 */
export const drifts = (row: string): string =>
  `exists (select 1 from token_drift d where d.chain = ${row}.chain and d.token = ${row}.token and d.is_drifting)`;

/** SQL: whether a leg is not the change of a drifting token; of other kinds only the kind is looked at. */
export const isSteady = (leg: string): string => `(${leg}.kind <> ${LegKind.unlogged} or not ${drifts(leg)})`;

/**
 * The parts of the statement in residuals.ts that mark tokens, and list those to sample: `sampled`. `explained` has owner, token,
 * is_unnamed (no log of the token names the owner), and may_drift (nor does another than movements and approvals, and the
 * token isn't known to drift).
 */
export const sampleHolders = (chain: string, blockNumber: bigint): RawBuilder<unknown> => sql`
    suspect as materialized (
      select token, coalesce(cardinality(holders) + (
        select count(*) from (
          select distinct owner from residual r
          where r.chain = ${chain} and r.token = s.token and r.is_unnamed and r.owner <> all(holders)
          limit ${DRIFTING_HOLDERS}
        ) earlier
      ) >= ${DRIFTING_HOLDERS}, false) as is_drifting, coalesce((
        select time_at from block where chain = ${chain} and block_number = ${blockNumber}
      ), 0) as time_at
      from (
        select token, array_agg(distinct owner) filter (where is_unnamed) as holders from explained
        where may_drift group by token
      ) s
    ), sampled as (
      insert into token_drift as d (chain, token, block_number, time_at, is_drifting)
      select ${chain}, token, ${blockNumber}::bigint, time_at, is_drifting from suspect order by token
      on conflict (chain, token) do update
      set block_number = excluded.block_number, time_at = excluded.time_at, is_drifting = excluded.is_drifting
      where not d.is_drifting
        and (excluded.is_drifting or d.time_at <= excluded.time_at - ${SAMPLE_SECONDS}::int)
      returning token, is_drifting
    ), drifting as (
      select token from sampled where is_drifting
    ), rechecked as (${queueHistoryTokens(chain, "drifting")}
    )`;

/** Queues the largest holders of tokens to sample, apart from those that were just read. */
export async function queueSamples(
  db: Store,
  chain: string,
  tokens: readonly Bytea[],
  given: readonly { owner: Address; token: Address }[],
): Promise<void> {
  for (const token of tokens) {
    const { rows } = await sql<{ owner: Bytea }>`
      select owner from balance where chain = ${chain} and token = ${token} and raw_amount > 0
      order by raw_amount desc, owner limit ${SAMPLED_HOLDERS}`.execute(db);
    const read = new Set(given.filter((pair) => toBytea(pair.token) === token).map(({ owner }) => toBytea(owner)));
    const holders = rows.map(({ owner }) => owner).filter((owner) => !read.has(owner));
    await markNamedStale(
      db,
      chain,
      holders.map((owner) => ({ owner: fromBytea(owner), token: fromBytea(token) })),
    );
  }
}

export interface AnnouncedRebase {
  token: Address;
  blockNumber: bigint;
  /** Of the block, unix seconds. */
  timeAt: number;
}

/**
 * Marks tokens that announced a rebase, or are known to be scaled: since block 0. Each once. An earlier mark stays. By
 * primary key.
 */
export async function markDrifting(tx: Store, chain: string, rebases: readonly AnnouncedRebase[]): Promise<void> {
  if (rebases.length === 0) return;
  await sql`
    with drifting as (
      insert into token_drift as d (chain, token, block_number, time_at, is_drifting)
      select ${chain}, token, block_number, time_at, true
      from unnest(${toByteaArray(rebases.map(({ token }) => token))}::bytea[],
        ${toNumberArray(rebases.map(({ blockNumber }) => blockNumber))}::bigint[],
        ${toNumberArray(rebases.map(({ timeAt }) => timeAt))}::bigint[]) as t(token, block_number, time_at)
      order by token
      on conflict (chain, token) do update
      set block_number = excluded.block_number, time_at = excluded.time_at, is_drifting = true
      where not d.is_drifting or d.block_number > excluded.block_number
      returning token
    ) ${queueHistoryTokens(chain, "drifting")}`.execute(tx);
}

/** Deletes samples and marks after a block. By a scan: few tokens have any. */
export async function rewindDrift(db: Store, chain: string, fork: bigint): Promise<void> {
  await sql`
    with deleted as (
      delete from token_drift where chain = ${chain} and block_number > ${fork} returning token, is_drifting
    ), steady as (
      select token from deleted where is_drifting
    ) ${queueHistoryTokens(chain, "steady")}`.execute(db);
}
