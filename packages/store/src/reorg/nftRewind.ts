import { sql } from "kysely";
import { fromBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Bytea } from "../encoding/bytea.ts";
import type { BlockRef } from "../chains/chains.ts";
import type { Store } from "../database/database.ts";
import { LegKind } from "../history/position.ts";
import { withOwnerRows } from "../distribution/ownerRows.ts";
import type { OwnerRows } from "../distribution/ownerRows.ts";
import { isTrimmed, mayPrecede, redateTrimmed } from "../retention/keptRange.ts";
import { listRewound } from "./listRewound.ts";
import { selectUnnamed } from "./selectUnnamed.ts";

/**
 * Rewinds NFTs to `fork`; call it before the legs after the fork are deleted. Later sales are deleted; approvals are
 * dated by the newest remaining leg, or deleted if there is none; NFTs of owners named only by later legs are deleted.
 * Balances read or changed after the fork wait to be read again, and so do contracts described after it and the
 * metadata of NFTs minted after it; both are deleted if they can't have existed before. A contract created after the
 * fork loses its creator, and so does one whose deployment was looked up, if that was not before the second of the fork.
 * By leg_by_block, nft_balance_by_block, nft_sale_by_block, and primary keys.
 */
export async function rewindNfts(
  tx: Store,
  chain: string,
  fork: Pick<BlockRef, "blockNumber" | "timeAt">,
): Promise<void> {
  const block = fork.blockNumber;
  await sql`
    insert into stale_nft (chain, owner, contract, token_id, is_erc1155)
    select ${chain}, owner, contract, token_id, bool_or(is_erc1155) from (
      select owner, contract, token_id, is_erc1155 from nft_balance where chain = ${chain} and block_number > ${block}
      union all
      select l.owner, l.token, l.token_id, coalesce(b.is_erc1155, n.is_erc1155, false) from leg l
      left join nft_balance b on b.owner = l.owner and b.chain = l.chain and b.contract = l.token and b.token_id = l.token_id
      left join nft_contract n on n.chain = l.chain and n.address = l.token
      where l.chain = ${chain} and l.block_number > ${block} and l.kind in (${LegKind.nft}, ${LegKind.nftApproval})
    ) changed group by owner, contract, token_id order by owner, contract, token_id
    on conflict do nothing`.execute(tx);
  await withOwnerRows(
    tx,
    (db) => listRows(db, chain, block),
    async (copies) => {
      await deleteUnnamed(copies, chain, block);
      await redateApprovals(copies, chain, block);
    },
  );
  await sql`delete from nft_sale where chain = ${chain} and block_number > ${block}`.execute(tx);
  await rewindContracts(tx, chain, fork);
  await rewindMetadata(tx, chain, block);
}

/** The rows of owners whose legs after the block name NFTs. */
async function listRows(tx: Store, chain: string, block: bigint): Promise<OwnerRows[]> {
  const kinds = sql`kind in (${LegKind.nft}, ${LegKind.nftApproval})`;
  const { owners, tokens } = await listRewound(tx, chain, block, kinds);
  const [ofLegs, ofNfts] = [sql.ref("token"), sql.ref("contract")].map(
    (column) => sql`chain = ${chain} and owner = ${owners} and ${column} = ${tokens}`,
  );
  return [
    {
      table: "leg",
      where: [sql`${ofLegs} and ${kinds} and block_number > ${block}`],
      newest: {
        where: sql`${ofLegs} and ${kinds} and block_number <= ${block}`,
        by: sql`owner, token, token_id, kind, raw_amount > 0`,
      },
    },
    { table: "nft_balance", where: [sql`${ofNfts}`], isWritten: true },
    { table: "nft_approval", where: [sql`${ofNfts}`], isWritten: true },
    { table: "chain_state", where: [sql`chain = ${chain}`] },
    { table: "contract", where: [sql`chain = ${chain} and block_number > ${block}`] },
  ];
}

/**
 * Deletes contracts without any remaining NFT: one may be created again, and must then be read, instead of keeping the
 * empty metadata of a missing contract. Scans the chain's NFTs only if some contract may be newer than the fork, and
 * separately from the deletion, because only read-only scans are parallel.
 */
async function rewindContracts(
  tx: Store,
  chain: string,
  { blockNumber: block, timeAt }: Pick<BlockRef, "blockNumber" | "timeAt">,
): Promise<void> {
  const { rows: later } = await sql<{ address: Bytea }>`
    select address from nft_contract n where chain = ${chain} and metadata_block > ${block} and not is_verified
      and not exists (
        select 1 from contract c where c.chain = ${chain} and c.address = n.address and c.block_number <= ${block}
      )
    union
    select address from contract join nft_contract n using (chain, address)
    where chain = ${chain} and block_number > ${block} and not n.is_verified`.execute(tx);
  if (later.length > 0) {
    const addresses = toByteaArray(later.map(({ address }) => fromBytea(address)));
    const { rows: left } = await sql<{ address: Bytea }>`
      select distinct contract as address from nft_balance
      where chain = ${chain} and contract = any(${addresses}::bytea[])
      union
      select contract from stale_nft where chain = ${chain} and contract = any(${addresses}::bytea[])`.execute(tx);
    const leftOver = toByteaArray(left.map(({ address }) => fromBytea(address)));
    await sql`
      delete from nft_contract where chain = ${chain} and not is_verified and address = any(${addresses}::bytea[])
        and address <> all(${leftOver}::bytea[])`.execute(tx);
  }
  await sql`
    update nft_contract set metadata_block = null where chain = ${chain} and metadata_block > ${block}`.execute(tx);
  await sql`
    update nft_contract n set creator = null, time_at = null, is_traced = false from contract c
    where c.chain = ${chain} and c.block_number > ${block} and n.chain = c.chain and n.address = c.address`.execute(tx);
  await sql`
    update nft_contract set creator = null, time_at = null, is_traced = false
    where chain = ${chain} and is_traced and time_at >= ${timeAt}`.execute(tx);
}

/**
 * NFTs minted after the block wait to be fetched again; those that can't have existed before (an ERC-721, or of a
 * contract created later) are deleted.
 */
async function rewindMetadata(tx: Store, chain: string, block: bigint): Promise<void> {
  const isMint = sql`kind = ${LegKind.nft} and is_inbound and counterparty = ${ZERO_ADDRESS}::bytea`;
  const isLater = sql`chain = ${chain} and block_number > ${block}`;
  const rewind = sql`
    with minted as materialized (
      select contract, token_id, not is_erc1155 or exists (
        select 1 from contract c where c.chain = ${chain} and c.address = nft.contract and c.block_number > ${block}
      ) as is_gone
      from nft join (
        select distinct token as contract, token_id from leg where ${isLater} and ${isMint}
      ) legs using (contract, token_id)
      where nft.chain = ${chain}
    ), gone as (
      delete from nft n using minted m
      where m.is_gone and n.chain = ${chain} and n.contract = m.contract and n.token_id = m.token_id
    )
    update nft n set fetched_at = null, attempts = 0, next_attempt_at = now() from minted m
    where not m.is_gone and n.chain = ${chain} and n.contract = m.contract and n.token_id = m.token_id`;
  await withOwnerRows(
    tx,
    () => [
      { table: "leg", where: [sql`${isLater} and ${isMint}`] },
      { table: "contract", where: [isLater] },
    ],
    (copies) => rewind.execute(copies),
  );
}

const ZERO_ADDRESS = `\\x${"00".repeat(20)}`;

/** Deletes owners' NFTs that only legs after the block name, and their queue entries. */
async function deleteUnnamed(tx: Store, chain: string, block: bigint): Promise<void> {
  await sql`
    with unnamed as materialized (
      select * from (${selectUnnamed(chain, block, [LegKind.nft, LegKind.nftApproval])}) u
      where not (${isTrimmed(chain)} and ${mayPrecede(chain, sql.ref("u.token"), block)})
    ), waiting as (
      delete from stale_nft s using unnamed u
      where s.chain = ${chain} and s.owner = u.owner and s.contract = u.token and s.token_id = u.token_id
    )
    delete from nft_balance b using unnamed u
    where b.owner = u.owner and b.chain = ${chain} and b.contract = u.token and b.token_id = u.token_id`.execute(tx);
}

/**
 * The spender stays as read until it is read again: it belongs to the block of the balances. A row restored from an
 * earlier change, which a later one had made unnecessary, has no spender until then.
 */
async function redateApprovals(tx: Store, chain: string, block: bigint): Promise<void> {
  await sql`
    with changed as materialized (
      select distinct owner, token, token_id from leg
      where chain = ${chain} and block_number > ${block} and kind = ${LegKind.nftApproval}
    ), left_over as materialized (
      select t.*, l.block_number, l.time_at, l.was_given from changed t left join lateral (
        select l.block_number, l.time_at, exists (
          select 1 from leg g where g.owner = t.owner and g.chain = ${chain} and g.block_number <= ${block}
            and g.kind = ${LegKind.nftApproval} and g.token = t.token and g.token_id = t.token_id and g.raw_amount > 0
        ) as was_given
        from leg l where l.owner = t.owner and l.chain = ${chain} and l.block_number <= ${block}
          and l.kind = ${LegKind.nftApproval} and l.token = t.token and l.token_id = t.token_id
        order by l.block_number desc, l.position desc limit 1
      ) l on true
    ), gone as (
      delete from nft_approval a using left_over o
      where a.owner = o.owner and a.chain = ${chain} and a.contract = o.token and a.token_id = o.token_id
        and o.was_given is not true and not (${isTrimmed(chain)} and ${mayPrecede(chain, sql.ref("a.contract"), block)})
    )
    insert into nft_approval (owner, chain, contract, token_id, spender, changed_block, changed_at, block_number)
    select owner, ${chain}, token, token_id, ${ZERO_ADDRESS}::bytea, block_number, time_at, block_number
    from left_over where was_given order by owner, token, token_id
    on conflict (owner, chain, contract, token_id) do update set
      changed_block = excluded.changed_block, changed_at = excluded.changed_at`.execute(tx);
  await redateTrimmed(tx, chain, block, "nft_approval");
}
