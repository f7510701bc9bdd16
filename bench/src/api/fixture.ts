import { join } from "node:path";
import { closeDatabase, createAccessKey, migrate, openDatabase, startPostgres } from "@portico/store";
import { sql } from "kysely";
import { fillChainState } from "./fillChainState.ts";
import { fillMoves } from "./fillMoves.ts";
import { fillPositions } from "./fillPositions.ts";

export const OWNERS = 20_000;
export const TOKENS_PER_OWNER = 100;
const TOKENS = 2_000;

const FIRST_OWNER = 0xa11ce_0000;
const FIRST_TOKEN = 0x7000_0000;

const addressOf = (n: number): `0x${string}` => `0x${n.toString(16).padStart(40, "0")}`;
export const ownerOf = (n: number): `0x${string}` => addressOf(FIRST_OWNER + n);

export interface Fixture {
  readonly databaseUrl: string;
  readonly accessKey: string;
  readonly stop: () => Promise<void>;
}

/**
 * A database in which each of OWNERS has TOKENS_PER_OWNER tokens on eth: 2 million rows, generated in PostgreSQL. One in
 * four has stored positions in two protocols; each has four transactions.
 */
export async function createFixture(folder: string): Promise<Fixture> {
  const postgres = await startPostgres({ dataDir: join(folder, "postgres"), durable: false, log: () => {} });
  const db = openDatabase(postgres.url, { max: 1 });
  try {
    await migrate(db);
    await fillChainState(db);
    await sql`INSERT INTO token (chain, address, standard, name, symbol, decimals, is_verified, is_core, protocol_id)
      SELECT 'eth', decode(lpad(to_hex(${FIRST_TOKEN}::int + n), 40, '0'), 'hex'), 'erc20', 'Token number ' || n, 'TOK' || n, 18,
        false, false, '' FROM generate_series(0, ${TOKENS - 1}::int) n`.execute(db);
    await sql`INSERT INTO price (chain, token, usd, source, block_number, time_at)
      SELECT chain, address, 1.5, 'chainlink', 100, 1700000000 FROM token`.execute(db);
    await sql`INSERT INTO balance (owner, chain, token, raw_amount, block_number)
      SELECT decode(lpad(to_hex(${FIRST_OWNER}::bigint + o), 40, '0'), 'hex'), 'eth',
        decode(lpad(to_hex(${FIRST_TOKEN}::int + (o + t * 19) % ${TOKENS}::int), 40, '0'), 'hex'),
        (o + 1)::numeric * 1234567890123456789 + t, 100
      FROM generate_series(0, ${OWNERS - 1}::int) o, generate_series(0, ${TOKENS_PER_OWNER - 1}::int) t`.execute(db);
    const tokens = [addressOf(FIRST_TOKEN), addressOf(FIRST_TOKEN + 1), addressOf(FIRST_TOKEN + 2)] as const;
    await fillPositions(db, { owners: OWNERS, firstOwner: FIRST_OWNER, tokens });
    const moves = { firstOwner: FIRST_OWNER, firstToken: FIRST_TOKEN, tokens: TOKENS, timeAt: 1_700_000_000 };
    await fillMoves(db, { owners: OWNERS, ...moves });
    await sql`VACUUM ANALYZE balance, touch, position_read, block, transaction, leg`.execute(db);
    const { key } = await createAccessKey(db, { name: "bench", isUnlimited: true });
    return { databaseUrl: postgres.url, accessKey: key, stop: postgres.stop };
  } finally {
    await closeDatabase(db);
  }
}
