import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startDevnet } from "@portico/devnet";
import { createAccessKey, isFullyIndexed, type Store } from "@portico/store";
import { createTemplate, createTestDatabase, startTestPostgres } from "@portico/store/testing";
import { type RunningIndexer, startIndexer } from "../indexer/startIndexer.ts";
import { startServer } from "../startServer.ts";

export interface Explorer {
  readonly url: string;
  /** An owner with items of every kind. */
  readonly owner: string;
  readonly stop: () => Promise<void>;
}

const APPS = join(import.meta.dirname, "../../../apps");
const CHAINS = ["eth", "base"] as const;
/** Small: the owner has items of every kind regardless of other traffic. */
const SIZE = { people: 2, transactions: 0, days: 2, blocks: 1 };

/** The production build of the explorer, with the real data API on a fully indexed devnet of two chains. */
export async function startExplorer(): Promise<Explorer> {
  execFileSync(process.execPath, [join(APPS, "explorer/src/build.ts")], { stdio: ["ignore", "ignore", "inherit"] });
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.toReversed()) await end();
  };
  try {
    const [devnet, postgres] = await Promise.all([startDevnet({ chains: CHAINS, size: SIZE }), startTestPostgres()]);
    stops.push(postgres.stop, () => devnet.stop());
    const database = await createTestDatabase({
      serverUrl: postgres.url,
      template: await createTemplate(postgres.url),
    });
    stops.push(database.drop);
    const [eth = "", base = ""] = [devnet.chains.eth?.rpcUrl, devnet.chains.base?.rpcUrl];
    const env = { DATABASE_URL: database.url, PORTICO_RPC_ETH: eth, PORTICO_RPC_BASE: base };
    await indexOnce(database.db, env);
    const api = await startServer(join(APPS, "api/src/main.ts"), env, () => []);
    stops.push(api.stop);
    const { key } = await createAccessKey(database.db, { name: "explorer", isUnlimited: true, isWalletEnabled: true });
    const settings = { ...env, PORTICO_API_URL: api.url, PORTICO_EXPLORER_KEY: key };
    const explorer = await startServer(join(APPS, "explorer/src/main.ts"), settings, () => []);
    stops.push(explorer.stop);
    return { url: explorer.url, owner: devnet.demoOwner.toLowerCase(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The indexer has exited before the measurement: polling for blocks would disturb it. */
async function indexOnce(
  db: Store,
  env: { DATABASE_URL: string; PORTICO_RPC_ETH: string; PORTICO_RPC_BASE: string },
): Promise<void> {
  const indexer = startIndexer({
    databaseUrl: env.DATABASE_URL,
    rpcUrl: env.PORTICO_RPC_ETH,
    mode: "full",
    env: { ...env, PORTICO_START_BASE: "0", PORTICO_POLL_MS: "50", PORTICO_PRICE_DAYS: "0" },
  });
  try {
    await untilIndexed(db, indexer);
  } finally {
    await indexer.stop();
  }
}

/** Waits until both chains are indexed up to their heads. */
async function untilIndexed(db: Store, { check }: RunningIndexer): Promise<void> {
  while (!(await isFullyIndexed(db, CHAINS))) {
    check();
    await sleep(50);
  }
}
