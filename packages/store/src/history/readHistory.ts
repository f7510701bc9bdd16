import { toBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address, Hex } from "../encoding/bytea.ts";
import { createStoreBatches } from "../database/batch.ts";
import { isPool, withClient } from "../database/database.ts";
import { hasCode } from "../database/errorCode.ts";
import type { Store } from "../database/database.ts";
import { toHistoryRead, toStoredTransaction } from "./historyRead.ts";
import type { HistoryRead, HistoryRow, StoredTransaction } from "./historyRead.ts";
import {
  ALL_TRANSACTIONS,
  ALL_TRANSACTIONS_ON_SHARD,
  ONE_TRANSACTION,
  PAGES,
  STORED_TRANSACTIONS,
  TRANSACTIONS_WITH_TOKENS,
  TRANSACTIONS_WITH_TOKENS_ON_SHARD,
} from "./historyStatement.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import { queryShard } from "../distribution/queryOwner.ts";
import { withTimeLimit } from "../database/timeLimit.ts";

export interface HistoryQuery {
  owner: Address;
  chains: readonly string[];
  /** Minimum number of transactions, if there are as many; 1 or more. */
  count: number;
  /** Only earlier ones, unix seconds. */
  before?: number | undefined;
  /** Only transactions that moved or approved one of these, by chain; chains that are not in the map have none. */
  tokens?: ReadonlyMap<string, readonly Address[]> | undefined;
}

/**
 * A page takes a millisecond or two, but legs without an index are skipped one by one: those of other tokens, 0.4 s for
 * a million, and payments by the chain itself (a validator's withdrawals), 0.15 s. Some owners have tens of millions of
 * these.
 */
const MILLISECONDS_MAX = 5000;
const QUERY_CANCELED = "57014";

/**
 * Reads an owner's newest transactions, and every chain's sync status, in one snapshot: `count` of them, and all others
 * in the last one's second. So the next page starts before that second.
 * @throws DatabaseError 57014 if it exceeds MILLISECONDS_MAX.
 */
export async function readHistory(db: Store, query: HistoryQuery): Promise<HistoryRead> {
  if (query.tokens === undefined && isPool(db) && !(await isDistributed(db))) return await readInBatch(db, query);
  return await readOne(db, query);
}

async function readOne(db: Store, { owner, chains, count, before, tokens }: HistoryQuery): Promise<HistoryRead> {
  const shared = [toBytea(owner), chains, count, before ?? null];
  const wanted = [...(tokens ?? [])].flatMap(([chain, list]) => list.map((token) => ({ chain, token })));
  const params = [wanted.map(({ chain }) => chain), toByteaArray(wanted.map(({ token }) => token))];
  const values = tokens === undefined ? shared : [...shared, ...params];
  const [statement, onShard] =
    tokens === undefined
      ? [ALL_TRANSACTIONS, ALL_TRANSACTIONS_ON_SHARD]
      : [TRANSACTIONS_WITH_TOKENS, TRANSACTIONS_WITH_TOKENS_ON_SHARD];
  const page = await queryShard<HistoryRow>(db, owner, { ...onShard, values }, MILLISECONDS_MAX);
  if (page !== undefined) return await addStored(db, toHistoryRead(page));
  const { rows } = await withTimeLimit(db, MILLISECONDS_MAX, (client) =>
    client.query<HistoryRow>({ ...statement, values }),
  );
  return toHistoryRead(rows);
}

/** Of pages that share a statement: beyond it each is read by itself, so that a slow one delays the others no longer. */
const SHARED_MILLISECONDS_MAX = 250;

const BATCH_LIMITS = { running: 4, size: 8 };
const readInBatch = createStoreBatches(readPages, BATCH_LIMITS);

/** Each page is settled by itself: it may be the only one that exceeds its limit. */
async function readPages(db: Store, queries: readonly HistoryQuery[]): Promise<Promise<HistoryRead>[]> {
  const each = async () => {
    const pages = queries.map((query) => readOne(db, query));
    await Promise.allSettled(pages);
    return pages;
  };
  if (queries.length === 1) return await each();
  const values = [
    toByteaArray(queries.map(({ owner }) => owner)),
    queries.map(({ chains }) => chains.join(",")),
    queries.map(({ count }) => count),
    queries.map(({ before }) => before ?? null),
  ];
  try {
    const { rows } = await withTimeLimit(db, SHARED_MILLISECONDS_MAX, (client) =>
      client.query<HistoryRow & { nth: number }>({ ...PAGES, values }),
    );
    const chainCount = rows.length / queries.length; // each has a row for every chain
    return queries.map(async (_query, nth) => toHistoryRead(rows.slice(nth * chainCount, (nth + 1) * chainCount)));
  } catch (error) {
    if (!hasCode(error, QUERY_CANCELED)) throw error;
    return await each();
  }
}

/** Adds what is stored of a page's transactions. One that was removed or replaced meanwhile stays without. */
async function addStored(db: Store, page: HistoryRead): Promise<HistoryRead> {
  const { transactions } = page;
  if (transactions.length === 0) return page;
  const values = [
    transactions.map(({ chain }) => chain),
    transactions.map(({ blockNumber }) => blockNumber),
    transactions.map(({ txIndex }) => txIndex),
  ];
  const { rows } = await withClient(db, (client) =>
    client.query<{ chain: string; text: string }>({ ...STORED_TRANSACTIONS, values }),
  );
  const stored = new Map(
    rows.map(({ chain, text }) => toStoredTransaction(chain, text)).map((found) => [placeOf(found), found]),
  );
  return {
    ...page,
    transactions: transactions.map((transaction) => {
      const { feeUsdPrice } = transaction;
      return { ...transaction, ...stored.get(placeOf(transaction)), feeUsdPrice };
    }),
  };
}

const placeOf = ({ chain, hash }: StoredTransaction): string => `${chain} ${hash}`;

/** By transaction_by_hash. */
export async function findTransaction(db: Store, chain: string, hash: Hex): Promise<StoredTransaction | undefined> {
  const values = [chain, toBytea(hash)];
  const { rows } = await withClient(db, (client) => client.query<{ text: string }>({ ...ONE_TRANSACTION, values }));
  return rows.map(({ text }) => toStoredTransaction(chain, text))[0];
}
