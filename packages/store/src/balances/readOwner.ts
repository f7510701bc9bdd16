import { toBytea } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import type { Balance } from "./balances.ts";
import { createStoreBatches } from "../database/batch.ts";
import { SYNC_STATUS_COLUMNS, toSyncStatus } from "../chains/chainSyncStatus.ts";
import type { ChainSyncStatus, SyncStatusRow } from "../chains/chainSyncStatus.ts";
import { isPool, withClient } from "../database/database.ts";
import { queryOwner } from "../distribution/queryOwner.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import type { Store } from "../database/database.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import { UNSEEN_OWNERS } from "../database/unseenOwners.ts";

export type { ChainSyncStatus } from "../chains/chainSyncStatus.ts";

export type OwnerRead = {
  /** Of every chain that was ever indexed. */
  syncStatuses: ChainSyncStatus[];
  /** Non-zero, on the requested chains, in any order. */
  balances: ReadBalance[];
};

/** A balance as decimal digits, as read: most readers need no bigint, and the conversion takes time. */
export class ReadBalance implements Balance {
  readonly chain: string;
  readonly token: Address;
  /** Decimal. */
  readonly digits: string;

  constructor(chain: string, token: Address, digits: string) {
    this.chain = chain;
    this.token = token;
    this.digits = digits;
  }

  get rawAmount(): bigint {
    return BigInt(this.digits);
  }
}

type Row = SyncStatusRow & { held: string | null };

const selectHeld = (owner: string, condition = "") => `(
      select string_agg('0x' || encode(token, 'hex') || ' ' || raw_amount, ',')
      from balance where balance.owner = ${owner} and balance.chain = chain_state.chain ${condition} and raw_amount > 0
    )`;

/**
 * One statement, so that the block belongs to the balances; one row per chain, because a hundred rows cost the client
 * more than the server. Named, so that its plan is cached: every portfolio read waits for it.
 */
const selectOwner = (name: string, condition?: string) => ({
  name,
  text: `
    select ${SYNC_STATUS_COLUMNS}, case when chain = any($2) then ${selectHeld("$1", condition)} end as held
    from chain_state order by chain`,
});
const allTokens = selectOwner("portico-read-owner");
const oneToken = selectOwner("portico-read-owner-token", "and token = $3");

/** The same for several owners, each with its own chains: one row per chain for each, in the requested order. */
const severalOwners = {
  name: "portico-read-owners",
  text: `
    with requested as materialized (
      select owner, string_to_array(chains, ',') as chains, nth
      from ${UNSEEN_OWNERS} as t(owner, chains, nth)
    )
    select ${SYNC_STATUS_COLUMNS.replaceAll("$1", "requested.owner")},
      case when chain = any(requested.chains) then ${selectHeld("requested.owner")} end as held
    from requested cross join chain_state order by nth, chain`,
};

export type OwnerQuery = {
  owner: Address;
  /** The chains whose balances are read. */
  chains: readonly string[];
  /** Only this one; all if omitted. */
  token?: Address;
};

/**
 * Reads an owner's balances on these chains, and every chain's sync status, in one snapshot. Concurrent reads are
 * batched: a statement costs about as much as a hundred balances.
 */
export async function readOwner(db: Store, { owner, chains, token }: OwnerQuery): Promise<OwnerRead> {
  if (token === undefined && isPool(db) && !(await isDistributed(db))) return await readInBatch(db, { owner, chains });
  const values = [toBytea(owner), chains];
  const statement = token ? { ...oneToken, values: [...values, toBytea(token)] } : { ...allTokens, values };
  return toOwnerRead(await queryOwner<Row>(db, owner, statement));
}

/**
 * Few batches at a time, so that a busy server reads many owners with one; several of the database's processors are
 * still used.
 */
const BATCH_LIMITS = { running: 4, size: 16 };
const readInBatch = createStoreBatches(readOwners, BATCH_LIMITS);

async function readOwners(db: Store, queries: readonly OwnerQuery[]): Promise<OwnerRead[]> {
  if (queries.length === 1) return [await readOne(db, queries[0]!)];
  const values = [queries.map(({ owner }) => toBytea(owner)), queries.map(({ chains }) => chains.join(","))];
  const { rows } = await withClient(db, (client) => client.query<Row>({ ...severalOwners, values }));
  const chainCount = rows.length / queries.length; // each owner has a row for every chain
  return queries.map((_query, index) => toOwnerRead(rows.slice(index * chainCount, (index + 1) * chainCount)));
}

async function readOne(db: Store, { owner, chains }: OwnerQuery): Promise<OwnerRead> {
  const values = [toBytea(owner), chains];
  const { rows } = await withClient(db, (client) => client.query<Row>({ ...allTokens, values }));
  return toOwnerRead(rows);
}

const toOwnerRead = (rows: readonly Row[]): OwnerRead => ({
  syncStatuses: rows.map(toSyncStatus),
  balances: rows.flatMap(toBalances),
});

export type OwnerChain = {
  chain: string;
  /** Unix seconds of the owner's first stored leg there; null if there are only balances (native coin). */
  bornAt: number | null;
};

export type OwnerUse = {
  /** Of every chain that was ever indexed. */
  syncStatuses: ChainSyncStatus[];
  /** The chains on which the owner was active, in order. */
  used: OwnerChain[];
};

/**
 * Reads the chains on which an owner was active, and every chain's sync status, in one snapshot. By the keys of balance
 * and leg.
 */
export async function readOwnerUse(db: Store, owner: Address): Promise<OwnerUse> {
  const text = `
    select ${SYNC_STATUS_COLUMNS}, (
      select time_at from leg where leg.owner = $1 and leg.chain = chain_state.chain order by block_number limit 1
    ) as born_at, exists (
      select 1 from balance where balance.owner = $1 and balance.chain = chain_state.chain
    ) as is_touched
    from chain_state order by chain`;
  const statement = { name: "portico-read-owner-use", text, values: [toBytea(owner)] };
  const rows = await queryOwner<UseRow>(db, owner, statement);
  const used = rows.filter(({ is_touched, born_at }) => is_touched || born_at !== null);
  return {
    syncStatuses: rows.map(toSyncStatus),
    used: used.map(({ chain, born_at }) => ({ chain, bornAt: toSeconds(born_at) })),
  };
}

type UseRow = SyncStatusRow & { born_at: bigint | null; is_touched: boolean };

/** @param row.held - `0x…` and decimal digits per token: `0xa0b8… 250500000,0xc02a… 7`. */
export function toBalances({ chain, held }: Pick<Row, "chain" | "held">): ReadBalance[] {
  const balances: ReadBalance[] = [];
  if (held === null) return balances;
  for (let at = 0; at < held.length;) {
    const space = held.indexOf(" ", at);
    const comma = held.indexOf(",", space);
    const end = comma === -1 ? held.length : comma;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement writes 0x and 40 digits
    balances.push(new ReadBalance(chain, held.slice(at, space) as Address, held.slice(space + 1, end)));
    at = end + 1;
  }
  return balances;
}
