import { sql } from "kysely";
import { fromBytea, toBytea } from "../encoding/bytea.ts";
import type { Bytea, Hex } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";

/** What a database is used for. */
export type Deployment = {
  /** `devnet`: chains of this computer, whose wallets' keys everybody knows. `public`: chains of others. */
  network: "devnet" | "public";
  /** Of the chains of a devnet. */
  genesisHashes: Hex[];
};

/** The database is of a devnet, and what is asked of it is for real chains. */
export class DevnetDatabaseError extends Error {
  override readonly name = "DevnetDatabaseError";
  constructor(reason: string) {
    super(
      `The database served a devnet (everybody knows the keys of its wallets, and its demo key has no limit), and ${reason}: ` +
        "set DATABASE_URL to another database, or run `pnpm start --allow-devnet-database` on the real chains, which disables " +
        "what the devnet made, deletes what was indexed of it, and goes on",
    );
  }
}

/** The database is of real chains, and a devnet would use it. */
export class PublicDatabaseError extends Error {
  override readonly name = "PublicDatabaseError";
  constructor() {
    super(
      "The database serves real chains, or has accounts or applications that no devnet made, and a devnet would give its demo key and " +
        "its wallets, whose keys everybody knows, rights in it: set PORTICO_RPC_<ID> to a node of a real chain, or DATABASE_URL to " +
        "another database, or leave DATABASE_URL out",
    );
  }
}

/** @returns undefined for a database that was never used. */
export async function findDeployment(db: Store): Promise<Deployment | undefined> {
  const { rows } = await sql<Pick<Deployment, "network">>`select network from deployment`.execute(db);
  const [row] = rows;
  return row && { network: row.network, genesisHashes: await listGenesisHashes(db) };
}

/** `bytea[]` arrives as no array of ours: its elements are read as rows. */
async function listGenesisHashes(db: Store): Promise<Hex[]> {
  const { rows } = await sql<{ hash: Bytea }>`select unnest(genesis_hashes) as hash from deployment`.execute(db);
  return rows.map(({ hash }) => fromBytea(hash));
}

/**
 * Makes a database that of the devnet with these genesis blocks, before anything of it is stored.
 * @throws PublicDatabaseError when it is used for others already.
 */
export async function claimForDevnet(db: Store, genesisHashes: readonly Hex[]): Promise<void> {
  const deployment = await findDeployment(db);
  const isOther = deployment === undefined ? await isInUse(db, genesisHashes) : deployment.network === "public";
  if (isOther) throw new PublicDatabaseError();
  await setDeployment(db, { network: "devnet", genesisHashes: [...genesisHashes] });
}

/** Whether a database has chains with other genesis blocks, or, as one of the sign-in service alone, accounts or applications. */
async function isInUse(db: Store, genesisHashes: readonly Hex[]): Promise<boolean> {
  const { rows: indexed } = await sql<{ genesis_hash: Bytea | null }>`select genesis_hash from chain_state`.execute(db);
  if (indexed.some(({ genesis_hash: hash }) => hash === null || !genesisHashes.includes(fromBytea(hash)))) return true;
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (select from account) or exists (select from oauth_app) as "isUsed"`.execute(db);
  return rows[0]?.isUsed === true;
}

/**
 * Makes a database that of real chains.
 * @throws DevnetDatabaseError when it is a devnet's.
 */
export async function claimForPublic(db: Store): Promise<void> {
  const deployment = await findDeployment(db);
  if (deployment?.network === "devnet") throw new DevnetDatabaseError("a real chain would be served from it");
  if (deployment === undefined) await setDeployment(db, { network: "public", genesisHashes: [] });
}

/** @throws DevnetDatabaseError when the database is a devnet's and the chain with this block 0 (undefined: unknown) is none of it. */
export async function assertSameNetwork(db: Store, chain: string, genesisHash: Hex | undefined): Promise<void> {
  const { network, genesisHashes } = (await findDeployment(db)) ?? {};
  if (network !== "devnet" || (genesisHash !== undefined && genesisHashes?.includes(genesisHash))) return;
  throw new DevnetDatabaseError(`'${chain}' is none of its chains`);
}

/** What is asked of the database: without any check. */
export async function setDeployment(db: Store, { network, genesisHashes }: Deployment): Promise<void> {
  await sql`
    insert into deployment (network, genesis_hashes) values (${network}, ${genesisHashes.map(toBytea)}::bytea[])
    on conflict (is_only) do update set network = excluded.network, genesis_hashes = excluded.genesis_hashes`.execute(
    db,
  );
}
