import { toBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import { createBatches } from "../database/batch.ts";
import { isPool, withClient } from "../database/database.ts";
import { queryOwner } from "../distribution/queryOwner.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import type { Store } from "../database/database.ts";
import { toPortfolioRead } from "./portfolioRead.ts";
import type { NftContractRef, PortfolioChainRow, PortfolioOwnerRow, PortfolioRead } from "./portfolioRead.ts";
import { READ_PORTFOLIO, READ_PORTFOLIO_ON_SHARD, READ_PORTFOLIOS } from "./portfolioStatement.ts";

export interface PortfolioQuery {
  owner: Address;
  chains: readonly string[];
  /**
   * Contracts whose NFTs are positions; also those of chains that are not read, so that it is the same array each time:
   * then it is encoded once, and reads are batched. NFTs of the same address on another chain that is read are listed
   * as well.
   */
  nftContracts: readonly NftContractRef[];
}

/**
 * Reads an owner's balances on these chains, the interactions and NFTs that indicate positions, earlier position
 * readings, and every chain's sync status, in one snapshot. Ranges of primary keys, and of nft_balance_held. Concurrent
 * reads are batched, as in readOwner.
 */
export async function readPortfolio(db: Store, query: PortfolioQuery): Promise<PortfolioRead> {
  if (await isDistributed(db)) return await readOnShard(db, query);
  if (isPool(db)) return await batchesOf(db, query.nftContracts)(query);
  const [read] = await readPortfolios(db, [query]);
  if (read === undefined) throw new RangeError("The query has no result");
  return read;
}

/**
 * The same for several owners in one snapshot, in their order. NFTs are those of all queries' contracts for each owner.
 */
export async function readPortfolios(db: Store, queries: readonly PortfolioQuery[]): Promise<PortfolioRead[]> {
  const [first] = queries;
  if (first === undefined) return [];
  if (await isDistributed(db)) return await Promise.all(queries.map((query) => readOnShard(db, query)));
  const contractLists = new Set(queries.map(({ nftContracts }) => nftContracts));
  const contracts = encodeContracts(contractLists.size === 1 ? first.nftContracts : [...contractLists].flat());
  const lists = queries.map(({ chains }) => chains.join(","));
  const statement =
    queries.length === 1
      ? { ...READ_PORTFOLIO, values: [toBytea(first.owner), lists[0], contracts] }
      : { ...READ_PORTFOLIOS, values: [toByteaArray(queries.map(({ owner }) => owner)), lists, contracts] };
  const { rows } = await withClient(db, (client) => client.query<Row>(statement));
  return toReads(rows, queries);
}

async function readOnShard(db: Store, query: PortfolioQuery): Promise<PortfolioRead> {
  const [owner, contracts] = [toBytea(query.owner), encodeContracts(query.nftContracts)];
  const statement = { ...READ_PORTFOLIO, values: [owner, query.chains.join(","), contracts] };
  const otherwise = { ...READ_PORTFOLIO_ON_SHARD, values: [owner, query.chains, contracts] };
  const rows = await queryOwner<Row>(db, query.owner, statement, { otherwise });
  const [read] = toReads(rows, [query]);
  return read!;
}

function toReads(rows: readonly Row[], queries: readonly PortfolioQuery[]): PortfolioRead[] {
  const chains = rows.filter((row) => row.nth === null).toSorted((a, b) => (a.chain < b.chain ? -1 : 1));
  const owned = rows.filter((row) => row.nth !== null).toSorted((a, b) => a.nth - b.nth);
  return owned.map((row) => toPortfolioRead(queries[row.nth - 1]!.owner, chains, row));
}

type Row = PortfolioChainRow | PortfolioOwnerRow;

const BATCH_LIMITS = { running: 4, size: 16 };
type ReadOne = (query: PortfolioQuery) => Promise<PortfolioRead>;
const batches = new WeakMap<Store, WeakMap<readonly NftContractRef[], ReadOne>>();

function batchesOf(db: Store, contracts: readonly NftContractRef[]): ReadOne {
  const ofDb = batches.get(db) ?? new WeakMap<readonly NftContractRef[], ReadOne>();
  const known =
    ofDb.get(contracts) ?? createBatches((queries: PortfolioQuery[]) => readPortfolios(db, queries), BATCH_LIMITS);
  batches.set(db, ofDb.set(contracts, known));
  return known;
}

const encoded = new WeakMap<readonly NftContractRef[], Buffer>();

function encodeContracts(contracts: readonly NftContractRef[]): Buffer {
  const known = encoded.get(contracts);
  if (known !== undefined) return known;
  const made = toByteaArray([...new Set(contracts.map(({ contract }) => contract))]);
  encoded.set(contracts, made);
  return made;
}
