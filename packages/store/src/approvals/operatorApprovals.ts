import { sql } from "kysely";
import { fromBytea, toBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { isOfOwners, withOwnerRows } from "../distribution/ownerRows.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";

/** Approval for all NFTs of a contract that an owner has (`setApprovalForAll`). */
export type OperatorApprovalKey = { owner: Address; contract: Address; operator: Address };

/** Event of an approval. A call reads whether it is in force. */
export type OperatorApprovalChange = OperatorApprovalKey & {
  blockNumber: bigint;
  /** Of the block, unix seconds. */
  timeAt: number;
};

/** Call result; null if the call fails. */
export type OperatorApprovalRead = OperatorApprovalKey & { isApproved: boolean | null };

/**
 * Stores approvals from events; each waits to be read, and has the earlier result until then. Of several changes of one
 * approval the last one counts. One statement, by the primary key.
 */
export async function upsertOperatorApprovals(
  db: Store,
  chain: string,
  changes: readonly OperatorApprovalChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const last = [...new Map(changes.map((change) => [toText(change), change])).values()];
  await sql`
    insert into operator_approval (owner, chain, contract, operator, is_stale, changed_block, changed_at)
    select owner, ${chain}, contract, operator, true, changed_block, changed_at from unnest(
      ${keyArrays(last)},
      ${toNumberArray(last.map(({ blockNumber }) => blockNumber))}::bigint[],
      ${toNumberArray(last.map(({ timeAt }) => timeAt))}::bigint[]
    ) as t(owner, contract, operator, changed_block, changed_at)
    order by owner, contract, operator
    on conflict (owner, chain, contract, operator) do update
    set is_stale = true, changed_block = excluded.changed_block, changed_at = excluded.changed_at
    where operator_approval.changed_block <= excluded.changed_block`.execute(db);
}

const toText = ({ owner, contract, operator }: OperatorApprovalKey) => `${owner} ${contract} ${operator}`;

const keyArrays = (keys: readonly OperatorApprovalKey[]) => sql`
  ${toByteaArray(keys.map(({ owner }) => owner))}::bytea[],
  ${toByteaArray(keys.map(({ contract }) => contract))}::bytea[],
  ${toByteaArray(keys.map(({ operator }) => operator))}::bytea[]`;

type KeyRow = { owner: Bytea; contract: Bytea; operator: Bytea };

/** Maximum number of operators of an owner and contract that are read again at once: anybody can emit approvals. */
const MAX_OPERATORS_READ = 100;

/** An owner, and a contract of which it may have operators. */
export type OperatorPair = Pick<OperatorApprovalKey, "contract" | "owner">;

/**
 * Queues the stored approvals of these pairs to be read again, of each the latest MAX_OPERATORS_READ: they may have
 * changed without an event. A range of the primary key per pair.
 */
export async function markOperatorsStale(db: Store, chain: string, pairs: readonly OperatorPair[]): Promise<void> {
  if (pairs.length === 0) return;
  const owners = pairs.map(({ owner }) => owner);
  const contracts = toByteaArray([...new Set(pairs.map(({ contract }) => contract))]);
  const where = [sql`${isOfOwners(chain, owners)} and contract = any(${contracts}::bytea[])`];
  const mark = sql`
    update operator_approval a set is_stale = true
    from (
      select distinct owner, contract from unnest(
        ${toByteaArray(pairs.map(({ owner }) => owner))}::bytea[],
        ${toByteaArray(pairs.map(({ contract }) => contract))}::bytea[]
      ) as t(owner, contract)
    ) pair cross join lateral (
      select operator from operator_approval o
      where o.owner = pair.owner and o.chain = ${chain} and o.contract = pair.contract
      order by changed_block desc limit ${MAX_OPERATORS_READ}
    ) latest
    where a.owner = pair.owner and a.chain = ${chain} and a.contract = pair.contract and a.operator = latest.operator
      and not a.is_stale`;
  await withOwnerRows(
    db,
    () => [{ table: "operator_approval", where, isWritten: true }],
    (tx) => mark.execute(tx),
  );
}

/** The contracts of a chain's stored approvals. Reads all of them. */
export async function listOperatorContracts(db: Store, chain: string): Promise<Address[]> {
  const { rows } = await sql<{ contract: Bytea }>`
    select distinct contract from operator_approval where chain = ${chain}`.execute(db);
  return rows.map(({ contract }) => fromBytea(contract));
}

/**
 * At most `limit` approvals waiting to be read, in any order. They wait until writeOperatorApprovals. By
 * operator_approval_stale.
 */
export async function takeStaleOperatorApprovals(
  db: Store,
  chain: string,
  limit: number,
): Promise<OperatorApprovalKey[]> {
  const { rows } = await sql<KeyRow>`
    select owner, contract, operator from operator_approval where chain = ${chain} and is_stale
    limit ${limit}`.execute(db);
  return rows.map(({ owner, contract, operator }) => ({
    owner: fromBytea(owner),
    contract: fromBytea(contract),
    operator: fromBytea(operator),
  }));
}

/**
 * Stores call results at one block; after `upsertOperatorApprovals`, if both are in one transaction. One statement, by
 * the primary key; each approval at most once.
 */
export async function writeOperatorApprovals(
  db: Store,
  chain: string,
  blockNumber: bigint,
  reads: readonly OperatorApprovalRead[],
): Promise<void> {
  if (reads.length === 0) return;
  await sql`
    update operator_approval a
    set is_stale = false, is_approved = read.is_approved, block_number = ${blockNumber}::bigint
    from unnest(${keyArrays(reads)}, ${reads.map(({ isApproved }) => isApproved)}::boolean[])
      as read(owner, contract, operator, is_approved)
    where a.owner = read.owner and a.chain = ${chain} and a.contract = read.contract
      and a.operator = read.operator`.execute(db);
}

export type OperatorApproval = {
  contract: Address;
  operator: Address;
  /** Time of the last change, unix seconds. */
  changedAt: number;
};

/**
 * An owner's operators in force on a chain, at most `limit`, most recently changed first. By
 * operator_approval_in_force.
 */
export async function listOperatorApprovals(
  db: Store,
  owner: Address,
  chain: string,
  limit: number,
): Promise<OperatorApproval[]> {
  const { rows } = await sql<{ contract: Bytea; operator: Bytea; changed_at: bigint }>`
    select contract, operator, changed_at from operator_approval
    where owner = ${toBytea(owner)} and chain = ${chain} and is_approved
    order by changed_block desc limit ${limit}`.execute(db);
  return rows.map(({ contract, operator, changed_at }) => ({
    contract: fromBytea(contract),
    operator: fromBytea(operator),
    changedAt: toSeconds(changed_at),
  }));
}
