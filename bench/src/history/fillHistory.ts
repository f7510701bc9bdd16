import { NATIVE_TOKEN } from "@portico/evm";
import { closeDatabase, createAccessKey, migrate, openDatabase } from "@portico/store";
import type { Store } from "@portico/store";
import { sql } from "kysely";

/** The owner of the history. */
export const OWNER = `0x${"a1".repeat(20)}`;

/** An owner's number of transactions on a chain; on all chains they are spread evenly over the same period. */
export interface HistorySize {
  readonly chain: string;
  readonly chainId: number;
  readonly transactions: number;
}

export const SPAN_SECONDS = 1_200_000;
export const NEWEST_TIME = 1_760_000_000;
/** Legs of other owners in each block of the owner's. */
const OTHER_LEGS = 4;

/**
 * Fills a database with an owner's transactions, each in a separate block that also has transactions of others, in
 * chronological order as indexing leaves them. Generated in PostgreSQL.
 * @returns an access key.
 */
export async function fillHistory(databaseUrl: string, sizes: readonly HistorySize[]): Promise<string> {
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    await migrate(db);
    for (const size of sizes) {
      await fillChain(db, size);
      await fillTransactions(db, size);
    }
    await sql`vacuum analyze`.execute(db);
    const { key } = await createAccessKey(db, { name: "bench", isUnlimited: true });
    return key;
  } finally {
    await closeDatabase(db);
  }
}

const native = sql`decode(${NATIVE_TOKEN.slice(2)}, 'hex')`;
const token = sql`decode(repeat('7c', 20), 'hex')`;
const owner = sql`decode(${OWNER.slice(2)}, 'hex')`;

async function fillChain(db: Store, { chain, chainId, transactions }: HistorySize): Promise<void> {
  await sql`
    insert into chain_state (chain, chain_id, start_block, logs_block, logs_hash, logs_time,
      balances_block, balances_hash, balances_time, target_block)
    select ${chain}, ${chainId}::integer, 0, n, hash, ${NEWEST_TIME}::integer, n, hash, ${NEWEST_TIME}::integer, n
    from (select ${transactions}::integer as n, sha256('') as hash) h`.execute(db);
  await sql`
    insert into token (chain, address, standard, name, symbol, decimals, is_verified, is_core, protocol_id, metadata_block)
    values (${chain}, ${native}, 'native', 'Ether', 'ETH', 18, true, true, '', 1),
      (${chain}, ${token}, 'erc20', 'Token', 'TOK', 6, true, true, '', 1)`.execute(db);
  await sql`
    insert into price_point (chain, token, time_at, usd)
    select ${chain}, ${native}, ${NEWEST_TIME}::integer - n * 86400, 2000 + n from generate_series(0, 365) n`.execute(
    db,
  );
}

const timeOf = ({ transactions }: HistorySize) =>
  sql`${NEWEST_TIME}::integer - (${transactions}::integer - n) * ${Math.floor(SPAN_SECONDS / transactions)}::integer`;
const hashOf = ({ chain }: HistorySize) => sql`sha256(convert_to(${chain} || n, 'UTF8'))`;

/** A token payment by a call of 68 bytes: the fee, and both sides of the transfer. */
async function fillTransactions(db: Store, size: HistorySize): Promise<void> {
  const { chain, transactions } = size;
  await sql`
    insert into block (chain, block_number, time_at, hash)
    select ${chain}, n, ${timeOf(size)}, sha256(int8send(n)) from generate_series(1, ${transactions}::integer) n`.execute(
    db,
  );
  await sql`
    insert into transaction (chain, block_number, tx_index, hash, time_at, sender, recipient, nonce, raw_value, raw_fee,
      input, is_success, gas_used)
    select ${chain}, n, n % 100, ${hashOf(size)}, ${timeOf(size)}, ${owner}, ${token}, n, 0, 21000 * n,
      decode('a9059cbb' || repeat('00', 64), 'hex'), true, 21000
    from generate_series(1, ${transactions}::integer) n`.execute(db);
  await sql`
    insert into leg (owner, chain, block_number, position, time_at, kind, is_inbound, token, counterparty, tx_hash, raw_amount)
    select case who when 0 then ${owner} when 1 then ${owner} else substr(sha256(int8send(n * 10 + who)), 1, 20) end,
      ${chain}, n, ((n % 100 + greatest(who - 2, 0))::bigint << 39) + case who when 0 then 3::bigint << 35 else who << 15 end,
      ${timeOf(size)}, case who when 0 then 3 else 0 end, who > 1, case who when 0 then ${native} else ${token} end,
      decode(repeat('b0', 20), 'hex'), ${hashOf(size)}, 1000000
    from generate_series(1, ${transactions}::integer) n, generate_series(0::bigint, ${OTHER_LEGS}::bigint + 1) who
    order by n, who`.execute(db);
}
