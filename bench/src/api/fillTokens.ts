import { chains } from "@portico/evm";
import { listDeployed } from "@portico/protocols";
import { closeDatabase, createAccessKey, migrate, openDatabase } from "@portico/store";
import { sql } from "kysely";
import { fillChainState } from "./fillChainState.ts";
import { createEmptyDatabase } from "../postgres.ts";

export const HOLDER = "0x00000000000000000000000000000000000a11ce";

export interface TokenFixture {
  readonly databaseUrl: string;
  readonly accessKey: string;
}

export interface TokenCounts {
  /** Listed and priced, on eth, with pictures; HOLDER has each. */
  readonly tokens: number;
  /** With a value, of the catalogue. */
  readonly protocols: number;
}

/** A database of its own with tokens and protocols. */
export async function fillTokens(serverUrl: string, { tokens, protocols }: TokenCounts): Promise<TokenFixture> {
  const databaseUrl = await createEmptyDatabase(serverUrl, `tokens_${tokens}`);
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    await migrate(db);
    await fillChainState(db);
    await sql`INSERT INTO token (chain, address, standard, name, symbol, decimals, logo_url, is_verified, is_core, protocol_id)
      SELECT 'eth', substring(sha256(n::text::bytea) FOR 20), 'erc20', 'Token number ' || n, 'TOK' || n, 18,
        'https://tokens.example/images/' || n || '.png', true, false, ''
      FROM generate_series(1, ${tokens}::int) n`.execute(db);
    await sql`INSERT INTO price (chain, token, usd, day_ago_usd, source, block_number, time_at)
      SELECT chain, address, 1.5, 1.4, 'chainlink', 100, 1700000000 FROM token`.execute(db);
    await sql`INSERT INTO balance (owner, chain, token, raw_amount, block_number)
      SELECT decode(${HOLDER.slice(2)}, 'hex'), chain, address, 1234567890123456789, 100 FROM token`.execute(db);
    const ids = chains.flatMap(({ slug }) => listDeployed(slug).map(({ id }) => [id, slug] as const));
    await sql`INSERT INTO protocol (id, chain, tvl_usd, block_number, time_at)
      SELECT id, chain, 1000000, 100, 1700000000
      FROM unnest(${ids.slice(0, protocols).map(([id]) => id)}::text[], ${ids.slice(0, protocols).map(([, chain]) => chain)}::text[])
        AS t(id, chain)`.execute(db);
    const { key } = await createAccessKey(db, { name: "bench", isUnlimited: true });
    return { databaseUrl, accessKey: key };
  } finally {
    await closeDatabase(db);
  }
}
