import { sql } from "kysely";
import { listContracts } from "../contracts/contracts.ts";
import type { Store } from "../database/database.ts";
import { fromBytea, toBytea, ZERO } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import { LegKind } from "../history/position.ts";
import { selectDropped } from "../retention/keptRange.ts";
import { toNftId } from "../nfts/nftKeys.ts";
import type { NftId, NftIdRow } from "../nfts/nftKeys.ts";
import type { OperatorApproval } from "./operatorApprovals.ts";
import type { PastApprovalsQuery } from "./readPastApprovals.ts";

/** The approved account of an NFT that an owner may have had after a past block. */
export type PastNftApproval = NftId & {
  /** The current one; the zero address if there is none. */
  spender: Address;
  /** By the last event until the block. */
  loggedSpender: Address;
  /** Of that event, unix seconds, and its block. */
  changedAt: number;
  changedBlock: bigint;
  /** Whether the current one was read at or before the block: it has not changed since. */
  isUnchanged: boolean;
};

/** An operator that an owner may have had after a past block. */
export type PastOperator = OperatorApproval & {
  /** Now; null if unknown. */
  isApproved: boolean | null;
  /** Whether that was read at or before the block: it has not changed since. */
  isUnchanged: boolean;
};

export interface PastNftApprovals {
  /** By contract and token id. */
  approvals: PastNftApproval[];
  /** Most recently changed first. */
  operators: PastOperator[];
  /** Spenders and operators with an indexed creation. */
  contracts: ReadonlySet<Address>;
}

/**
 * Reads NFT approvals that an owner may have had after a past block: those with an event until then, and if blocks were
 * dropped, all. One that changed in them is dated by the last dropped block if it changed again since.
 */
export async function readPastNftApprovals(db: Store, query: PastApprovalsQuery): Promise<PastNftApprovals> {
  const [approvals, operators] = await Promise.all([listApprovals(db, query), listOperators(db, query)]);
  const spenders = approvals.flatMap(({ spender, loggedSpender }) => [spender, loggedSpender]);
  const accounts = new Set([...spenders, ...operators.map(({ operator }) => operator)]);
  const contracts = await listContracts(db, query.chain, [...accounts]);
  return { approvals, operators, contracts: new Set(contracts.map(({ address }) => address)) };
}

type ApprovalRow = NftIdRow & {
  spender: Bytea;
  logged_spender: Bytea;
  changed_at: bigint;
  changed_block: bigint;
  is_unchanged: boolean;
};

async function listApprovals(
  db: Store,
  { owner, chain, blockNumber, limit }: PastApprovalsQuery,
): Promise<PastNftApproval[]> {
  const { rows } = await sql<ApprovalRow>`
    with event as (
      select distinct on (token, token_id) token as contract, token_id, counterparty as logged_spender,
        time_at as changed_at, block_number as changed_block
      from leg where owner = ${toBytea(owner)} and chain = ${chain} and block_number <= ${blockNumber}
        and kind = ${LegKind.nftApproval}
      order by token, token_id, block_number desc, position desc
    )
    select contract, a.token_id::text, spender, case
        when event.changed_at is not null then event.logged_spender
        when a.changed_block <= ${blockNumber} then spender
        else ${ZERO} end as logged_spender,
      coalesce(event.changed_at, case when a.changed_block <= ${blockNumber} then a.changed_at end, dropped.time_at) as changed_at,
      coalesce(event.changed_block, case when a.changed_block <= ${blockNumber} then a.changed_block end, dropped.block_number)
        as changed_block,
      a.block_number <= ${blockNumber} as is_unchanged
    from nft_approval a left join event using (contract, token_id) left join (${selectDropped(chain)}) dropped on true
    where (event.changed_at is not null or dropped.block_number is not null) and a.owner = ${toBytea(owner)} and a.chain = ${chain} and (spender <> ${ZERO} or a.block_number > ${blockNumber})
    order by contract, a.token_id limit ${limit}`.execute(db);
  return rows.map((row) => ({
    ...toNftId(row),
    spender: fromBytea(row.spender),
    loggedSpender: fromBytea(row.logged_spender),
    changedAt: toSeconds(row.changed_at),
    changedBlock: row.changed_block,
    isUnchanged: row.is_unchanged,
  }));
}

type OperatorRow = {
  contract: Bytea;
  operator: Bytea;
  changed_at: bigint;
  is_approved: boolean | null;
  is_unchanged: boolean;
};

async function listOperators(
  db: Store,
  { owner, chain, blockNumber, limit }: PastApprovalsQuery,
): Promise<PastOperator[]> {
  const { rows } = await sql<OperatorRow>`
    with event as (
      select token as contract, counterparty as operator, max(time_at) as changed_at
      from leg where owner = ${toBytea(owner)} and chain = ${chain} and block_number <= ${blockNumber}
        and kind = ${LegKind.operatorApproval}
      group by 1, 2
    )
    select contract, operator, is_approved, coalesce(
        event.changed_at, case when a.changed_block <= ${blockNumber} then a.changed_at end, dropped.time_at
      ) as changed_at,
      coalesce(a.block_number <= ${blockNumber}, false) as is_unchanged
    from operator_approval a left join event using (contract, operator) left join (${selectDropped(chain)}) dropped on true
    where (event.changed_at is not null or dropped.block_number is not null) and a.owner = ${toBytea(owner)} and a.chain = ${chain}
      and (is_approved or a.block_number is null or a.block_number > ${blockNumber})
    order by a.changed_block desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    contract: fromBytea(row.contract),
    operator: fromBytea(row.operator),
    changedAt: toSeconds(row.changed_at),
    isApproved: row.is_approved,
    isUnchanged: row.is_unchanged,
  }));
}
