import type { Selectable } from "kysely";
import { fromBytea, toBytea } from "../encoding/bytea.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import type { TokenTable } from "../database/schema.ts";
import type { Token } from "./token.ts";

export const toToken = (row: Selectable<TokenTable>): Token => ({
  chain: row.chain,
  address: fromBytea(row.address),
  standard: row.standard,
  name: row.name,
  symbol: row.symbol,
  decimals: row.decimals,
  logoUrl: row.logo_url,
  isVerified: row.is_verified,
  isCore: row.is_core,
  timeAt: toSeconds(row.time_at),
  protocolId: row.protocol_id,
  metadataBlock: row.metadata_block,
  creator: row.creator && fromBytea(row.creator),
  totalSupply: row.total_supply === null ? null : BigInt(row.total_supply),
  isScam: row.is_scam,
  isSuspicious: row.is_suspicious,
});

/** A row as JSON, for jsonb_populate_recordset. */
export const fromToken = (token: Token) => ({
  chain: token.chain,
  address: toBytea(token.address),
  standard: token.standard,
  name: toStorableText(token.name),
  symbol: toStorableText(token.symbol),
  decimals: token.decimals,
  logo_url: toStorableText(token.logoUrl),
  is_verified: token.isVerified,
  is_core: token.isCore,
  time_at: token.timeAt,
  protocol_id: token.protocolId,
  metadata_block: token.metadataBlock === null ? null : String(token.metadataBlock),
  creator: token.creator && toBytea(token.creator),
  total_supply: token.totalSupply === null ? null : String(token.totalSupply),
  is_scam: token.isScam,
  is_suspicious: token.isSuspicious,
});

/** PostgreSQL's text rejects NUL, and its JSON lone surrogates: both are replaced by U+FFFD. */
export const toStorableText = (text: string | null): string | null =>
  text && text.toWellFormed().replaceAll("\0", "\uFFFD");
