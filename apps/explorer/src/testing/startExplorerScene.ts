import { setTimeout as sleep } from "node:timers/promises";
import { ensureArtefact } from "@portico/artefacts";
import { startProcess, type TestProcess } from "@portico/server/testing";
import { startDevnet } from "@portico/devnet";
import { createAccessKey, isFullyIndexed, type Store } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { ExplorerAppOptions } from "../server/createExplorer.ts";
import { WEB_FOLDER } from "../webFolder.ts";
import { startTestExplorer, type TestExplorer } from "./startTestExplorer.ts";

export interface ExplorerScene {
  readonly explorer: TestExplorer;
  /** The indexer's database. */
  readonly db: Store;
  readonly apiUrl: string;
  /** Of eth. */
  readonly rpcUrl: string;
  readonly key: string;
  /** Holds every kind of asset, including hostile tokens. Its name is demo.eth. */
  readonly owner: string;
  /** An address without any activity. */
  readonly emptyAddress: string;
  /** Another explorer in front of the same data, with other options. */
  readonly startExplorer: (options: Partial<ExplorerAppOptions>) => Promise<TestExplorer>;
  readonly stop: () => Promise<void>;
}

const CHAINS = ["eth", "base"] as const;
/** The demo owner's assets are of every kind, regardless of the other accounts. */
const SIZE = { people: 2, transactions: 0, days: 2, blocks: 1 };

/**
 * The explorer with the real indexer and data API, on a devnet of two chains. The API's node of base is another chain:
 * what has to be read from it at request time, such as positions, fails at once and permanently.
 */
export async function startExplorerScene(): Promise<ExplorerScene> {
  const [database, devnet] = await Promise.all([createTestDatabase(), startDevnet({ chains: CHAINS, size: SIZE })]);
  const { eth, base } = devnet.chains;
  if (eth === undefined || base === undefined) throw new Error("The devnet has no chains");
  const env = { DATABASE_URL: database.url, PORTICO_RPC_ETH: eth.rpcUrl };
  const indexer = startProcess(await ensureArtefact("indexer"), [], {
    ...env,
    PORTICO_RPC_BASE: base.rpcUrl,
    PORTICO_START_ETH: "0",
    PORTICO_START_BASE: "0",
    PORTICO_POLL_MS: "50",
    PORTICO_PRICE_DAYS: "0",
  });
  const api = startProcess(await ensureArtefact("api"), [], {
    ...env,
    PORTICO_API_PORT: "0",
    PORTICO_RPC_BASE: eth.rpcUrl,
  });
  const { key } = await createAccessKey(database.db, { name: "explorer", isUnlimited: true, isWalletEnabled: true });
  const apiUrl = await api.url();
  const startExplorer = (options: Partial<ExplorerAppOptions>): Promise<TestExplorer> =>
    startTestExplorer({ databaseUrl: database.url, apiUrl, explorerKey: key, webFolder: WEB_FOLDER, ...options });
  const [explorer] = await Promise.all([startExplorer({}), untilIndexed(database.db, indexer)]);
  await untilNamesAreRead(apiUrl, key);
  const stop = async (): Promise<void> => {
    const ends = [indexer, api].map(({ child, end }) => {
      child.kill("SIGTERM");
      return end;
    });
    await Promise.all([explorer.stop(), ...ends]);
    await Promise.all([devnet.stop(), database.drop()]);
  };
  return {
    explorer,
    db: database.db,
    apiUrl,
    rpcUrl: eth.rpcUrl,
    key,
    owner: devnet.demoOwner.toLowerCase(),
    emptyAddress: `0x${"0dd".padStart(40, "0")}`,
    startExplorer,
    stop,
  };
}

/** Waits until both chains are indexed up to now. */
async function untilIndexed(db: Store, { child, output }: TestProcess): Promise<void> {
  while (!(await isFullyIndexed(db, CHAINS))) {
    if (child.exitCode !== null) throw new Error(`The indexer ended:\n${output()}`);
    await sleep(50);
  }
}

/** Waits until the API has read a name: its first one may take longer than a request waits while the chain is indexed. */
async function untilNamesAreRead(apiUrl: string, key: string): Promise<void> {
  const isRead = async (): Promise<boolean> =>
    (await fetch(`${apiUrl}/v1/name?id=demo.eth`, { headers: { AccessKey: key } })).ok;
  while (!(await isRead())) await sleep(200);
}
