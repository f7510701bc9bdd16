import { sql } from "kysely";
import { fromBytea, toBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import { selectEventStatus, toEventStatus } from "../chains/chainSyncStatus.ts";
import type { ChainSyncStatus, EventStatusRow } from "../chains/chainSyncStatus.ts";
import { listContracts } from "../contracts/contracts.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { listNftApprovals } from "./nftApprovalList.ts";
import type { NftApproval } from "./nftApprovalList.ts";
import { listNftDetails } from "../nfts/listNftDetails.ts";
import { selectCollection, toCollection, toNftDetails } from "../nfts/nftDetails.ts";
import type { NftCollection } from "../nfts/nftDetails.ts";
import { readNftApprovalsAtOnce } from "./nftApprovalsAtOnce.ts";
import type { CollectionRow, NftApprovalQuery } from "./nftApprovalsAtOnce.ts";
import { listOperatorApprovals } from "./operatorApprovals.ts";
import type { OperatorApproval } from "./operatorApprovals.ts";

/** A contract with an operator for all of an owner's NFTs. */
export type NftOperator = OperatorApproval & {
  /** Number of the owner's NFTs of the contract. */
  count: bigint;
  /** undefined if unknown. */
  isErc1155: boolean | undefined;
  /** undefined while the contract has no metadata. */
  collection: NftCollection | undefined;
};

export type NftApprovalsRead = {
  /** Of every chain that was ever indexed. */
  syncStatuses: ChainSyncStatus[];
  /** Number of the owner's NFTs on the chain. */
  total: bigint;
  /** By contract and token id. */
  approvals: NftApproval[];
  /** By contract, then latest change first; limited to the requested number, the latest ones. */
  operators: NftOperator[];
  /** Spenders and operators with an indexed creation. */
  contracts: ReadonlySet<Address>;
};

/**
 * Reads an owner's NFT approvals on a chain, and every chain's sync status, in one snapshot; details of NFTs may be of a later
 * one.
 */
export async function readNftApprovals(db: Store, query: NftApprovalQuery): Promise<NftApprovalsRead> {
  return (await readAtOnce(db, query)) ?? (await readTogether(db, query));
}

async function readAtOnce(db: Store, query: NftApprovalQuery): Promise<NftApprovalsRead | undefined> {
  const read = await readNftApprovalsAtOnce(db, query);
  if (read === undefined) return undefined;
  const { approved, operators, collections, ...others } = read;
  const details = await listNftDetails(db, approved);
  const approvals = approved.map(({ spender, rawAmount, changedBlock, changedAt }, nth) => ({
    ...toNftDetails(details[nth]!.facts),
    spender,
    rawAmount,
    changedBlock,
    changedAt,
  }));
  return { ...others, approvals, operators: toOperators(collections, operators) };
}

/** Through the coordinator of a distributed database. */
function readTogether(db: Store, query: NftApprovalQuery): Promise<NftApprovalsRead> {
  return inTransaction(db, async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    const { syncStatuses, total } = await readTotal(tx, query);
    const approvals = await listNftApprovals(tx, query.owner, query.chain);
    const operators = await listOperators(tx, query);
    const spenders = new Set([
      ...approvals.map(({ spender }) => spender),
      ...operators.map(({ operator }) => operator),
    ]);
    const contracts = await listContracts(tx, query.chain, [...spenders]);
    return { syncStatuses, total, approvals, operators, contracts: new Set(contracts.map(({ address }) => address)) };
  });
}

type TotalRow = EventStatusRow & { total: bigint };

async function readTotal(tx: Store, { owner, chain }: NftApprovalQuery) {
  const { rows } = await sql<TotalRow>`
    select ${selectEventStatus(owner)}, case when chain = ${chain} then (
      select count(*) from nft_balance b where b.owner = ${toBytea(owner)} and b.chain = ${chain} and b.raw_amount > 0
    ) else 0 end as total
    from chain_state order by chain`.execute(tx);
  return { syncStatuses: rows.map(toEventStatus), total: rows.reduce((sum, { total }) => sum + total, 0n) };
}

async function listOperators(tx: Store, { owner, chain, limit }: NftApprovalQuery): Promise<NftOperator[]> {
  return await describeOperators(tx, { owner, chain }, await listOperatorApprovals(tx, owner, chain, limit));
}

/** Operators with their contracts, and the current numbers of the owner's NFTs. */
export async function describeOperators(
  tx: Store,
  { owner, chain }: Pick<NftApprovalQuery, "chain" | "owner">,
  approved: readonly OperatorApproval[],
): Promise<NftOperator[]> {
  const contracts = new Set(approved.map(({ contract }) => contract));
  return toOperators(await listCollections(tx, owner, chain, [...contracts]), approved);
}

/** By contract, in the order of the collections. */
function toOperators(collections: readonly CollectionRow[], approved: readonly OperatorApproval[]): NftOperator[] {
  const byContract = Map.groupBy(approved, ({ contract }) => contract);
  return collections.flatMap((row) => (byContract.get(fromBytea(row.contract)) ?? []).map(toOperator(row)));
}

/**
 * Metadata of these contracts, by address, and the owner's number of NFTs of each. By nft_balance_held, and primary
 * keys
 * per contract.
 */
async function listCollections(
  tx: Store,
  owner: Address,
  chain: string,
  contracts: readonly Address[],
): Promise<CollectionRow[]> {
  if (contracts.length === 0) return [];
  const { rows } = await sql<CollectionRow>`
    with held as materialized (
      select contract, count(*) as count, bool_or(is_erc1155) as is_erc1155 from nft_balance
      where owner = ${toBytea(owner)} and chain = ${chain} and raw_amount > 0
        and contract = any(${toByteaArray(contracts)}::bytea[])
      group by contract
    )
    select h.contract, coalesce(held.count, 0) as count, coalesce(n.is_erc1155, held.is_erc1155) as is_erc1155,
      c.collection
    from (select ${chain}::text as chain, contract from unnest(${toByteaArray(contracts)}::bytea[]) as t(contract)) h
    left join held using (contract)
    left join nft_contract n on n.chain = h.chain and n.address = h.contract
    left join lateral (${selectCollection}) c on true
    order by h.contract`.execute(tx);
  return rows;
}

const toOperator =
  ({ count, is_erc1155, collection }: CollectionRow) =>
  (approval: OperatorApproval): NftOperator => ({
    ...approval,
    count: BigInt(count),
    isErc1155: is_erc1155 ?? undefined,
    collection: collection === null ? undefined : toCollection(collection),
  });
