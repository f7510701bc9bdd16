import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { EVENT_STATUS_COLUMNS, toEventStatus } from "../chains/chainSyncStatus.ts";
import type { ChainSyncStatus, EventStatusRow } from "../chains/chainSyncStatus.ts";
import type { Store } from "../database/database.ts";
import { queryOwner } from "../distribution/queryOwner.ts";

/** A spender's allowance. */
export type Approval = {
  token: Address;
  spender: Address;
  /** Within Permit2, instead of the token's own. */
  isPermit2: boolean;
  /** Base units, never zero. */
  rawAmount: bigint;
  /** Unix seconds: invalid afterwards. Null if it does not expire. */
  expiresAt: bigint | null;
  /** Time of the last change, unix seconds; null if no event reported it. */
  changedAt: number | null;
  /** The owner's balance of the token; undefined if unknown. */
  rawBalance: bigint | undefined;
  /** Within Permit2: the token's allowance for Permit2 itself. */
  rawPermit2: bigint;
  /** Whether the spender's creation was indexed. */
  isContract: boolean;
};

export type ApprovalQuery = {
  owner: Address;
  chain: string;
  /** Permit2's address on the chain. */
  permit2: Address;
  /** Maximum number, of the latest ones. */
  limit: number;
};

export type ApprovalsRead = {
  /** Of every chain that was ever indexed. */
  syncStatuses: ChainSyncStatus[];
  /** Latest change first. */
  approvals: Approval[];
};

type Entry = [
  token: Bytea,
  spender: Bytea,
  isPermit2: boolean,
  rawAmount: string,
  expiresAt: number | null,
  changedAt: number | null,
  rawBalance: string | null,
  rawPermit2: string | null,
  isContract: boolean,
];
type Row = EventStatusRow & { approvals: Entry[] | null };

/**
 * The inner query, exported for a test of its plan: the newest of approval_in_force, and three look-ups each.
 * Not joins, because a planner that misestimates the number of approvals builds a product of two tables.
 */
export const SELECT_APPROVALS = `
  select a.*, (
      select raw_amount from balance where owner = $1 and chain = $2 and token = a.token
    ) as raw_balance, case when a.is_permit2 then (
      select raw_amount from approval
      where owner = $1 and chain = $2 and token = a.token and spender = $3 and not is_permit2
    ) end as raw_permit2, exists (
      select 1 from contract where chain = $2 and address = a.spender offset 0
    ) as is_contract
  from (
    select token, spender, is_permit2, raw_amount, expires_at, changed_at, changed_block from approval
    where owner = $1 and chain = $2 and raw_amount > 0
    order by changed_block desc nulls last limit $4
  ) a`;

const STATEMENT = {
  name: "portico-read-approvals",
  text: `
    select ${EVENT_STATUS_COLUMNS}, case when chain = $2 then (
      select json_agg(json_build_array(token, spender, is_permit2, raw_amount::text, expires_at, changed_at,
        raw_balance::text, raw_permit2::text, is_contract) order by changed_block desc nulls last)
      from (${SELECT_APPROVALS}) read
    ) end as approvals
    from chain_state order by chain`,
};

/** Reads an owner's token approvals on a chain, and every chain's sync status, in one snapshot. */
export async function readApprovals(
  db: Store,
  { owner, chain, permit2, limit }: ApprovalQuery,
): Promise<ApprovalsRead> {
  const values = [toBytea(owner), chain, toBytea(permit2), limit];
  const rows = await queryOwner<Row>(db, owner, { ...STATEMENT, values });
  return {
    syncStatuses: rows.map(toEventStatus),
    approvals: rows.flatMap(({ approvals }) => approvals ?? []).map(toApproval),
  };
}

const toApproval = ([
  token,
  spender,
  isPermit2,
  rawAmount,
  expiresAt,
  changedAt,
  balance,
  permit2,
  isContract,
]: Entry): Approval => ({
  token: fromBytea(token),
  spender: fromBytea(spender),
  isPermit2,
  rawAmount: BigInt(rawAmount),
  expiresAt: expiresAt === null ? null : BigInt(expiresAt),
  changedAt,
  rawBalance: balance === null ? undefined : BigInt(balance),
  rawPermit2: BigInt(permit2 ?? 0),
  isContract,
});
