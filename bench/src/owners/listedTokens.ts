import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BareChain, startBareChain } from "@portico/devnet";
import { type ProfiledNode, startNodeProfile } from "@portico/evm/testing/nodeProfiles";
import { findChainState, type Store } from "@portico/store";
import { createTemplate, createTestDatabase, startTestPostgres } from "@portico/store/testing";
import { createNode, type Node } from "../chain/node.ts";
import { type RunningIndexer, startIndexer } from "../indexer/startIndexer.ts";
import { type InstalledTokens, installTokens } from "./installTokens.ts";

/** As a public endpoint: each call of a batch counts. */
const LIMITS = { rps: 25, delayMs: 50 };
const POLL_MS = 50;

export interface TokenScene {
  readonly chain: BareChain;
  readonly node: Node;
  /** Of the chain, with an endpoint's limits. */
  readonly proxy: ProfiledNode;
  readonly tokens: InstalledTokens;
  /** Empty at first. */
  readonly database: { readonly url: string; readonly db: Store };
}

/** Runs with so many tokens on a chain that nobody holds yet. */
export async function withTokens(count: number, run: (scene: TokenScene) => Promise<void>): Promise<void> {
  const [chain, postgres] = await Promise.all([startBareChain(1), startTestPostgres()]);
  const database = await createTestDatabase({
    serverUrl: postgres.url,
    template: await createTemplate(postgres.url),
  });
  const node = createNode(chain.rpcUrl);
  const proxy = await startNodeProfile(chain.rpcUrl, LIMITS);
  try {
    await run({ chain, node, proxy, tokens: await installTokens(node, count), database });
  } finally {
    node.close();
    await proxy.stop();
    await database.drop();
    await Promise.all([chain.stop(), postgres.stop()]);
  }
}

/** Environment in which the owners of the scene's chain are followed. @param list - Of the tokens that are listed. */
export function writeSettings(folder: string, { database, proxy }: TokenScene, list: string): Record<string, string> {
  const file = join(folder, "tokens.json");
  writeFileSync(file, list);
  return {
    DATABASE_URL: database.url,
    PORTICO_RPC_ETH: proxy.url,
    PORTICO_INDEX_ETH: "owners",
    PORTICO_TOKEN_LISTS: file,
    PORTICO_PRICE_DAYS: "0",
  };
}

/** Starts an indexer with these settings, and runs once its chain is ready. */
export async function withIndexer(
  { database, proxy }: TokenScene,
  env: Record<string, string>,
  run: (indexer: RunningIndexer) => Promise<void>,
): Promise<void> {
  const indexer = startIndexer({ databaseUrl: database.url, rpcUrl: proxy.url, mode: "full", env });
  try {
    await waitFor(indexer, async () => (await findChainState(database.db, "eth"))?.balances !== undefined);
    await run(indexer);
  } finally {
    await indexer.stop();
  }
}

/** @throws if the indexer has exited. */
export async function waitFor({ check }: Pick<RunningIndexer, "check">, isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) {
    check();
    await sleep(POLL_MS);
  }
}
