import type { Balance } from "../balances/balances.ts";
import { CHANGING_KINDS } from "../balances/coinLedger.ts";
import { drifts, isSteady } from "../balances/tokenDrift.ts";
import { SYNC_STATUS_COLUMNS, toSyncStatus } from "../chains/chainSyncStatus.ts";
import type { ChainSyncStatus, SyncStatusRow } from "../chains/chainSyncStatus.ts";
import type { Store } from "../database/database.ts";
import { queryOwner } from "../distribution/queryOwner.ts";
import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import { LegKind } from "../history/position.ts";
import { LONG_READ_MS } from "./longRead.ts";
import { countsOnce } from "../tokens/tokenTwins.ts";

/** A change of an owner's balance of a token. */
export interface Movement {
  token: Address;
  /** Base units; negative if it left. */
  rawAmount: bigint;
  /** Of the block, unix seconds. */
  timeAt: number;
  /** US dollars for one whole token at that time; 0: no trusted price. */
  usd: number;
  kind: "fee" | "moved" | "unexplained";
}

export interface MovementRead {
  /** Of every chain that was ever indexed. */
  syncStatuses: ChainSyncStatus[];
  /** Non-zero, current, in any order. */
  balances: Balance[];
  chains: ReadonlyMap<string, ChainMovements>;
}

export interface ChainMovements {
  /** The oldest first. */
  movements: Movement[];
  /** Since when all movements are there, unix seconds; undefined: since genesis. */
  since: number | undefined;
}

/** Legs of a read, whatever their kind, shared evenly by the chains that have any. The newest are read. */
export const MAX_MOVEMENT_LEGS = 20_000;
/** Residuals of a chain, the newest of each token first: anybody can create a token whose balances change without a reason. */
const MAX_RESIDUALS = 2_000;

type Row = SyncStatusRow & {
  held: string | null;
  movements: string | null;
  start_time: bigint | null;
  cut_time: bigint | null;
};

/**
 * One row per chain, in one statement, so that the movements lead to the balances. Legs are a range of their key, from
 * the newest; each has its price by one look-up in price_point's key. What an owner sends to itself is no movement.
 * $1: the owner, $2: the chains, $3: the number of legs.
 */
const STATEMENT = {
  name: "portico-read-movements",
  text: `
    with sync_status as (
      select ${SYNC_STATUS_COLUMNS} from chain_state
    ), owned as materialized (
      select chain, block, start_block from sync_status
      where chain = any($2) and scan is not null and block is not null
        and exists (select 1 from leg where leg.owner = $1 and leg.chain = sync_status.chain)
    ), stored as materialized (
      select owned.chain, l.* from owned cross join lateral (
        select block_number, position, time_at, kind, is_inbound, token, counterparty, raw_amount,
          row_number() over (order by block_number desc, position desc) as nth
        from (
          select * from leg
          where leg.owner = $1 and leg.chain = owned.chain and leg.block_number <= owned.block
          order by leg.block_number desc, leg.position desc
          limit (select $3::int / greatest(1, count(*)) + 1 from owned)
        ) leg
      ) l
    ), span as materialized (
      select chain, case when count(*) > $3::int / (select count(*) from owned) then min(block_number) end as cut,
        case when count(*) > $3::int / (select count(*) from owned) then min(time_at) end as cut_time
      from stored group by chain
    ), moved as (
      select chain, block_number, position, time_at, token, kind = ${LegKind.fee} as is_fee, false as is_unexplained,
        case when is_inbound then raw_amount else -raw_amount end as raw_amount
      from stored join span using (chain)
      where (cut is null or block_number > cut) and kind in (${CHANGING_KINDS}) and counterparty <> $1
        and ${countsOnce("stored")} and ${isSteady("stored")}
      union all
      select r.chain, to_block, 9223372036854775807, time_at, token, false, not (is_rebase or ${drifts("r")}), raw_amount
      from (
        select owned.chain, found.* from owned cross join lateral (
          select to_block, time_at, token, is_rebase, raw_amount, tx_block from (
            select *, row_number() over (partition by token order by to_block desc) as nth from residual
            where residual.owner = $1 and residual.chain = owned.chain and residual.to_block <= owned.block
          ) numbered order by nth, to_block desc limit ${MAX_RESIDUALS}
        ) found
      ) r join span using (chain)
      where (cut is null or to_block > cut) and (tx_block is null or ${drifts("r")})
    ), movements as (
      select chain, string_agg(concat_ws(' ', encode(token, 'hex'), raw_amount, time_at,
        case when is_fee then 'fee' when is_unexplained then 'unexplained' else 'moved' end, coalesce((
          select usd from price_point p
          where p.chain = moved.chain and p.token = moved.token and p.time_at <= moved.time_at
          order by p.time_at desc limit 1
        ), 0)), ',' order by block_number, position, raw_amount) as text
      from moved group by chain
    )
    select sync_status.*, span.cut_time, movements.text as movements, (
      select string_agg(token::text || ' ' || raw_amount, ',') from balance
      where balance.owner = $1 and balance.chain = sync_status.chain and sync_status.chain = any($2) and raw_amount > 0
    ) as held, (
      select b.time_at from block b
      where start_block > 0 and b.chain = sync_status.chain and b.block_number >= start_block
      order by b.block_number limit 1
    ) as start_time
    from sync_status left join span using (chain) left join movements using (chain) order by chain`,
};

/**
 * Reads what moved an owner's balances, with the prices of the time, and every chain's sync status, in one snapshot.
 * @throws DatabaseError 57014 if it exceeds LONG_READ_MS.
 */
export async function readMovements(
  db: Store,
  { owner, chains, legs = MAX_MOVEMENT_LEGS }: { owner: Address; chains: readonly string[]; legs?: number },
): Promise<MovementRead> {
  const query = { ...STATEMENT, values: [toBytea(owner), chains, legs] };
  const rows = await queryOwner<Row>(db, owner, query, { milliseconds: LONG_READ_MS });
  return {
    syncStatuses: rows.map(toSyncStatus),
    balances: rows.flatMap(({ chain, held }) =>
      split(held).map(([token = "", rawAmount = "0"]): Balance => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a bytea as PostgreSQL writes it
        return { chain, token: fromBytea(token as Bytea), rawAmount: BigInt(rawAmount) };
      }),
    ),
    chains: new Map(rows.map((row) => [row.chain, toChainMovements(row)])),
  };
}

function toChainMovements({ movements, start_time: startTime, cut_time: cutTime }: Row): ChainMovements {
  const since = Math.max(toSeconds(startTime) ?? 0, toSeconds(cutTime) ?? 0);
  return { movements: split(movements).map(toMovement), since: since === 0 ? undefined : since };
}

/** @param words - As the statement writes them: `a0b8… -250500000 1700000100 moved 1.01`. */
const toMovement = ([token = "", rawAmount = "0", timeAt = "0", kind = "", usd = "0"]: string[]): Movement => ({
  token: `0x${token}`,
  rawAmount: BigInt(rawAmount),
  timeAt: Number(timeAt),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the statement writes it
  kind: kind as Movement["kind"],
  usd: Number(usd),
});

const split = (text: string | null): string[][] =>
  text === null ? [] : text.split(",").map((entry) => entry.split(" "));
