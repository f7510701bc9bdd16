import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { BackupError } from "./backupError.ts";

/** The temporary table with a backup's rows of a table that has its own. */
export const nameRestored = (table: string): string => `restored_${table}`;

/** Adds the rows of a temporary table to those that indexing may have stored already. @throws BackupError */
export async function addRestored(tx: Store, table: string): Promise<void> {
  await (table === "deployment" ? addDeployment(tx) : followAgain(tx));
}

/** What is indexed decides: accounts of a devnet, whose keys are public, must not come into a public database. */
async function addDeployment(tx: Store): Promise<void> {
  const { rows } = await sql<{ network: string; other: string; isIndexed: boolean }>`
    select here.network, restored.network as other, exists (select from chain_state) as "isIndexed"
    from deployment here cross join restored_deployment restored
    where here.network <> restored.network
      or not (here.genesis_hashes @> restored.genesis_hashes and here.genesis_hashes <@ restored.genesis_hashes)`.execute(
    tx,
  );
  const [differing] = rows;
  if (differing?.isIndexed)
    throw new BackupError(
      `The backup is of ${describe(differing.other)}, and the database has indexed ${describe(differing.network)}: ` +
        "restore it into an empty database",
    );
  await sql`
    insert into deployment (network, genesis_hashes) select network, genesis_hashes from restored_deployment
    on conflict (is_only) do update set network = excluded.network, genesis_hashes = excluded.genesis_hashes`.execute(
    tx,
  );
}

const describe = (network: string): string => (network === "devnet" ? "a devnet" : "public chains");

/** As `addFollowedOwners` does: their balances are read next. */
async function followAgain(tx: Store): Promise<void> {
  await sql`
    insert into followed_owner (chain, owner, is_permanent)
    select chain, owner, true from restored_followed_owner order by chain, owner
    on conflict (chain, owner) do update set is_permanent = true`.execute(tx);
  await sql`
    insert into sight (owner, chain) select owner, chain from restored_followed_owner order by owner, chain
    on conflict (owner, chain) do nothing`.execute(tx);
}
