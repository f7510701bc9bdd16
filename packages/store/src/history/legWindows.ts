import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Address, Bytea, Hex } from "../encoding/bytea.ts";
import { withClient } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import { toSeenArrays } from "../distribution/toSeenArrays.ts";
import { countsOnce } from "../tokens/tokenTwins.ts";
import type { HistoryLeg } from "./historyRead.ts";
import { IS_ANSWERED } from "./legKey.ts";
import { decodePosition, LegKind } from "./position.ts";

/** A period of an owner's history; unix seconds, inclusive. */
export interface LegWindow {
  /** undefined: every chain of the owner. */
  chain: string | undefined;
  from: number;
  to: number;
}

/** A movement, or an event that names the owner. */
export interface WindowLeg extends HistoryLeg {
  chain: string;
  txHash: Hex;
  /** Of the block, unix seconds. */
  timeAt: number;
}

export interface LegWindowRead {
  /** In any order, each once. */
  legs: WindowLeg[];
  /** Whether there are more: then what is missing is not known. */
  isCut: boolean;
}

const KINDS = [LegKind.token, LegKind.native, LegKind.event].join(",");

/** Legs of a window on a chain, whatever their kind. */
const MAX_SCANNED = 1_000;
const MAX_LEGS = 3_000;

type Row = {
  /** null: there are no legs. */
  chain: string | null;
  position: bigint;
  time_at: bigint;
  is_inbound: boolean;
  token: Bytea;
  token_id: string | null;
  counterparty: Bytea;
  raw_amount: string;
  tx_hash: Bytea;
  is_cut: boolean;
};

/** $1: the owner, $2: chains, "" for every one, $3 and $4: times; as subqueries for the same reason as in unseenOwners.ts. */
const LEG_WINDOWS = {
  name: "portico-leg-windows",
  text: `
    with recursive owned(chain) as (
      (select chain from leg where ${IS_ANSWERED} and owner = $1 order by chain limit 1)
      union all
      select next.chain from owned cross join lateral (
        select chain from leg where leg.owner = $1 and leg.chain > owned.chain order by chain limit 1
      ) next
    ), span as materialized (
      select o.chain, first.block_number as first, least(last.block_number, s.balances_block) as last
      from unnest((select $2::text[]), (select $3::bigint[]), (select $4::bigint[])) as w(chain, from_at, to_at)
      join owned o on w.chain = '' or w.chain = o.chain
      join chain_state s on s.chain = o.chain and s.balances_block is not null
      cross join lateral (
        select block_number from block b where b.chain = o.chain and b.time_at >= w.from_at
        order by b.time_at, b.block_number limit 1
      ) first cross join lateral (
        select block_number from block b where b.chain = o.chain and b.time_at <= w.to_at
        order by b.time_at desc, b.block_number desc limit 1
      ) last
    ), scanned as materialized (
      select span.chain, l.* from span cross join lateral (
        select l.*, row_number() over () as nth from (
          select block_number, position, time_at, kind, is_inbound, token, token_id, counterparty, raw_amount, tx_hash
          from leg where leg.owner = $1 and leg.chain = span.chain
            and leg.block_number between span.first and span.last
          order by leg.block_number desc, leg.position desc limit ${MAX_SCANNED}
        ) l
      ) l limit ${MAX_LEGS}
    )
    select cut.is_cut, leg.* from (
      select count(*) >= ${MAX_LEGS} or coalesce(bool_or(nth >= ${MAX_SCANNED}), false) as is_cut from scanned
    ) cut left join (
      select distinct on (chain, block_number, position, is_inbound)
        chain, position, time_at, is_inbound, token, token_id, counterparty, raw_amount, tx_hash
      from scanned where kind in (${KINDS}) and ${countsOnce("scanned")}
    ) leg on true`,
};

/**
 * An owner's movements of tokens and coins and its events within periods, up to the block that histories are read at.
 * One statement: blocks by block_by_time, legs by ranges of their key.
 */
export async function readLegWindows(db: Store, owner: Address, windows: readonly LegWindow[]): Promise<LegWindowRead> {
  if (windows.length === 0) return { legs: [], isCut: false };
  const values = [
    toBytea(owner),
    windows.map(({ chain }) => chain ?? ""),
    windows.map(({ from }) => from),
    windows.map(({ to }) => to),
  ];
  const statement = (await isDistributed(db)) ? toSeenArrays(LEG_WINDOWS) : LEG_WINDOWS;
  const { rows } = await withClient(db, (client) => client.query<Row>({ ...statement, values }));
  return { legs: rows.flatMap(toLegs), isCut: rows.some(({ is_cut: isCut }) => isCut) };
}

function toLegs(row: Row): WindowLeg[] {
  if (row.chain === null) return [];
  const { kind, index, subIndex } = decodePosition(row.position);
  return [
    {
      chain: row.chain,
      txHash: fromBytea(row.tx_hash),
      timeAt: Number(row.time_at),
      kind,
      index,
      subIndex,
      isInbound: row.is_inbound,
      token: fromBytea(row.token),
      tokenId: row.token_id === null ? undefined : BigInt(row.token_id),
      counterparty: fromBytea(row.counterparty),
      rawAmount: BigInt(row.raw_amount),
    },
  ];
}
