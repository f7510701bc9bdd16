import { sql } from "kysely";
import { fromBytea, toByteaArray, ZERO } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { LegKind, TX_BITS } from "../history/position.ts";

/** Blocks of a chain, both ends included. */
export interface BlockSpan {
  firstBlock: bigint;
  lastBlock: bigint;
}

/** A contract that histories point at. */
export interface LinkCandidate {
  address: Address;
  /** Null unless its creation was indexed. */
  creator: Address | null;
}

/** The blocks that were searched for candidates; undefined: none yet. By primary key. */
export async function findLinkScan(db: Store, chain: string): Promise<BlockSpan | undefined> {
  const { rows } = await sql<{ first_block: bigint; last_block: bigint }>`
    select first_block, last_block from contract_link_scan where chain = ${chain}`.execute(db);
  return rows[0] && { firstBlock: rows[0].first_block, lastBlock: rows[0].last_block };
}

/**
 * What the history of these blocks points at, as far as it is neither queued nor claimed by an adapter: accounts called
 * with a selector, contracts whose events name owners, issuers of what was minted or burnt, and accounts that something
 * left in another's transaction. Some have no code. Ranges of transaction's primary key and leg_by_block; no join of the
 * two, as after a backfill there may be no statistics yet, and a nested loop would take minutes.
 */
export async function listLinkCandidates(
  db: Store,
  chain: string,
  { firstBlock, lastBlock }: BlockSpan,
): Promise<LinkCandidate[]> {
  const { rows } = await sql<{ address: Bytea; creator: Bytea | null }>`
    with sent as materialized (
      select block_number, tx_index, sender, recipient, octet_length(input) >= 4 as is_call from transaction
      where chain = ${chain} and block_number between ${firstBlock} and ${lastBlock}
    ), moved as materialized (
      select owner, token, kind, is_inbound, counterparty, block_number, (position >> ${TX_BITS}::int)::int as tx_index
      from leg where chain = ${chain} and block_number between ${firstBlock} and ${lastBlock}
        and kind in (${LegKind.token}, ${LegKind.native}, ${LegKind.event})
    ), found as (
      select recipient as address from sent where is_call and recipient is not null
      union
      select token from moved where kind = ${LegKind.event} or kind = ${LegKind.token} and counterparty = ${ZERO}
      union
      select owner from (
        select owner, first_value(sender) over (partition by block_number, tx_index order by sender nulls last) as sender
        from (
          select null::bytea as owner, sender, block_number, tx_index from sent
          union all
          select owner, null, block_number, tx_index from moved where kind <> ${LegKind.event} and not is_inbound
        ) as either
      ) as each where owner <> sender
    )
    select f.address, c.creator from found f
    left join contract c on c.chain = ${chain} and c.address = f.address
    where not exists (select 1 from contract_link l where l.chain = ${chain} and l.address = f.address)
      and not exists (
        select 1 from protocol_contract p where p.chain = ${chain} and p.address = f.address and p.protocol_id <> ''
      )`.execute(db);
  return rows.map(({ address, creator }) => ({
    address: fromBytea(address),
    creator: creator === null ? null : fromBytea(creator),
  }));
}

/** Queues contracts to be read, unless they are known, and stores which blocks they were searched in. By primary keys. */
export async function queueContractLinks(
  tx: Store,
  chain: string,
  addresses: readonly Address[],
  scan: BlockSpan,
): Promise<void> {
  await sql`
    insert into contract_link (chain, address)
    select ${chain}, address from unnest(${toByteaArray(addresses)}::bytea[]) as t(address) order by address
    on conflict (chain, address) do nothing`.execute(tx);
  await sql`
    insert into contract_link_scan (chain, first_block, last_block)
    values (${chain}, ${scan.firstBlock}, ${scan.lastBlock})
    on conflict (chain) do update set first_block = excluded.first_block, last_block = excluded.last_block`.execute(tx);
}
