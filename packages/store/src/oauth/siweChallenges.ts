import { hash } from "node:crypto";
import { sql } from "kysely";
import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";

/** The exact message that a wallet must sign. */
export type SiweChallenge = { nonce: string; message: string; address: Address; chainId: number };

/** @param challenge.interaction - The interaction it was issued for, stored as a hash: it is invalid for any other. */
export async function createSiweChallenge(
  db: Store,
  challenge: SiweChallenge & { interaction: string; ttlSeconds: number },
): Promise<void> {
  const { nonce, interaction, message, address, chainId, ttlSeconds } = challenge;
  await sql`
    insert into siwe_challenge (nonce, interaction, message, address, chain_id, expires_at)
    values (${nonce}, ${hash("sha256", interaction)}, ${message}, ${toBytea(address)}, ${chainId},
      now() + make_interval(secs => ${ttlSeconds}))`.execute(db);
}

/**
 * Consumes a challenge before its signature is verified: of concurrent attempts one succeeds. By the primary key.
 * @returns undefined if it is unknown, used, expired, or of another interaction.
 */
export async function burnSiweChallenge(
  db: Store,
  { nonce, interaction }: { nonce: string; interaction: string },
): Promise<SiweChallenge | undefined> {
  const { rows } = await sql<{ message: string; address: Bytea; chain_id: bigint }>`
    update siwe_challenge set used_at = now()
    where nonce = ${nonce} and interaction = ${hash("sha256", interaction)} and used_at is null and expires_at > now()
    returning message, address, chain_id`.execute(db);
  const row = rows[0];
  return row && { nonce, message: row.message, address: fromBytea(row.address), chainId: Number(row.chain_id) };
}

/** Why a challenge can't be used, by the primary key: for display. "unknown" if it belongs to another interaction. */
export async function findChallengeState(
  db: Store,
  { nonce, interaction }: { nonce: string; interaction: string },
): Promise<"expired" | "open" | "unknown" | "used"> {
  const { rows } = await sql<{ is_used: boolean; is_expired: boolean }>`
    select used_at is not null as is_used, expires_at <= now() as is_expired
    from siwe_challenge where nonce = ${nonce} and interaction = ${hash("sha256", interaction)}`.execute(db);
  const row = rows[0];
  if (row === undefined) return "unknown";
  if (row.is_used) return "used";
  return row.is_expired ? "expired" : "open";
}
