import { closeDatabase, listChainStates, migrate, openDatabase } from "@portico/store";
import { sql } from "kysely";

type Rpcs = Readonly<Record<string, { readonly rpcUrl: string }>>;

/**
 * Empties a devnet's database if it has blocks that the devnet's chains don't have: those chains were recreated. On a
 * real chain the indexer handles such a difference; a devnet's history is recreated in seconds.
 * @returns whether it was emptied.
 */
export async function resetIfOtherChains(databaseUrl: string, chains: Rpcs): Promise<boolean> {
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    const states = await listChainStates(db);
    const known = await Promise.all(
      states.map(async ({ chain, logs }) => {
        const rpcUrl = chains[chain]?.rpcUrl;
        return logs === undefined || (rpcUrl !== undefined && (await hashOf(rpcUrl, logs.blockNumber)) === logs.hash);
      }),
    );
    if (known.every(Boolean)) return false;
    await sql`DROP SCHEMA public CASCADE`.execute(db);
    await sql`CREATE SCHEMA public`.execute(db);
    await migrate(db);
    return true;
  } finally {
    await closeDatabase(db);
  }
}

async function hashOf(rpcUrl: string, blockNumber: bigint): Promise<string | undefined> {
  const params = [`0x${blockNumber.toString(16)}`, false];
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_getBlockByNumber", params }),
  });
  const { result } = (await response.json()) as { result: { hash: string } | null };
  return result?.hash;
}
