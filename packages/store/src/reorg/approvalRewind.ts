import { sql } from "kysely";
import { toNumberArray } from "../encoding/bytea.ts";
import type { Bytea } from "../encoding/bytea.ts";
import { SPENDERS_FOLLOWED } from "../approvals/approvals.ts";
import type { BlockRef } from "../chains/chains.ts";
import { withOwnerRows } from "../distribution/ownerRows.ts";
import type { OwnerRows } from "../distribution/ownerRows.ts";
import { toNames } from "./listRewound.ts";
import type { Store } from "../database/database.ts";
import { LegKind } from "../history/position.ts";
import { isTrimmed, mayPrecede, redateTrimmed } from "../retention/keptRange.ts";

/**
 * Rewinds approvals to a block, while the legs after it still exist: changed ones get the last change
 * before it, or are deleted without one; those read later are queued to be read again. Rows are found by
 * approval_by_block and operator_approval_by_block, their former changes in a range of leg's primary key per owner.
 */
export async function rewindApprovals(db: Store, chain: string, fork: BlockRef): Promise<void> {
  await withOwnerRows(
    db,
    (tx) => listRows(tx, chain, fork.blockNumber),
    async (tx) => {
      await rewindChanges(tx, chain, fork);
      await deleteUnreported(tx, chain, fork);
      await rewindReads(tx, chain, fork);
      await rewindOperators(tx, chain, fork);
    },
  );
}

/** The approvals that changed or were read after a block, the others of their pairs, and their events. */
async function listRows(db: Store, chain: string, block: bigint): Promise<OwnerRows[]> {
  const isLater = sql`chain = ${chain} and (block_number > ${block} or changed_block > ${block})`;
  const { rows: tokens } = await sql<PairRow>`select distinct owner, token from approval where ${isLater}`.execute(db);
  const { rows: contracts } = await sql<PairRow>`
    select distinct owner, contract as token from operator_approval where ${isLater}`.execute(db);
  const [pairs, all] = [toNames(tokens), toNames([...tokens, ...contracts])];
  const kinds = [LegKind.approval, LegKind.permit2Approval, LegKind.operatorApproval];
  return [
    {
      table: "approval",
      where: [sql`chain = ${chain} and owner = ${pairs.owners} and token = ${pairs.tokens}`],
      isWritten: true,
    },
    { table: "operator_approval", where: [isLater], isWritten: true },
    {
      table: "leg",
      where: [],
      newest: {
        where: sql`chain = ${chain} and owner = ${all.owners} and token = ${all.tokens} and kind in (${sql.join(kinds)})
          and block_number <= ${block}`,
        by: sql`owner, token, counterparty, kind`,
      },
    },
    { table: "chain_state", where: [sql`chain = ${chain}`] },
    { table: "contract", where: [sql`chain = ${chain} and block_number > ${block}`] },
  ];
}

async function rewindChanges(db: Store, chain: string, fork: BlockRef): Promise<void> {
  const { rows: later } = await sql<ChangeKey>`
    select owner, token, spender as counterparty,
      case when is_permit2 then ${LegKind.permit2Approval}::integer else ${LegKind.approval}::integer end as kind
    from approval where chain = ${chain} and changed_block > ${fork.blockNumber}`.execute(db);
  if (later.length === 0) return;
  const crowded = await listCrowded(db, chain, later);
  const { rows: gone } = await sql<PairRow>`
    with former as (${await selectFormer(db, chain, fork, later)}), gone as (
      delete from approval a using former
      where former.changed_block is null and a.chain = ${chain} and a.owner = former.owner and a.token = former.token
        and a.spender = former.counterparty and a.is_permit2 = (former.kind = ${LegKind.permit2Approval})
        and not (${isTrimmed(chain)} and ${mayPrecede(chain, sql.ref("a.token"), fork.blockNumber)})
      returning a.owner, a.token, a.is_permit2
    ), former_again as (
      update approval a set changed_block = former.changed_block, changed_at = former.changed_at from former
      where former.changed_block is not null and a.chain = ${chain} and a.owner = former.owner
        and a.token = former.token and a.spender = former.counterparty
        and a.is_permit2 = (former.kind = ${LegKind.permit2Approval})
    )
    select distinct owner, token from gone where not is_permit2 order by owner, token`.execute(db);
  await redateTrimmed(db, chain, fork.blockNumber, "approval");
  await followAgain(db, chain, fork, crowded);
  await readInsideAgain(db, chain, gone);
}

/** Pairs of these keys at the limit of tracked approvals, where later ones may have displaced others. */
async function listCrowded(db: Store, chain: string, keys: readonly PairRow[]): Promise<PairRow[]> {
  const { rows } = await sql<PairRow>`
    select owner, token from (select distinct owner, token from ${unnestPairs(keys)}) pair cross join lateral (
      select count(*) as approvals from approval a
      where a.owner = pair.owner and a.chain = ${chain} and a.token = pair.token
    ) c where approvals >= ${SPENDERS_FOLLOWED}`.execute(db);
  return rows;
}

/** Tracks the latest approvals of these pairs up to the fork again, and queues those that were not read. */
async function followAgain(
  db: Store,
  chain: string,
  { blockNumber }: BlockRef,
  pairs: readonly PairRow[],
): Promise<void> {
  if (pairs.length === 0) return;
  await sql`
    with followed as (
      insert into approval (owner, chain, token, spender, is_permit2, is_stale, changed_block, changed_at)
      select pair.owner, ${chain}, pair.token, last.* from (select * from ${unnestPairs(pairs)}) pair cross join lateral (
        select counterparty, kind = ${LegKind.permit2Approval} as is_permit2, true, max(block_number), max(time_at) from leg
        where owner = pair.owner and chain = ${chain} and block_number <= ${blockNumber} and token = pair.token
          and kind in (${LegKind.approval}, ${LegKind.permit2Approval})
        group by counterparty, kind order by max(block_number) desc, counterparty, kind limit ${SPENDERS_FOLLOWED}
      ) last
      on conflict do nothing
      returning owner, token
    )
    insert into stale_balance (chain, owner, token)
    select distinct ${chain}, owner, token from followed order by owner, token
    on conflict do nothing`.execute(db);
}

const unnestPairs = (pairs: readonly PairRow[]) => sql`unnest(
  ${toArray(pairs.map(({ owner }) => owner))}::bytea[],
  ${toArray(pairs.map(({ token }) => token))}::bytea[]) as t(owner, token)`;

/**
 * Queues allowances within Permit2 to be read again if an approval by the same token is gone: it may have been
 * the one for Permit2, which was known before its first event, because it is read with the allowances inside.
 */
async function readInsideAgain(db: Store, chain: string, pairs: readonly PairRow[]): Promise<void> {
  if (pairs.length === 0) return;
  await sql`
    with inside as (
      update approval a set is_stale = true
      from unnest(
        ${toArray(pairs.map(({ owner }) => owner))}::bytea[], ${toArray(pairs.map(({ token }) => token))}::bytea[]
      ) as gone(owner, token)
      where a.owner = gone.owner and a.chain = ${chain} and a.token = gone.token and a.is_permit2
      returning a.owner, a.token
    )
    insert into stale_balance (chain, owner, token)
    select distinct ${chain}, owner, token from inside order by owner, token
    on conflict do nothing`.execute(db);
}

async function rewindOperators(db: Store, chain: string, fork: BlockRef): Promise<void> {
  const { rows: later } = await sql<ChangeKey>`
    select owner, contract as token, operator as counterparty, ${LegKind.operatorApproval}::integer as kind
    from operator_approval where chain = ${chain} and changed_block > ${fork.blockNumber}`.execute(db);
  if (later.length > 0) {
    await sql`
      with former as (${await selectFormer(db, chain, fork, later)}), gone as (
        delete from operator_approval a using former
        where former.changed_block is null and a.chain = ${chain} and a.owner = former.owner
          and a.contract = former.token and a.operator = former.counterparty
          and not (${isTrimmed(chain)} and ${mayPrecede(chain, sql.ref("a.contract"), fork.blockNumber)})
      )
      update operator_approval a set changed_block = former.changed_block, changed_at = former.changed_at from former
      where former.changed_block is not null and a.chain = ${chain} and a.owner = former.owner
        and a.contract = former.token and a.operator = former.counterparty`.execute(db);
    await redateTrimmed(db, chain, fork.blockNumber, "operator_approval");
  }
  await sql`
    update operator_approval set is_stale = true
    where chain = ${chain} and block_number > ${fork.blockNumber}`.execute(db);
}

type PairRow = { owner: Bytea; token: Bytea };

/** Owner, spender and asset of an approval, as in a leg. */
type ChangeKey = PairRow & { counterparty: Bytea; kind: number };

/**
 * Selects these keys with their last change up to the fork, or nulls. Legs are queried separately: a planner that
 * can't estimate the number of changed approvals builds a product of them and of all legs.
 */
async function selectFormer(db: Store, chain: string, { blockNumber }: BlockRef, keys: readonly ChangeKey[]) {
  const owners = [...new Set(keys.map(({ owner }) => owner))];
  const { rows } = await sql<ChangeKey & { changed_block: bigint; changed_at: bigint }>`
    select owner, token, counterparty, kind, max(block_number) as changed_block, max(time_at) as changed_at from leg
    where owner = any(${toArray(owners)}::bytea[]) and chain = ${chain} and block_number <= ${blockNumber}
      and kind in (${LegKind.approval}, ${LegKind.permit2Approval}, ${LegKind.operatorApproval})
      and owner || token || counterparty = any(${toArray(keys.map(toParties))}::bytea[])
    group by owner, token, counterparty, kind`.execute(db);
  const former = new Map(rows.map((row) => [toText(row), row]));
  const changes = keys.map((key) => former.get(toText(key)));
  return sql`
    select * from unnest(
      ${toArray(keys.map(({ owner }) => owner))}::bytea[],
      ${toArray(keys.map(({ token }) => token))}::bytea[],
      ${toArray(keys.map(({ counterparty }) => counterparty))}::bytea[],
      ${toNumberArray(keys.map(({ kind }) => kind))}::integer[],
      ${changes.map((change) => change?.changed_block ?? null)}::bigint[],
      ${changes.map((change) => change?.changed_at ?? null)}::bigint[]
    ) as t(owner, token, counterparty, kind, changed_block, changed_at)`;
}

const toText = (key: ChangeKey): string => `${toParties(key)} ${key.kind}`;

const toParties = ({ owner, token, counterparty }: ChangeKey): Bytea =>
  `${owner}${token.slice(2)}${counterparty.slice(2)}`;

/** An array parameter of bytea values that were read. */
const toArray = (values: readonly Bytea[]): string => `{${values.map((value) => `"\\${value}"`).join(",")}}`;

/** Deletes Permit2's own allowances that were read because of an allowance inside, if none is left. */
async function deleteUnreported(db: Store, chain: string, { blockNumber }: BlockRef): Promise<void> {
  await sql`
    delete from approval a
    where chain = ${chain} and block_number > ${blockNumber} and changed_block is null and not exists (
      select 1 from approval inside where inside.owner = a.owner and inside.chain = ${chain} and inside.token = a.token
        and inside.is_permit2
    )`.execute(db);
}

async function rewindReads(db: Store, chain: string, { blockNumber }: BlockRef): Promise<void> {
  await sql`
    with read as (
      update approval set is_stale = true where chain = ${chain} and block_number > ${blockNumber}
      returning owner, token
    )
    insert into stale_balance (chain, owner, token)
    select distinct ${chain}, owner, token from read order by owner, token
    on conflict do nothing`.execute(db);
}
