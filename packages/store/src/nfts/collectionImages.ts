import { sql } from "kysely";
import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";

/** A collection whose image is to be fetched. */
export type CollectionTask = {
  contract: Address;
  /** Number of times it was claimed, including this one. */
  attempts: number;
};

/**
 * Claims up to `limit` collections of a chain whose image is due; they are due again after `leaseSeconds`. By
 * nft_contract_image_due; rows that others hold are skipped.
 */
export async function claimCollections(
  db: Store,
  chain: string,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<CollectionTask[]> {
  const { rows } = await sql<{ address: Bytea; image_attempts: number }>`
    with due as materialized (
      select address from nft_contract where chain = ${chain} and image_due_at <= now()
      order by image_due_at limit ${limit} for update skip locked
    )
    update nft_contract c set image_attempts = c.image_attempts + 1,
      image_due_at = now() + ${leaseSeconds} * interval '1 second'
    from due where c.chain = ${chain} and c.address = due.address
    returning c.address, c.image_attempts`.execute(db);
  return rows.map((row) => ({ contract: fromBytea(row.address), attempts: row.image_attempts }));
}

export type CollectionImage = {
  contract: Address;
  /** An untrusted URL; undefined if it was not fetched: then the one before stays. */
  url?: string | null | undefined;
  /** Until it is fetched again; undefined: never, until the contract changes. */
  delaySeconds?: number | undefined;
};

/** Stores outcomes; of contracts that another transaction holds at their next turn. By primary key. */
export async function writeCollectionImages(
  db: Store,
  chain: string,
  images: readonly CollectionImage[],
): Promise<void> {
  for (const { contract, url, delaySeconds = null } of images) {
    await sql`
      update nft_contract set image_url = ${url === undefined ? sql`image_url` : url},
        image_due_at = now() + ${delaySeconds}::double precision * interval '1 second'
      where chain = ${chain} and address in (
        select address from nft_contract where chain = ${chain} and address = ${toBytea(contract)} for update skip locked
      )`.execute(db);
  }
}
