import { withClient } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import { LegKind } from "../history/position.ts";
import type { Approval } from "./approvalRead.ts";

export interface PastApprovalsQuery {
  owner: Address;
  chain: string;
  /** After all of its transactions. From the first indexed block to that of the balances. */
  blockNumber: bigint;
  /** Maximum number, of the latest ones. */
  limit: number;
}

/** An allowance that a spender may have had after a past block. */
export type PastApproval = Pick<
  Approval,
  "changedAt" | "expiresAt" | "isContract" | "isPermit2" | "spender" | "token"
> & {
  /** The current amount in base units; null if unknown. */
  rawAmount: bigint | null;
  /** Whether the current amount was read at or before the block: it has not changed since. */
  isUnchanged: boolean;
};

type Row = {
  token: Bytea;
  spender: Bytea;
  is_permit2: boolean;
  raw_amount: string | null;
  expires_at: bigint | null;
  changed_at: bigint | null;
  is_unchanged: boolean;
  is_contract: boolean;
};

/**
 * Ranges of the keys of approval and of leg up to the block. $1: the owner, $2: the chain, $3: the block, $4: the limit.
 */
const STATEMENT = {
  name: "portico-read-past-approvals",
  text: `
    with event as (
      select token, counterparty as spender, kind = ${LegKind.permit2Approval} as is_permit2, max(time_at) as changed_at
      from leg
      where leg.owner = $1 and leg.chain = $2 and leg.block_number <= $3
        and kind in (${LegKind.approval}, ${LegKind.permit2Approval})
      group by 1, 2, 3
    )
    select a.token, a.spender, is_permit2, a.raw_amount::text, a.expires_at, coalesce(
        event.changed_at, case when a.changed_block <= $3 then a.changed_at end
      ) as changed_at,
      coalesce(a.block_number <= $3, false) as is_unchanged, exists (
        select 1 from contract where chain = $2 and address = a.spender offset 0
      ) as is_contract
    from approval a left join event using (token, spender, is_permit2)
    where a.owner = $1 and a.chain = $2 and (a.raw_amount > 0 or a.block_number is null or a.block_number > $3)
      and (event.changed_at is not null or a.changed_block is null or a.changed_block <= $3 or exists (
        select from chain_state where chain = $2 and indexed_from is not null
      ))
    order by a.changed_block desc nulls last limit $4`,
};

/**
 * Reads allowances that an owner may have had after a past block, the latest first: those without an event until then
 * had no amount, unless blocks were dropped in which it may have been. `changedAt` is the time of the last event until then;
 * null if it is not known.
 */
export async function readPastApprovals(
  db: Store,
  { owner, chain, blockNumber, limit }: PastApprovalsQuery,
): Promise<PastApproval[]> {
  const values = [toBytea(owner), chain, blockNumber, limit];
  const { rows } = await withClient(db, (client) => client.query<Row>({ ...STATEMENT, values }));
  return rows.map((row) => ({
    token: fromBytea(row.token),
    spender: fromBytea(row.spender),
    isPermit2: row.is_permit2,
    rawAmount: row.raw_amount === null ? null : BigInt(row.raw_amount),
    expiresAt: row.expires_at,
    changedAt: toSeconds(row.changed_at),
    isUnchanged: row.is_unchanged,
    isContract: row.is_contract,
  }));
}
