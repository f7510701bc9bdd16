import { EVENT_STATUS_COLUMNS, toEventStatus } from "../chains/chainSyncStatus.ts";
import type { ChainSyncStatus, EventStatusRow } from "../chains/chainSyncStatus.ts";
import { withClient } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import { queryShard } from "../distribution/queryOwner.ts";
import { fromBytea, toBytea, ZERO } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { HeldNft } from "../nfts/heldNfts.ts";
import { COLLECTION } from "../nfts/nftDetails.ts";
import type { NftCollectionJson } from "../nfts/nftDetails.ts";
import { NFT_APPROVALS_MAX } from "./nftApprovalList.ts";
import type { OperatorApproval } from "./operatorApprovals.ts";

export type NftApprovalQuery = { owner: Address; chain: string; limit: number };

/** A contract of which the owner has operators. */
export type CollectionRow = {
  contract: Bytea;
  /** The owner's NFTs of it. */
  count: bigint | string;
  is_erc1155: boolean | null;
  collection: NftCollectionJson | null;
};

/** An NftApprovalsRead without the details of NFTs, which are not on the owner's node. */
interface NftApprovalsWithoutDetails {
  syncStatuses: ChainSyncStatus[];
  total: bigint;
  /** By contract and token id. */
  approved: (HeldNft & { spender: Address; changedBlock: bigint; changedAt: number })[];
  /** Latest change first. */
  operators: OperatorApproval[];
  /** By contract. */
  collections: CollectionRow[];
  contracts: ReadonlySet<Address>;
}

interface Json {
  total: string;
  approved:
    | [
        contract: Bytea,
        tokenId: string,
        isErc1155: boolean,
        rawAmount: string,
        spender: Bytea,
        changedBlock: string,
        changedAt: number,
      ][]
    | null;
  operators: [contract: Bytea, operator: Bytea, changedAt: number][] | null;
  collections: CollectionRow[] | null;
  contracts: Bytea[] | null;
}

type Row = EventStatusRow & { read: Json | null };

/** $1: the owner, $2: the chain, $3: the most operators. One statement, and so one snapshot. */
const STATEMENT = {
  name: "portico-read-nft-approvals",
  text: `
    with approved as materialized (
      select a.contract, a.token_id, a.spender, a.changed_block, a.changed_at, b.is_erc1155, b.raw_amount
      from nft_approval a join nft_balance b using (owner, chain, contract, token_id)
      where a.owner = $1 and b.owner = $1 and a.chain = $2
        and a.spender <> '${ZERO}'::bytea and b.raw_amount > 0
      order by a.contract, a.token_id limit ${NFT_APPROVALS_MAX}
    ), operators as materialized (
      select contract, operator, changed_at, changed_block from operator_approval
      where owner = $1 and chain = $2 and is_approved
      order by changed_block desc limit $3::integer
    ), held as materialized (
      select contract, count(*) as count, bool_or(is_erc1155) as is_erc1155 from nft_balance
      where owner = $1 and chain = $2 and raw_amount > 0 and contract = any(array(select contract from operators))
      group by contract
    ), collections as materialized (
      select h.contract, coalesce(held.count, 0)::text as count, coalesce(n.is_erc1155, held.is_erc1155) as is_erc1155,
        c.collection
      from (select distinct $2::text as chain, contract from operators) h
      left join held using (contract)
      left join nft_contract n on n.chain = h.chain and n.address = h.contract
      left join lateral (${COLLECTION}) c on true
    )
    select ${EVENT_STATUS_COLUMNS}, case when chain = $2 then json_build_object(
      'total', (
        select count(*)::text from nft_balance where owner = $1 and chain = $2 and raw_amount > 0
      ), 'approved', (
        select json_agg(json_build_array(contract, token_id::text, is_erc1155, raw_amount::text, spender,
          changed_block::text, changed_at) order by contract, token_id) from approved
      ), 'operators', (
        select json_agg(json_build_array(contract, operator, changed_at) order by changed_block desc) from operators
      ), 'collections', (
        select json_agg(collections order by contract) from collections
      ), 'contracts', (
        select json_agg(account) from (select spender from approved union select operator from operators) s(account)
        where exists (select 1 from contract c where c.chain = $2 and c.address = s.account offset 0)
      )
    ) end as read
    from chain_state order by chain`,
};

/** undefined if the database is distributed, and the owner isn't read from its node. */
export async function readNftApprovalsAtOnce(
  db: Store,
  { owner, chain, limit }: NftApprovalQuery,
): Promise<NftApprovalsWithoutDetails | undefined> {
  const statement = { ...STATEMENT, values: [toBytea(owner), chain, limit] };
  const rows = (await isDistributed(db))
    ? await queryShard<Row>(db, owner, statement)
    : (await withClient(db, (client) => client.query<Row>(statement))).rows;
  if (rows === undefined) return undefined;
  const read = rows.find((row) => row.read !== null)?.read;
  return {
    syncStatuses: rows.map(toEventStatus),
    total: BigInt(read?.total ?? 0),
    approved: (read?.approved ?? []).map(
      ([contract, tokenId, isErc1155, rawAmount, spender, changedBlock, changedAt]) => ({
        chain,
        contract: fromBytea(contract),
        tokenId: BigInt(tokenId),
        isErc1155,
        rawAmount: BigInt(rawAmount),
        spender: fromBytea(spender),
        changedBlock: BigInt(changedBlock),
        changedAt,
      }),
    ),
    operators: (read?.operators ?? []).map(([contract, operator, changedAt]) => ({
      contract: fromBytea(contract),
      operator: fromBytea(operator),
      changedAt,
    })),
    collections: read?.collections ?? [],
    contracts: new Set((read?.contracts ?? []).map(fromBytea)),
  };
}
