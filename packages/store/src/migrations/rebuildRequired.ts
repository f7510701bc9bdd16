import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { hasTable } from "../database/hasTable.ts";
import { migrationCosts } from "./migrationCosts.ts";

/** What pending migrations would delete. */
export interface DeletedIndex {
  migrations: string[];
  /** With indexed blocks. */
  chains: string[];
}

/** undefined if nothing that is indexed would be deleted. */
export async function findDeletedIndex(db: Store, pending: readonly string[]): Promise<DeletedIndex | undefined> {
  const names = pending.filter((name) => migrationCosts[name]?.deletes !== undefined);
  if (names.length === 0) return undefined;
  if (!(await hasTable(db, "chain_state"))) return undefined;
  const { rows: chains } = await sql<{ chain: string }>`
    select chain from chain_state where logs_block is not null order by chain`.execute(db);
  return chains.length === 0 ? undefined : { migrations: names, chains: chains.map(({ chain }) => chain) };
}

/** A migration would delete what is indexed, and was not allowed to; nothing was changed. */
export class RebuildRequiredError extends Error {
  override readonly name = "RebuildRequiredError";

  constructor({ migrations, chains }: DeletedIndex) {
    super(
      `The database was not migrated, and is unchanged: ${migrations.join(" and ")} would delete what is indexed of ` +
        `${chains.join(", ")}, and the indexer would read it from the nodes again, from the start block. Keys, ` +
        "accounts, units and clients would stay. What to do: allow it with pnpm portico migrate --rebuild",
    );
  }
}
