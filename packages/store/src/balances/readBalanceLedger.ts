import { NATIVE, toBytea } from "../encoding/bytea.ts";
import type { Address, Hex } from "../encoding/bytea.ts";
import { SYNC_STATUS_COLUMNS, toSyncStatus } from "../chains/chainSyncStatus.ts";
import type { ChainSyncStatus, SyncStatusRow } from "../chains/chainSyncStatus.ts";
import { withClient } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { ALWAYS, SPAN_BITS } from "../chains/feeRecipients.ts";
import { drifts } from "./tokenDrift.ts";

/** A residual, or those of a token in a UTC day if they are rebases. */
export interface ResidualEntry {
  chain: string;
  token: Address;
  /** Exclusive. */
  fromBlock: bigint;
  /** Inclusive, and its timestamp (unix seconds). */
  toBlock: bigint;
  timeAt: number;
  /** Base units, negative if the balance decreased. */
  rawAmount: bigint;
  isRebase: boolean;
  isBackwards: boolean;
  /** The transaction that explains it. */
  txHash: Hex | undefined;
  count: number;
}

/** The ledger of a chain's native coin. */
export interface CoinLedger {
  /** Whether a residual has no transaction. */
  isOpen: boolean;
  /** The block after which all changes are checked; undefined if they are not. */
  since: bigint | undefined;
}

export interface BalanceLedgerRead {
  /** Of every chain that was ever indexed. */
  syncStatuses: ChainSyncStatus[];
  /** Latest first, per chain at most MAX_ENTRIES. */
  entries: ResidualEntry[];
  /** Chains with more entries, or with more residuals than are read. */
  truncated: ReadonlySet<string>;
  /** By chain. */
  coins: ReadonlyMap<string, CoinLedger>;
}

/** Per chain: anybody can create a token whose balances change without a reason. */
const MAX_ENTRIES = 1_000;
const MAX_READ = 10_000;
const DAY_SECONDS = 86_400;

const NATIVE_COIN = `'${NATIVE}'::bytea`;

type Row = SyncStatusRow & {
  entries: string | null;
  more: bigint | null;
  is_coin_open: boolean;
  coin_since: bigint | null;
};

/**
 * One row per chain. A range of residual's primary key, and one look-up in leg's for each that a transaction explains.
 * $1: the owner, $2: the chains.
 */
const STATEMENT = {
  name: "portico-read-ledger",
  text: `
    with stored as materialized (
      select r.*, count(*) over (partition by chain) as total, is_rebase or ${drifts("r")} as is_moving
      from unnest($2::text[]) as requested(slug) cross join lateral (
        select * from residual where residual.owner = $1 and residual.chain = slug limit ${MAX_READ}
      ) r
    ), entry as (
      select chain, token, max(total) as total, min(from_block) as from_block, max(to_block) as to_block,
        max(time_at) as time_at, sum(raw_amount) as raw_amount, is_moving, bool_and(is_backwards) as is_backwards,
        count(*) as count, max(tx_block) as tx_block, max(position) as position,
        row_number() over (partition by chain order by max(to_block) desc, token, min(from_block) desc) as nth,
        count(*) over (partition by chain) as entries
      from stored
      group by chain, token, is_moving, case when is_moving then time_at / ${DAY_SECONDS} end,
        case when not is_moving then from_block end, case when not is_moving then to_block end
    ), listed as (
      select chain, greatest(max(total) - ${MAX_READ - 1}, max(entries) - ${MAX_ENTRIES}) as more,
        string_agg(concat_ws(' ', encode(token, 'hex'), from_block, to_block, time_at, raw_amount, is_moving,
          is_backwards, count, case when not is_moving then (
            select encode(tx_hash, 'hex') from leg where leg.owner = $1 and leg.chain = entry.chain
              and leg.block_number = tx_block and leg.position = entry.position limit 1
          ) end), ',' order by nth) as text
      from entry where nth <= ${MAX_ENTRIES} group by chain
    )
    select ${SYNC_STATUS_COLUMNS}, listed.text as entries, listed.more, exists (
      select 1 from residual r where r.owner = $1 and r.chain = chain_state.chain and r.token = ${NATIVE_COIN}
    ) as is_coin_open, (
      select opened_block from balance b
      where b.owner = $1 and b.chain = chain_state.chain and b.token = ${NATIVE_COIN} and raw_amount is not null
        and opened_block between all_coins_since and b.block_number and not exists (
          select 1 from fee_recipient f where f.owner = $1 and f.chain = chain_state.chain
            and (f.span = ${ALWAYS} or f.span >= opened_block >> ${SPAN_BITS})
        )
    ) as coin_since
    from chain_state left join listed using (chain) order by chain_state.chain`,
};

/** Reads an owner's residuals on some chains, and every chain's sync status, in one snapshot. */
export async function readBalanceLedger(
  db: Store,
  owner: Address,
  chains: readonly string[],
): Promise<BalanceLedgerRead> {
  const values = [toBytea(owner), [...new Set(chains)]];
  const { rows } = await withClient(db, (client) => client.query<Row>({ ...STATEMENT, values }));
  return {
    syncStatuses: rows.map(toSyncStatus),
    entries: rows.flatMap(({ chain, entries }) => entries?.split(",").map((text) => toEntry(chain, text)) ?? []),
    coins: new Map(
      rows.map(({ chain, is_coin_open, coin_since }) => [
        chain,
        { isOpen: is_coin_open, since: coin_since ?? undefined },
      ]),
    ),
    truncated: new Set(rows.flatMap(({ chain, more }) => (more !== null && more > 0n ? [chain] : []))),
  };
}

/** @param text - As the statement writes it: `a0b8… 17 19 1763700000 -250 f t 1 5c50…`. */
function toEntry(chain: string, text: string): ResidualEntry {
  const [token = "", from = "", to = "", timeAt = "", rawAmount = "", isRebase, isBackwards, count, hash] =
    text.split(" ");
  return {
    chain,
    token: `0x${token}`,
    fromBlock: BigInt(from),
    toBlock: BigInt(to),
    timeAt: Number(timeAt),
    rawAmount: BigInt(rawAmount),
    isRebase: isRebase === "t",
    isBackwards: isBackwards === "t",
    txHash: hash === undefined ? undefined : `0x${hash}`,
    count: Number(count),
  };
}
