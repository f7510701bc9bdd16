import { developmentWallets, type Hex } from "@portico/evm";
import {
  claimForDevnet,
  claimForPublic,
  closeDatabase,
  disableDevnet,
  findDeployment,
  openDatabase,
  setDeployment,
  type Store,
} from "@portico/store";
import { createPublicClient, http } from "viem";
import type { DevnetChains } from "./devnet.ts";

export interface DatabaseClaim {
  /** Undefined if the chains are real. */
  readonly devnet: DevnetChains | undefined;
  /** Whether it is the bundled database, whose folder is either the devnet's or not. */
  readonly isEmbedded: boolean;
  /** Converts a devnet's database for real chains instead of refusing it. */
  readonly allowsDevnetDatabase: boolean;
  readonly report: (line: string) => void;
}

/**
 * Ensures that a database never serves both a devnet, whose keys are public, and real chains.
 * @throws DevnetDatabaseError, PublicDatabaseError with instructions.
 */
export async function claimDatabase(databaseUrl: string, claim: DatabaseClaim): Promise<void> {
  const { devnet, isEmbedded, allowsDevnetDatabase, report } = claim;
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    if (devnet === undefined) {
      if (allowsDevnetDatabase) await disable(db, report);
      return await claimForPublic(db);
    }
    const genesisHashes = await Promise.all(Object.values(devnet).map(({ rpcUrl }) => findGenesisHash(rpcUrl)));
    if (isEmbedded) return await setDeployment(db, { network: "devnet", genesisHashes });
    return await claimForDevnet(db, genesisHashes);
  } finally {
    await closeDatabase(db);
  }
}

async function disable(db: Store, report: DatabaseClaim["report"]): Promise<void> {
  if ((await findDeployment(db))?.network !== "devnet") return;
  const { keys, accounts, operators, clients } = await disableDevnet(db, developmentWallets);
  report(
    `database: was used by a devnet; disabled its ${keys} keys, ${accounts} accounts and ${clients} clients, ` +
      `removed ${operators} operators and deleted the indexed data`,
  );
}

async function findGenesisHash(rpcUrl: string): Promise<Hex> {
  const { hash } = await createPublicClient({ transport: http(rpcUrl) }).getBlock({ blockNumber: 0n });
  return hash;
}
