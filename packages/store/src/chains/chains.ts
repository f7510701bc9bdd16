import { sql } from "kysely";
import type { Selectable } from "kysely";
import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Bytea, Hex } from "../encoding/bytea.ts";
import { CHAIN_CHANNEL } from "../notifications/channels.ts";
import type { Store } from "../database/database.ts";
import { lockChain } from "../distribution/lockChain.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import { notify } from "../notifications/notify.ts";
import type { ChainStateTable, IndexMode } from "../database/schema.ts";

/** A block by number, hash and timestamp (unix seconds). */
export type BlockRef = { blockNumber: bigint; hash: Hex; timeAt: number };

export type ChainState = {
  chain: string;
  chainId: number;
  /** The first indexed block. */
  startBlock: bigint;
  mode: IndexMode;
  /** The cursor: every log up to here is stored. */
  logs: BlockRef | undefined;
  /** The block of all balances. Undefined until the first sync is done, and while a large backlog is read. */
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
  /** Of block 0; undefined if the node does not have it. */
  genesisHash?: Hex | undefined;
  /** Of a chain that is new to the store; "full" if omitted. For others see setIndexMode. */
  mode?: IndexMode | undefined;
};

/** The database has another chain under this slug: their data must not be mixed. */
export class OtherChainError extends Error {
  override readonly name = "OtherChainError";
  constructor(chain: string, stored: string, given: string) {
    super(
      `The database has '${chain}' with ${stored}, the RPC's chain has ${given}: use another database for this chain`,
    );
  }
}

/**
 * Registers a chain and notifies, or finds it: the start block stays, because earlier logs are not stored.
 * @throws OtherChainError if the slug is known with another chain id or genesis block.
 */
export async function ensureChainState(
  db: Store,
  { chain, chainId, startBlock, genesisHash, mode }: NewChain,
): Promise<ChainState> {
  const genesis = genesisHash === undefined ? null : toBytea(genesisHash);
  await db
    .insertInto("chain_state")
    .values({
      chain,
      chain_id: chainId,
      start_block: startBlock,
      genesis_hash: genesis,
      ...(mode && { index_mode: mode }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await notify(db, CHAIN_CHANNEL, chain);
  const row = await findRow(db, chain);
  if (row === undefined) throw new Error(`The store has no chain '${chain}'`);
  if (row.chain_id !== chainId) throw new OtherChainError(chain, `chain id ${row.chain_id}`, String(chainId));
  const known = row.genesis_hash === null ? undefined : fromBytea(row.genesis_hash);
  if (known !== undefined && genesisHash !== undefined && known !== genesisHash) {
    throw new OtherChainError(chain, `genesis block ${known}`, genesisHash);
  }
  return toChainState(row);
}

/**
 * Locks a chain's row until the transaction ends, and verifies the cursor: two
 * writers on one chain can't both move it.
 * @param expected - undefined before the first range.
 * @returns the version of the list of followed owners.
 * @throws Error if the cursor is elsewhere.
 */
export async function lockCursor(tx: Store, chain: string, expected: bigint | undefined): Promise<bigint> {
  const lock = await lockChain(tx, chain, "update");
  const { rows } = await sql<Pick<ChainStateRow, "logs_block" | "owners_version">>`
    select logs_block, owners_version from chain_state where chain = ${chain} ${lock}`.execute(tx);
  const actual = rows[0]?.logs_block ?? undefined;
  if (actual !== expected) {
    throw new Error(`Another process is indexing '${chain}': its cursor moved from ${expected} to ${actual}`);
  }
  return rows[0]?.owners_version ?? 0n;
}

/**
 * Changes of a chain's state; omitted fields are unchanged. Call it in the transaction that stores the corresponding
 * rows.
 */
export type ChainAdvance = {
  logs?: BlockRef;
  /** null: some balances are newer than others, so none can be returned until all are read. */
  balances?: BlockRef | null;
  targetBlock?: bigint;
};

/** Notifies when the transaction commits. @throws Error if the chain is not registered. */
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
        ...(balances && { ledger_block: balances.blockNumber }),
      }),
      ...(targetBlock !== undefined && { target_block: targetBlock }),
      updated_at: sql<Date>`now()`,
    })
    .where("chain", "=", chain)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`The store has no chain '${chain}'`);
  await notify(db, CHAIN_CHANNEL, chain);
}

const toChainState = (row: ChainStateRow): ChainState => ({
  chain: row.chain,
  chainId: row.chain_id,
  startBlock: row.start_block,
  mode: row.index_mode,
  logs: toBlockRef(row.logs_block, row.logs_hash, row.logs_time),
  balances: toBlockRef(row.balances_block, row.balances_hash, row.balances_time),
  targetBlock: row.target_block ?? undefined,
  updatedAt: row.updated_at,
});

const toBlockRef = (block: bigint | null, hash: Bytea | null, time: bigint | null): BlockRef | undefined =>
  block === null || hash === null || time === null
    ? undefined
    : { blockNumber: block, hash: fromBytea(hash), timeAt: toSeconds(time) };
