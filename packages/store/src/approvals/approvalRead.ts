import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { OWNERLESS_REACH_COLUMNS, toOwnerlessReach } from "../chains/chainReach.ts";
import type { ChainReach, ReachRow } from "../chains/chainReach.ts";
import { withClient } from "../database/database.ts";
import type { Store } from "../database/database.ts";

/** What a spender may move. */
export type Approval = {
  token: Address;
  spender: Address;
  /** Within Permit2, and not the token's own. */
  isPermit2: boolean;
  /** Base units, never zero. */
  rawAmount: bigint;
  /** Unix seconds: later than this it is void. Null when it does not end by itself. */
  expiresAt: bigint | null;
  /** When it last changed, unix seconds; null when no event told of it. */
  changedAt: number | null;
  /** What the owner has of the token; undefined when that is not known. */
  rawBalance: bigint | undefined;
  /** Within Permit2: what the token allows Permit2 itself. */
  rawPermit2: bigint;
  /** Whether the spender's creation was seen. */
  isContract: boolean;
};

export type ApprovalQuery = {
  owner: Address;
  chain: string;
  /** Where Permit2 stands on the chain. */
  permit2: Address;
  /** At most so many, those that changed last. */
  limit: number;
};

export type ApprovalsRead = {
  /** Of every chain that was ever indexed. */
  reaches: ChainReach[];
  /** Changed last first. */
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
type Row = Omit<ReachRow, "is_sighted"> & { approvals: Entry[] | null };

/**
 * The inner query, apart so that a test can look at its plan: the newest of approval_in_force, and three look-ups each.
 * They are no joins, because a planner that misjudges how many approvals there are makes a product of two tables of it.
 */
export const SELECT_APPROVALS = `
  select a.*, (
      select raw_amount from balance where owner = $1 and chain = $2 and token = a.token
    ) as raw_balance, case when a.is_permit2 then (
      select raw_amount from approval
      where owner = $1 and chain = $2 and token = a.token and spender = $3 and not is_permit2
    ) end as raw_permit2, exists (
      select from contract where chain = $2 and address = a.spender offset 0
    ) as is_contract
  from (
    select token, spender, is_permit2, raw_amount, expires_at, changed_at, changed_block from approval
    where owner = $1 and chain = $2 and raw_amount > 0
    order by changed_block desc nulls last limit $4
  ) a`;

const STATEMENT = {
  name: "portico-read-approvals",
  text: `
    select ${OWNERLESS_REACH_COLUMNS}, case when chain = $2 then (
      select json_agg(json_build_array(token, spender, is_permit2, raw_amount::text, expires_at, changed_at,
        raw_balance::text, raw_permit2::text, is_contract) order by changed_block desc nulls last)
      from (${SELECT_APPROVALS}) read
    ) end as approvals
    from chain_state order by chain`,
};

/** Reads who may move an owner's tokens on a chain, and how far every chain is, in one snapshot. */
export async function readApprovals(
  db: Store,
  { owner, chain, permit2, limit }: ApprovalQuery,
): Promise<ApprovalsRead> {
  const values = [toBytea(owner), chain, toBytea(permit2), limit];
  const { rows } = await withClient(db, (client) => client.query<Row>({ ...STATEMENT, values }));
  return {
    reaches: rows.map(toOwnerlessReach),
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
