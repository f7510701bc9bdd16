import { createHash } from "node:crypto";
import { NATIVE_TOKEN } from "@portico/evm";
import { closeDatabase, createAccessKey, migrate, openDatabase, type Store } from "@portico/store";
import { sql } from "kysely";
import { Client } from "pg";

/** On the chain, independent of the number of balances. */
const TOKENS = 20_000;
/** Average number of balances per owner, by the distribution below. */
const BALANCES_PER_OWNER = 3.875;
const MAX_TOKENS = 300;

export interface Filled {
  readonly databaseUrl: string;
  readonly accessKey: string;
  readonly owners: number;
  readonly balances: number;
}

/** The n-th owner: keys are spread over the whole index. */
export function ownerOf(n: number): string {
  const number = Buffer.alloc(8);
  number.writeBigInt64BE(BigInt(n));
  return `0x${createHash("sha256").update(number).digest("hex").slice(0, 40)}`;
}

/** The token with the n-th most holders, after the native coin. */
export const tokenOf = (n: number): string => `0x${(0x7000_0000 + n).toString(16).padStart(40, "0")}`;

/** A number in [0, 1) that depends only on owner, slot and purpose. */
const noise = (purpose: number) => `((hashint8extended(o * 1000 + s, ${purpose}) & 2147483647) / 2147483648.0)`;

/**
 * Fills a database with about this many balances, generated in PostgreSQL. Most owners have few tokens and some have
 * hundreds; nearly all hold the native coin, many hold the same few tokens, most tokens have few holders. An owner's
 * rows are scattered, as they would be after long operation.
 */
export async function fillBalances(databaseUrl: string, wanted: number): Promise<Filled> {
  const db = openDatabase(databaseUrl, { max: 1 });
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await migrate(db);
    await fillReferences(db);
    const owners = Math.round(wanted / BALANCES_PER_OWNER);
    const balances = await insertBalances(client, owners);
    const { key } = await createAccessKey(db, { name: "bench", isUnlimited: true });
    return { databaseUrl, accessKey: key, owners, balances };
  } finally {
    await client.end();
    await closeDatabase(db);
  }
}

async function fillReferences(db: Store): Promise<void> {
  await sql`INSERT INTO chain_state (chain, chain_id, start_block, logs_block, logs_hash, logs_time,
      balances_block, balances_hash, balances_time, target_block)
    SELECT 'eth', 1, 0, 100, hash, 1700000000, 100, hash, 1700000000, 100 FROM (SELECT sha256('') AS hash) h`.execute(
    db,
  );
  await sql`INSERT INTO token (chain, address, standard, name, symbol, decimals, is_verified, is_core, protocol_id, metadata_block)
    SELECT 'eth', decode(lpad(to_hex(x'70000000'::int + n), 40, '0'), 'hex'), 'erc20', 'Token number ' || n, 'TOK' || n, 18,
      false, false, '', 100 FROM generate_series(0, ${TOKENS + MAX_TOKENS}::int) n`.execute(db);
  await sql`INSERT INTO token (chain, address, standard, name, symbol, decimals, is_verified, is_core, protocol_id, metadata_block)
    VALUES ('eth', decode(${NATIVE_TOKEN.slice(2)}, 'hex'), 'native', 'Ether', 'ETH', 18, true, true, '', 100)`.execute(
    db,
  );
  await sql`INSERT INTO price (chain, token, usd, source, block_number, time_at)
    SELECT chain, address, 1.5, 'chainlink', 100, 1700000000 FROM token LIMIT 500`.execute(db);
}

/** Inserts without indexes, which are then created as the migrations define them. @returns the number of rows. */
async function insertBalances(client: Client, owners: number): Promise<number> {
  const indexes = await client.query<{ name: string; definition: string }>(
    "SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = 'balance'",
  );
  await client.query("SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'");
  await client.query("ALTER TABLE balance DROP CONSTRAINT balance_pkey");
  for (const { name } of indexes.rows) await client.query(`DROP INDEX IF EXISTS ${name}`);
  const { rowCount } = await client.query(INSERT, [owners]);
  for (const { definition } of indexes.rows) await client.query(definition);
  await client.query("ALTER TABLE balance ADD CONSTRAINT balance_pkey PRIMARY KEY USING INDEX balance_pkey");
  await client.query("VACUUM ANALYZE");
  return rowCount ?? 0;
}

const SLOTS = `SELECT o, s::bigint AS s, k FROM (
    SELECT o, least(${MAX_TOKENS}, ceil(power(${noise(1).replace("+ s", "")} + 1e-9, -0.72)))::int AS k
    FROM generate_series(0::bigint, $1::bigint - 1) o) owners, generate_series(0, k - 1) s
  ORDER BY hashint8extended(o * 1000 + s, 2)`;

/** An owner's first slot is the native coin; further slots go from widely held tokens to rarely held ones. */
const INSERT = `INSERT INTO balance (owner, chain, token, raw_amount, block_number)
  SELECT substring(sha256(int8send(o)) for 20), 'eth', CASE WHEN s = 0 THEN decode('${NATIVE_TOKEN.slice(2)}', 'hex')
    ELSE decode(lpad(to_hex(x'70000000'::int + s::int + floor(${TOKENS} * power((s - 1 + ${noise(3)}) / (k - 1), 4))::int),
      40, '0'), 'hex') END,
    CASE WHEN ${noise(4)} < 0.1 THEN 0 ELSE trunc(power(10::numeric, (6 + 17 * ${noise(5)})::numeric)) END, 100
  FROM (${SLOTS}) slots`;
