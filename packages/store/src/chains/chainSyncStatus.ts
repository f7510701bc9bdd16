import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { toBytea } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import type { IndexMode } from "../database/schema.ts";
import type { HistoryState } from "../owners/ownerSchema.ts";
import { drifts } from "../balances/tokenDrift.ts";

/** A chain's sync status, for responses. */
export type ChainSyncStatus = {
  chain: string;
  /** The first indexed block: of the owner, if only followed owners are indexed. */
  startBlock: bigint;
  mode: IndexMode;
  /** The block of all balances, and its timestamp (unix seconds). Undefined until the first sync is done. */
  balances: { blockNumber: bigint; timeAt: number } | undefined;
  /**
   * Whether the store has the owner's balances of all listed tokens: the chain is indexed from genesis,
   * or the owner had an initial scan (see initialScans.ts). Undefined if no balance of an owner is read.
   */
  isScanned?: boolean;
  /** Whether the initial scan has read the native coin and the common tokens only, so far. */
  isScanning?: boolean;
  /** Whether the owner's token balances there follow from logs. Undefined if none is read. */
  ledger?: LedgerStatus;
  /**
   * Of the owner's history before the index stored its changes. Undefined if the chain is indexed in full and none is
   * collected, or nothing of an owner is read.
   */
  history?: HistoryStatus | undefined;
};

/** How far an owner's history is collected. */
export type HistoryStatus = {
  state: HistoryState;
  /** Transactions with a log that names the owner are known since this block; others since the status' `startBlock`. */
  logsFrom: bigint;
  /** Why it is not complete; not while it is being collected. */
  reason?: string;
};

/** Pairs of an owner on a chain with changes that no transaction explains. */
export type LedgerStatus = {
  /** Their number; 0: the ledger is closed. At most MAX_RESIDUALS are counted. */
  openCount: number;
  /** The first of them, verified tokens first, then the latest, with the blocks in which they changed. */
  open: OpenRange[];
};

type OpenRange = {
  token: Address;
  /** Exclusive. */
  fromBlock: bigint;
  /** Inclusive. */
  toBlock: bigint;
};

/** Read of an owner and chain: anybody can create a token whose balances change without a reason. */
const MAX_RESIDUALS = 1_000;
const MAX_OPEN_RANGES = 5;

export type SyncStatusRow = {
  chain: string;
  start_block: bigint;
  mode: IndexMode;
  block: bigint | null;
  time: bigint | null;
  /** Of the initial scan, as far as there is one, or none is needed. */
  scan: "complete" | "partial" | null;
  open_ranges: string | null;
  history: string | null;
};

/**
 * The number of open pairs, and the first ones, of an owner on a chain, as one text; null if there are none. A range of
 * residual's primary key. The parameters are SQL expressions.
 */
export const selectOpenRanges = (owner: string, chain: string): string => `(
    select max(total) || string_agg(' ' || encode(token, 'hex') || ':' || from_block || '-' || to_block, ''
      order by nth) filter (where nth <= ${MAX_OPEN_RANGES})
    from (
      select token, from_block, to_block, count(*) over () as total, row_number() over (
        order by exists (select 1 from token t where t.chain = ${chain} and t.address = pair.token and t.is_verified) desc,
          to_block desc, token
      ) as nth
      from (
        select token, min(from_block) as from_block, max(to_block) as to_block from (
          select token, from_block, to_block from residual
          where residual.owner = ${owner} and residual.chain = ${chain} and tx_block is null and not is_rebase
            and not ${drifts("residual")}
          limit ${MAX_RESIDUALS}
        ) r group by token
      ) pair
    ) pair
  )`;

/** The history of the owner $1 on a chain, unless the index has stored nothing of the owner for a while after it. */
const HISTORY = `owner_history h
    where h.chain = chain_state.chain and h.owner = $1
      and (chain_state.index_mode = 'owners' or h.to_block >= chain_state.start_block - 1 or exists (
        select 1 from followed_owner f where f.chain = h.chain and f.owner = $1 and since_block is not null
      ))`;

/** The block since which the index stores the changes of the owner $1 on a chain. */
const INDEX_START = `coalesce(case when chain_state.index_mode = 'owners' then (
    select since_block + 1 from followed_owner f where f.chain = chain_state.chain and f.owner = $1
  ) end, chain_state.start_block)`;

/**
 * The first block of the owner $1 on a chain: of its history, as far as both passes have collected it, or the one since
 * which the index stores its changes. A history may be complete without a pass: if the other found everything. All
 * columns of chain_state are qualified with its name.
 */
export const OWNER_START = `coalesce((
    select case when state = 'complete' then 0 else greatest(calls_from, logs_from) end from ${HISTORY}
      and (state = 'complete' or (calls_from is not null and logs_from is not null))
  ), ${INDEX_START})`;

/** In characters. */
const MAX_REASON_LENGTH = 200;

/**
 * The state of the history of the owner $1 on a chain, since when its logs are known, and why it ended incomplete, as one
 * text without separators; null if the chain is indexed in full, and none is collected.
 */
export const OWNER_HISTORY = `coalesce((
    select concat_ws(' ', state, coalesce(logs_from, to_block + 1), case when state <> 'collecting' then
      translate(left(reason, ${MAX_REASON_LENGTH}), ',;', '  ')
    end) from ${HISTORY}
  ), case when chain_state.index_mode = 'owners' then 'collecting ' || ${INDEX_START} end)`;

/**
 * Whether the index of a chain began at genesis: balances from before its first block are known then, too. All columns of
 * chain_state are qualified with its name.
 */
export const IS_WHOLE = "coalesce(chain_state.indexed_from, chain_state.start_block) = 0";

/** The columns of a SyncStatusRow, selected from chain_state; the parameter $1 is the owner. */
export const SYNC_STATUS_COLUMNS = `
  chain_state.chain, ${OWNER_START} as start_block,
  chain_state.index_mode as mode, chain_state.balances_block as block, chain_state.balances_time as time,
  case when ${IS_WHOLE} and chain_state.index_mode = 'full' then 'complete' else (
    select case when is_partial then 'partial' else 'complete' end from sight
    where sight.owner = $1 and sight.chain = chain_state.chain and sight.block_number is not null
  ) end as scan, ${selectOpenRanges("$1", "chain_state.chain")} as open_ranges, ${OWNER_HISTORY} as history`;

export const toSyncStatus = (row: SyncStatusRow): ChainSyncStatus => ({
  ...toChainSyncStatus(row),
  isScanned: row.scan !== null,
  ...(row.scan === "partial" && { isScanning: true }),
  ledger: toLedgerStatus(row.open_ranges),
  history: toHistoryStatus(row.history),
});

/** @param text - As OWNER_HISTORY writes it: `complete 0`, or `tokens 0 the reason`. */
function toHistoryStatus(text: string | null): HistoryStatus | undefined {
  const [state, logsFrom, ...words] = text?.split(/ +/) ?? [];
  if (logsFrom === undefined) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked by the table
  const history = { state: state as HistoryState, logsFrom: BigInt(logsFrom) };
  return words.length === 0 ? history : { ...history, reason: words.join(" ") };
}

/** @param text - As selectOpenRanges writes it: `2 a0b8…:17-19 6b17…:3-12`. */
function toLedgerStatus(text: string | null): LedgerStatus {
  const [count = "0", ...ranges] = text?.split(" ") ?? [];
  const open = ranges.map((range): OpenRange => {
    const [token = "", blocks = ""] = range.split(":");
    const [from = "0", to = "0"] = blocks.split("-");
    return { token: `0x${token}`, fromBlock: BigInt(from), toBlock: BigInt(to) };
  });
  return { openCount: Number(count), open };
}

/** The columns of a row for toChainSyncStatus, selected from chain_state. */
export const CHAIN_SYNC_STATUS_COLUMNS =
  "chain, start_block, index_mode as mode, balances_block as block, balances_time as time";

/** A row of CHAIN_SYNC_STATUS_COLUMNS. */
export type ChainStatusRow = Omit<SyncStatusRow, "history" | "open_ranges" | "scan">;

/** If no balance of an owner is read. */
export const toChainSyncStatus = ({ chain, start_block, mode, block, time }: ChainStatusRow): ChainSyncStatus => ({
  chain,
  startBlock: start_block,
  mode,
  balances: block === null || time === null ? undefined : { blockNumber: block, timeAt: toSeconds(time) },
});

/** The columns of an EventStatusRow, selected from chain_state; the parameter $1 is the owner. */
export const EVENT_STATUS_COLUMNS = `
  chain_state.chain, ${OWNER_START} as start_block, chain_state.index_mode as mode,
  chain_state.balances_block as block, chain_state.balances_time as time,
  chain_state.index_mode = 'full' or exists (
    select 1 from sight where sight.owner = $1 and sight.chain = chain_state.chain and sight.block_number is not null
  ) as is_followed, ${OWNER_HISTORY} as history`;

export type EventStatusRow = ChainStatusRow & { is_followed: boolean; history: string | null };

/** EVENT_STATUS_COLUMNS for a statement of Kysely. */
export const selectEventStatus = (owner: Address): RawBuilder<EventStatusRow> =>
  sql`${sql.join(
    EVENT_STATUS_COLUMNS.split("$1").map((text) => sql.raw(text)),
    sql`${toBytea(owner)}::bytea`,
  )}`;

/** If what is read of an owner follows from events: those of everybody are stored, or of followed owners. */
export const toEventStatus = (row: EventStatusRow): ChainSyncStatus => ({
  ...toChainSyncStatus(row),
  ...(row.is_followed ? {} : { isScanned: false }),
  history: toHistoryStatus(row.history),
});
