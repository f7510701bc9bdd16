import { sql } from "kysely";
import type { Selectable } from "kysely";
import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Bytea, Hex } from "../encoding/bytea.ts";
import { CHAIN_CHANNEL } from "../notifications/channels.ts";
import type { Store } from "../database/database.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import { notify } from "../notifications/notify.ts";
import type { ChainStateTable } from "../database/schema.ts";

/** A block by number, hash and time (unix seconds). */
export type BlockRef = { blockNumber: bigint; hash: Hex; timeAt: number };

export type ChainState = {
  chain: string;
  chainId: number;
  /** The first block whose logs are stored. */
  startBlock: bigint;
  /** Every log up to here is stored: the cursor. */
  logs: BlockRef | undefined;
  /** Every balance is true here. Undefined until the first sync is done, and while a large backlog is read. */
  balances: BlockRef | undefined;
  targetBlock: bigint | undefined;
  updatedAt: Date;
};

/** The state of every chain that was ever indexed, by slug. */
export async function listChainStates(db: Store): Promise<ChainState[]> {
  const { rows } = await sql<ChainStateRow>`select * from chain_state order by chain`.execute(db);
  return rows.map(toChainState);
}

/** By primary key. */
export async function findChainState(db: Store, chain: string): Promise<ChainState | undefined> {
  const row = await findRow(db, chain);
  return row && toChainState(row);
}

type ChainStateRow = Selectable<ChainStateTable>;

async function findRow(db: Store, chain: string): Promise<ChainStateRow | undefined> {
  const { rows } = await sql<ChainStateRow>`select * from chain_state where chain = ${chain}`.execute(db);
  return rows[0];
}

export type NewChain = {
  chain: string;
  chainId: number;
  startBlock: bigint;
  /** Of block 0; undefined when the node does not have it. */
  genesisHash?: Hex | undefined;
};

/** The database holds another chain under this slug: what is known of the one must not be taken for the other. */
export class OtherChainError extends Error {
  override readonly name = "OtherChainError";
  constructor(chain: string, stored: string, given: string) {
    super(
      `The database knows '${chain}' with ${stored}, the RPC's chain has ${given}: give this chain another database`,
    );
  }
}

/**
 * Registers a chain, which tells the channel, or finds it as it is: its start block stays what it was, since logs before it are not stored.
 * @throws OtherChainError when the slug is known with another chain id or genesis block.
 */
export async function ensureChainState(
  db: Store,
  { chain, chainId, startBlock, genesisHash }: NewChain,
): Promise<ChainState> {
  const genesis = genesisHash === undefined ? null : toBytea(genesisHash);
  await sql`
    insert into chain_state (chain, chain_id, start_block, genesis_hash)
    values (${chain}, ${chainId}, ${startBlock}, ${genesis})
    on conflict do nothing`.execute(db);
  await notify(db, CHAIN_CHANNEL, chain);
  const row = await findRow(db, chain);
  if (row === undefined) throw new Error(`The store doesn't know the chain '${chain}'`);
  if (row.chain_id !== chainId) throw new OtherChainError(chain, `chain id ${row.chain_id}`, String(chainId));
  const known = row.genesis_hash === null ? undefined : fromBytea(row.genesis_hash);
  if (known !== undefined && genesisHash !== undefined && known !== genesisHash) {
    throw new OtherChainError(chain, `genesis block ${known}`, genesisHash);
  }
  return toChainState(row);
}

/**
 * Holds a chain's row until the transaction ends, and makes sure that the cursor still is where it was read: two
 * writers on one chain can't both move it.
 * @param expected - undefined before the first range.
 * @throws Error when the cursor is elsewhere.
 */
export async function lockCursor(tx: Store, chain: string, expected: bigint | undefined): Promise<void> {
  const { rows } = await sql<Pick<ChainStateRow, "logs_block">>`
    select logs_block from chain_state where chain = ${chain} for update`.execute(tx);
  const actual = rows[0]?.logs_block ?? undefined;
  if (actual !== expected) {
    throw new Error(`Another indexer is at work on '${chain}': its cursor moved from ${expected} to ${actual}`);
  }
}

/** What moved: only what is given changes. Call it in the transaction that stores the rows it speaks of. */
export type ChainAdvance = {
  logs?: BlockRef;
  /** null: some balances are newer than others, so none can be answered for until all are read. */
  balances?: BlockRef | null;
  targetBlock?: bigint;
};

/** Tells the channel, when the transaction commits. @throws Error when the chain is not registered. */
export async function advanceChain(
  db: Store,
  chain: string,
  { logs, balances, targetBlock }: ChainAdvance,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("chain_state")
    .set({
      ...(logs && { logs_block: logs.blockNumber, logs_hash: toBytea(logs.hash), logs_time: logs.timeAt }),
      ...(balances !== undefined && {
        balances_block: balances?.blockNumber ?? null,
        balances_hash: balances && toBytea(balances.hash),
        balances_time: balances?.timeAt ?? null,
      }),
      ...(targetBlock !== undefined && { target_block: targetBlock }),
      updated_at: sql<Date>`now()`,
    })
    .where("chain", "=", chain)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`The store doesn't know the chain '${chain}'`);
  await notify(db, CHAIN_CHANNEL, chain);
}

const toChainState = (row: ChainStateRow): ChainState => ({
  chain: row.chain,
  chainId: row.chain_id,
  startBlock: row.start_block,
  logs: toBlockRef(row.logs_block, row.logs_hash, row.logs_time),
  balances: toBlockRef(row.balances_block, row.balances_hash, row.balances_time),
  targetBlock: row.target_block ?? undefined,
  updatedAt: row.updated_at,
});

const toBlockRef = (block: bigint | null, hash: Bytea | null, time: bigint | null): BlockRef | undefined =>
  block === null || hash === null || time === null
    ? undefined
    : { blockNumber: block, hash: fromBytea(hash), timeAt: toSeconds(time) };
