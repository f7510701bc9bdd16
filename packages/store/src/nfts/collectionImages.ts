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
 * nft_contract_image_due, then each by primary key: no statement holds several of the rows that indexers write.
 */
export async function claimCollections(
  db: Store,
  chain: string,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<CollectionTask[]> {
  const { rows: due } = await sql<{ address: Bytea }>`
    select address from nft_contract where chain = ${chain} and image_due_at <= now()
    order by image_due_at limit ${limit}`.execute(db);
  const tasks: CollectionTask[] = [];
  for (const { address } of due) {
    const { rows } = await sql<{ image_attempts: number }>`
      update nft_contract set image_attempts = image_attempts + 1,
        image_due_at = now() + ${leaseSeconds} * interval '1 second'
      where chain = ${chain} and address = ${address} and image_due_at <= now()
      returning image_attempts`.execute(db);
    const [claimed] = rows;
    if (claimed !== undefined) tasks.push({ contract: fromBytea(address), attempts: claimed.image_attempts });
  }
  return tasks;
}

export type CollectionImage = {
  contract: Address;
  /** Of its claim: a contract that changed since then stays due. Without it the outcome applies in any case. */
  attempts?: number;
  /** As if it had not been claimed. */
  isDeferred?: boolean;
  /** An untrusted URL; undefined if it was not fetched: then the one before stays. */
  url?: string | null | undefined;
  /** Until it is fetched again; undefined: never, until the contract changes. */
  delaySeconds?: number | undefined;
};

/** Stores outcomes, each by primary key. */
export async function writeCollectionImages(
  db: Store,
  chain: string,
  images: readonly CollectionImage[],
): Promise<void> {
  for (const { contract, attempts, isDeferred = false, url, delaySeconds = null } of images) {
    await sql`
      update nft_contract set image_url = ${url === undefined ? sql`image_url` : url},
        image_due_at = now() + ${delaySeconds}::double precision * interval '1 second',
        image_attempts = image_attempts - ${isDeferred ? 1 : 0}::integer
      where chain = ${chain} and address = ${toBytea(contract)}
        and image_attempts = coalesce(${attempts ?? null}::integer, image_attempts)`.execute(db);
  }
}
