import { join } from "node:path";
import { closeDatabase, createAccessKey, migrate, openDatabase, startPostgres } from "@portico/store";
import { sql } from "kysely";

export const OWNERS = 20_000;
export const TOKENS_PER_OWNER = 100;
const TOKENS = 2_000;

export const ownerOf = (n: number): `0x${string}` => `0x${(0xa11ce_0000 + n).toString(16).padStart(40, "0")}`;

export interface Fixture {
  readonly databaseUrl: string;
  readonly accessKey: string;
  readonly stop: () => Promise<void>;
}

/** A database in which each of OWNERS has TOKENS_PER_OWNER tokens on eth: 2 million rows, generated in PostgreSQL. */
export async function createFixture(folder: string): Promise<Fixture> {
  const postgres = await startPostgres({ dataDir: join(folder, "postgres"), durable: false, log: () => {} });
  const db = openDatabase(postgres.url, { max: 1 });
  try {
    await migrate(db);
    await sql`INSERT INTO chain_state (chain, chain_id, start_block, logs_block, logs_hash, logs_time,
        balances_block, balances_hash, balances_time, target_block)
      SELECT 'eth', 1, 0, 100, hash, 1700000000, 100, hash, 1700000000, 100 FROM (SELECT sha256('') AS hash) h`.execute(
      db,
    );
    await sql`INSERT INTO token (chain, address, standard, name, symbol, decimals, is_verified, is_core, protocol_id)
      SELECT 'eth', decode(lpad(to_hex(x'70000000'::int + n), 40, '0'), 'hex'), 'erc20', 'Token number ' || n, 'TOK' || n, 18,
        false, false, '' FROM generate_series(0, ${TOKENS - 1}::int) n`.execute(db);
    await sql`INSERT INTO price (chain, token, usd, source, block_number, time_at)
      SELECT chain, address, 1.5, 'chainlink', 100, 1700000000 FROM token`.execute(db);
    await sql`INSERT INTO balance (owner, chain, token, raw_amount, block_number)
      SELECT decode(lpad(to_hex(x'a11ce0000'::bigint + o), 40, '0'), 'hex'), 'eth',
        decode(lpad(to_hex(x'70000000'::int + (o + t * 19) % ${TOKENS}::int), 40, '0'), 'hex'),
        (o + 1)::numeric * 1234567890123456789 + t, 100
      FROM generate_series(0, ${OWNERS - 1}::int) o, generate_series(0, ${TOKENS_PER_OWNER - 1}::int) t`.execute(db);
    await sql`VACUUM ANALYZE balance`.execute(db);
    const { key } = await createAccessKey(db, { name: "bench", isUnlimited: true });
    return { databaseUrl: postgres.url, accessKey: key, stop: postgres.stop };
  } finally {
    await closeDatabase(db);
  }
}
