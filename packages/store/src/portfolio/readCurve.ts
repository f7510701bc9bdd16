import type { BlockRef } from "../chains/chains.ts";
import { fromBytea, toBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Balance } from "../balances/balances.ts";
import { SYNC_STATUS_COLUMNS, toSyncStatus } from "../chains/chainSyncStatus.ts";
import type { ChainSyncStatus, SyncStatusRow } from "../chains/chainSyncStatus.ts";
import type { Store } from "../database/database.ts";
import { queryOwner } from "../distribution/queryOwner.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import { CHANGING_KINDS } from "../balances/coinLedger.ts";
import { LONG_READ_MS } from "./longRead.ts";
import { countsOnce } from "../tokens/tokenTwins.ts";
import { drifts, isSteady } from "../balances/tokenDrift.ts";

export interface CurveQuery {
  owner: Address;
  chains: readonly string[];
  /** Interval of the timestamps (seconds), and their number. */
  step: number;
  count: number;
  /** Instead of the current blocks and balances. */
  past?: CurvePast | undefined;
}

/** Where a curve ends that is of the past. */
export interface CurvePast {
  /** By chain; each at or before that of the current balances. */
  blocks: ReadonlyMap<string, Pick<BlockRef, "blockNumber" | "timeAt">>;
  /** After these blocks. */
  balances: readonly Balance[];
}

/** A timestamp is identified by the number of steps from it to the newest one, which is 0. */
export interface CurveRead {
  /** Of every chain that was ever indexed. */
  syncStatuses: ChainSyncStatus[];
  /** The newest timestamp, unix seconds: that of the newest block of balances. Undefined if no chain has one. */
  timeAt: number | undefined;
  /** Non-zero, current, in any order. */
  balances: Balance[];
  /** Tokens held, or in a position, at some timestamp, that had a price at some timestamp, or moved. */
  tokens: CurveToken[];
  /** In any order; for each protocol the last before each timestamp after the oldest, and the last before that one. */
  positionPoints: PositionPoint[];
  /**
   * Start of stored position data, unix seconds, on every chain that has any; undefined if none has. Points older than
   * eight days are deleted.
   */
  positionsSince: number | undefined;
  /** Time of the first indexed block of the owner, by chain, unix seconds; without the chains that are known from genesis. */
  knownSince: ReadonlyMap<string, number>;
}

/** An owner's amounts in a protocol from a time until the protocol's next point. */
export interface PositionPoint {
  chain: string;
  protocolId: string;
  /** Unix seconds. */
  timeAt: number;
  /** Base units by token, decimal, debts negative. */
  amounts: Record<Address, string>;
}

export interface CurveToken {
  chain: string;
  token: Address;
  /** Change of the balance after the timestamp `step + 1` and up to `step`; each step at most once, in any order. */
  moves: { step: number; rawAmount: bigint }[];
  /**
   * The price from this timestamp until the next entry; 0: not trusted. The oldest timestamp has the preceding price.
   */
  prices: { step: number; usd: number }[];
}

type Row = SyncStatusRow & {
  newest: bigint | null;
  held: string | null;
  price_series: string | null;
  points: string | null;
  points_since: bigint | null;
  start_time: bigint | null;
};

/** The current blocks and balances. */
const NOW = {
  statuses: `select ${SYNC_STATUS_COLUMNS} from chain_state`,
  held: "select chain, token, raw_amount from balance where owner = $1 and chain = any((select $2::text[])::text[]) and raw_amount > 0",
};
/** Past ones, as CurvePast. $5: chains, $6: their blocks, $7: their times; $8: chains, $9: tokens, $10: their balances. */
const PAST = {
  statuses: `
      select now.chain, start_block, coalesce(past.block, now.block) as block, coalesce(past.time, now.time) as time,
        scan, open_ranges, history
      from (${NOW.statuses}) now left join unnest($5::text[], $6::bigint[], $7::bigint[]) as past(chain, block, time)
        using (chain)`,
  held: "select * from unnest($8::text[], $9::bytea[], $10::numeric[]) as t(chain, token, raw_amount)",
};

/**
 * One statement, so that the block belongs to the balances; one row per chain, as in readOwner. Legs are a range of
 * their key from the first block within the curve, which is found by block_by_time, summed per step. Price points are
 * ranges of their key per token, of which the last of each step is returned; the same for position points per protocol
 * (`entered`: found one by one in their key). No large sets are joined, because the planner can't estimate their size.
 * The chains are read as a subquery, as in unseenOwners.ts. $3: the step, $4: the number of timestamps.
 */
const statement = (name: string, { statuses, held }: typeof NOW) => ({
  name,
  text: `
    with recursive sync_status as (
      ${statuses}
    ), newest as (
      select max(time) as time_at, max(time) - $3::int * ($4::int - 1) as oldest
      from sync_status where chain = any((select $2::text[])::text[]) and scan is not null
    ), requested as (
      select sync_status.chain, block, newest.*, coalesce((
        select block_number from block b where b.chain = sync_status.chain and b.time_at <= oldest
        order by b.time_at desc limit 1
      ), -1) as since
      from sync_status cross join newest where chain = any((select $2::text[])::text[]) and scan is not null and block is not null
    ), held as materialized (
      ${held}
    ), moved as (
      select requested.chain, leg.token, (requested.time_at - leg.time_at) / $3::int as step,
        sum(case when is_inbound then raw_amount else -raw_amount end) as raw_amount
      from requested cross join lateral (
        select * from leg where leg.owner = $1 and leg.chain = requested.chain
          and leg.block_number > requested.since and leg.block_number <= requested.block and leg.time_at > requested.oldest
          and kind in (${CHANGING_KINDS}) and ${countsOnce("leg")} and ${isSteady("leg")} offset 0
      ) leg group by 1, 2, 3
      union all
      select requested.chain, residual.token, (requested.time_at - residual.time_at) / $3::int, residual.raw_amount
      from requested join residual on residual.owner = $1 and residual.chain = requested.chain
        and residual.to_block > requested.since and residual.to_block <= requested.block
        and residual.time_at > requested.oldest and (residual.tx_block is null or ${drifts("residual")})
    ), moves as (
      select chain, token, string_agg(step || ' ' || raw_amount, ' ') filter (where raw_amount <> 0) as text
      from (select chain, token, step, sum(raw_amount) as raw_amount from moved group by chain, token, step) m
      group by chain, token
    ), entered(chain, id) as (
      (select chain, protocol_id from position_point where owner = $1 order by chain, protocol_id limit 1)
      union all
      select next.* from entered cross join lateral (
        select chain, protocol_id from position_point p
        where p.owner = $1 and (p.chain, p.protocol_id) > (entered.chain, entered.id)
        order by p.chain, p.protocol_id limit 1
      ) next
    ), pointed as materialized (
      select chain, id, point.* from requested join entered using (chain) cross join lateral (
        (select time_at as since, amounts from position_point p
        where p.owner = $1 and p.chain = entered.chain and p.protocol_id = entered.id and p.time_at <= oldest
        order by p.time_at desc limit 1)
        union all
        (select distinct on ((requested.time_at - p.time_at) / $3::int) p.time_at, amounts from position_point p
        where p.owner = $1 and p.chain = entered.chain and p.protocol_id = entered.id
          and p.time_at > oldest and p.time_at <= requested.time_at
        order by (requested.time_at - p.time_at) / $3::int, p.time_at desc)
      ) point
    ), points as materialized (
      select chain, string_agg(concat_ws(' ', id, since, amounts), E'\\n') as text from pointed group by chain
    ), known as materialized (
      select chain, min((
        select min(time_at) from position_point p
        where p.owner = $1 and p.chain = entered.chain and p.protocol_id = entered.id
      )) as since
      from requested join entered using (chain) group by chain
    ), tokens as (
      select chain, token, max(text) as moves from (
        select chain, token, null as text from held
        union all select chain, token, text from moves
        union all
        select distinct chain, decode(substr(key, 3), 'hex'), null from pointed cross join jsonb_object_keys(amounts) key
        where key ~ '^0x[0-9a-f]{40}$'
      ) t
      group by chain, token
    ), price_series as materialized (
      select chain, token::text || '|' || coalesce(points, '') || '|' || coalesce(moves, '') as text
      from requested join tokens using (chain) cross join lateral (
        select string_agg(step || ' ' || usd, ' ') as points from (
          (select $4::int - 1 as step, usd from price_point p
          where p.chain = tokens.chain and p.token = tokens.token and p.time_at <= oldest
          order by p.time_at desc limit 1)
          union all
          (select distinct on ((requested.time_at - p.time_at) / $3::int) (requested.time_at - p.time_at) / $3::int, usd
          from price_point p
          where p.chain = tokens.chain and p.token = tokens.token
            and p.time_at > oldest and p.time_at <= requested.time_at
          order by (requested.time_at - p.time_at) / $3::int, p.time_at desc)
        ) point
      ) priced
      where points is not null or moves is not null
    )
    select sync_status.*, newest.time_at as newest,
      (select string_agg(token::text || ' ' || raw_amount, ',') from held where held.chain = sync_status.chain) as held,
      (select string_agg(text, ',') from price_series where price_series.chain = sync_status.chain) as price_series,
      points.text as points, known.since as points_since, (
        select b.time_at from block b
        where start_block > 0 and b.chain = sync_status.chain and b.block_number >= start_block
        order by b.block_number limit 1
      ) as start_time
    from sync_status cross join newest left join points using (chain) left join known using (chain) order by chain`,
});

/** Of a curve, s. */
const LONG_SECONDS = 8 * 86_400;

const CURRENT_CURVE = statement("portico-read-curve", NOW);
const PAST_CURVE = statement("portico-read-past-curve", PAST);

/**
 * Reads the data of an owner's net-value curve, and every chain's sync status, in one snapshot. A chain that has not
 * scanned the owner yet (`isScanned`) is excluded.
 * @throws DatabaseError 57014 if a long one exceeds LONG_READ_MS.
 */
export async function readCurve(db: Store, { owner, chains, step, count, past }: CurveQuery): Promise<CurveRead> {
  const values = [toBytea(owner), chains, step, count];
  const query = past ? { ...PAST_CURVE, values: [...values, ...toPastValues(past)] } : { ...CURRENT_CURVE, values };
  const limit = step * count > LONG_SECONDS ? { milliseconds: LONG_READ_MS } : {};
  const rows = await queryOwner<Row>(db, owner, query, limit);
  return {
    syncStatuses: rows.map(toSyncStatus),
    timeAt: toSeconds(rows[0]?.newest ?? null) ?? undefined,
    balances: rows.flatMap(({ chain, held }) =>
      split(held, ",").map((entry): Balance => {
        const [token = "", rawAmount = "0"] = entry.split(" ");
        return { chain, token: toToken(token), rawAmount: BigInt(rawAmount) };
      }),
    ),
    tokens: rows.flatMap(({ chain, price_series }) =>
      split(price_series, ",").map((entry) => toCurveToken(chain, entry)),
    ),
    positionPoints: rows.flatMap(({ chain, points }) => split(points, "\n").map((line) => toPoint(chain, line))),
    positionsSince: rows
      .flatMap((row) => toSeconds(row.points_since) ?? [])
      .reduce<number | undefined>((latest, since) => Math.max(latest ?? since, since), undefined),
    knownSince: new Map(
      rows.flatMap(({ chain, start_time: since }) => (since === null ? [] : [[chain, toSeconds(since)] as const])),
    ),
  };
}

const toPastValues = ({ blocks, balances }: CurvePast): unknown[] => [
  [...blocks.keys()],
  toNumberArray([...blocks.values()].map(({ blockNumber }) => blockNumber)),
  toNumberArray([...blocks.values()].map(({ timeAt }) => timeAt)),
  balances.map(({ chain }) => chain),
  toByteaArray(balances.map(({ token }) => token)),
  toNumberArray(balances.map(({ rawAmount }) => rawAmount)),
];

/** @param entry - A token, its prices and its movements: `\\xa0b8…|287 1.01 3 1|12 -250500000`. */
function toCurveToken(chain: string, entry: string): CurveToken {
  const [token = "", prices = "", moves = ""] = entry.split("|");
  return {
    chain,
    token: toToken(token),
    prices: splitPairs(prices).map(([step, usd]) => ({ step: Number(step), usd: Number(usd) })),
    moves: splitPairs(moves).map(([step, rawAmount]) => ({ step: Number(step), rawAmount: BigInt(rawAmount) })),
  };
}

/** @param line - A protocol, a time, and amounts as JSON: `aave3 1700000100 {"0xa0b8…": "250500000"}`. */
function toPoint(chain: string, line: string): PositionPoint {
  const [protocolId = "", timeAt = "0"] = line.split(" ", 2);
  const json = line.slice(protocolId.length + timeAt.length + 2);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as writePositionReads wrote it
  return { chain, protocolId, timeAt: Number(timeAt), amounts: JSON.parse(json) as Record<Address, string> };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a bytea as PostgreSQL writes it
const toToken = (text: string): Address => fromBytea(text as Bytea);

const split = (text: string | null, separator: string): string[] =>
  text === null || text === "" ? [] : text.split(separator);

/** @param text - `3 1.01 0 1` */
function splitPairs(text: string): [string, string][] {
  const words = split(text, " ");
  return Array.from({ length: words.length / 2 }, (_, n) => [words[n * 2] ?? "", words[n * 2 + 1] ?? ""]);
}
