import { sql } from "kysely";
import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Bytea, Hex } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";

/** The use of a database. */
export type Deployment = {
  /** `devnet`: local chains with publicly known wallet keys. `public`: other chains. */
  network: "devnet" | "public";
  /** Of a devnet's chains. */
  genesisHashes: Hex[];
};

/** The database belongs to a devnet, and is to be used for public chains. */
export class DevnetDatabaseError extends Error {
  override readonly name = "DevnetDatabaseError";
  constructor(reason: string) {
    super(
      `The database was used by a devnet (its wallets' private keys are published, and its demo key has no limit), and ${reason}: ` +
        "set DATABASE_URL to another database, or run `pnpm start --allow-devnet-database` on the real chains, which disables " +
        "the devnet's accounts and keys, deletes its indexed data, and continues",
    );
  }
}

/** The database belongs to public chains, and a devnet would use it. */
export class PublicDatabaseError extends Error {
  override readonly name = "PublicDatabaseError";
  constructor() {
    super(
      "The database is used by real chains, or has accounts or applications that were not created by a devnet. A devnet would give " +
        "access to its demo key and to wallets with published private keys: set PORTICO_RPC_<ID> to a node of a real chain, or DATABASE_URL to " +
        "another database, or unset DATABASE_URL",
    );
  }
}

/** @returns undefined for an unused database. */
export async function findDeployment(db: Store): Promise<Deployment | undefined> {
  const { rows } = await sql<Pick<Deployment, "network">>`select network from deployment`.execute(db);
  const [row] = rows;
  return row && { network: row.network, genesisHashes: await listGenesisHashes(db) };
}

/** `bytea[]` is not parsed as an array: its elements are selected as rows. */
async function listGenesisHashes(db: Store): Promise<Hex[]> {
  const { rows } = await sql<{ hash: Bytea }>`select unnest(genesis_hashes) as hash from deployment`.execute(db);
  return rows.map(({ hash }) => fromBytea(hash));
}

/**
 * Marks a database as that of the devnet with these genesis blocks, before anything is stored.
 * @throws PublicDatabaseError if it is used for others already.
 */
export async function claimForDevnet(db: Store, genesisHashes: readonly Hex[]): Promise<void> {
  const deployment = await findDeployment(db);
  const isOther = deployment === undefined ? await isInUse(db, genesisHashes) : deployment.network === "public";
  if (isOther) throw new PublicDatabaseError();
  await setDeployment(db, { network: "devnet", genesisHashes: [...genesisHashes] });
}

/**
 * Whether a database has chains with other genesis blocks, or, if used by the sign-in service alone, accounts or
 * applications.
 */
async function isInUse(db: Store, genesisHashes: readonly Hex[]): Promise<boolean> {
  const { rows: indexed } = await sql<{ genesis_hash: Bytea | null }>`select genesis_hash from chain_state`.execute(db);
  if (indexed.some(({ genesis_hash: hash }) => hash === null || !genesisHashes.includes(fromBytea(hash)))) return true;
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (select 1 from account) or exists (select 1 from oauth_app) as "isUsed"`.execute(db);
  return rows[0]?.isUsed === true;
}

/**
 * Marks a database as that of public chains.
 * @throws DevnetDatabaseError if it belongs to a devnet.
 */
export async function claimForPublic(db: Store): Promise<void> {
  const deployment = await findDeployment(db);
  if (deployment?.network === "devnet") throw new DevnetDatabaseError("it would be used for a real chain");
  if (deployment === undefined) await setDeployment(db, { network: "public", genesisHashes: [] });
}

/**
 * @throws DevnetDatabaseError if the database belongs to a devnet without this chain, by its block 0 (undefined:
 * unknown).
 */
export async function assertSameNetwork(db: Store, chain: string, genesisHash: Hex | undefined): Promise<void> {
  const { network, genesisHashes } = (await findDeployment(db)) ?? {};
  if (network !== "devnet" || (genesisHash !== undefined && genesisHashes?.includes(genesisHash))) return;
  throw new DevnetDatabaseError(`'${chain}' is not one of its chains`);
}

/** Sets the use of the database, without checks. */
export async function setDeployment(db: Store, { network, genesisHashes }: Deployment): Promise<void> {
  await sql`
    insert into deployment (network, genesis_hashes) values (${network}, ${genesisHashes.map(toBytea)}::bytea[])
    on conflict (is_only) do update set network = excluded.network, genesis_hashes = excluded.genesis_hashes`.execute(
    db,
  );
}
