import type { Store } from "@portico/store";

/**
 * Holds a chain's row until the transaction ends, and makes sure that the cursor still is where it was read: two
 * indexers on one chain can't both write a range.
 * @param expected - undefined before the first range.
 */
export async function lockCursor(tx: Store, chain: string, expected: bigint | undefined): Promise<void> {
  const row = await tx
    .selectFrom("chain_state")
    .select("logs_block")
    .where("chain", "=", chain)
    .forUpdate()
    .executeTakeFirst();
  if ((row?.logs_block ?? undefined) !== expected) {
    throw new Error(
      `Another indexer is at work on '${chain}': its cursor moved from ${expected} to ${row?.logs_block}`,
    );
  }
}
