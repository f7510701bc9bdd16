import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createApi, createHttpServer } from "@portico/api";
import { createClient, type PorticoClient } from "@portico/client";
import { runIndexer } from "@portico/indexer";
import { type Pocket, startPocket, type ScenarioSize } from "@portico/pocket";
import { createAccessKey, listChainStates } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { pino } from "pino";

export interface RunningService {
  readonly pocket: Pocket;
  readonly client: PorticoClient;
  readonly apiUrl: string;
  readonly accessKey: string;
  readonly stop: () => Promise<void>;
}

/** The whole of Portico over a pocket mainnet: chains, indexer, API over HTTP, and the client that asks it. */
export async function runService(seed: number, size: Partial<ScenarioSize>): Promise<RunningService> {
  const log = pino({ level: "silent" });
  const [pocket, database] = await Promise.all([startPocket({ seed, size }), createTestDatabase()]);
  const ending = new AbortController();
  const chains = Object.entries(pocket.chains).map(([chain, { rpcUrl }]) => ({
    chain,
    rpcUrls: [rpcUrl],
    startBlock: 0n,
  }));
  const indexing = runIndexer({ db: database.db, chains, log, signal: ending.signal, pollMs: 50 });

  const { key } = await createAccessKey(database.db, { name: "truth" });
  const api = await createApi({ databaseUrl: database.url, log, checkReplies: true });
  const server = createHttpServer(api.app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  await untilIndexed(database.db, pocket);
  const stop = async () => {
    ending.abort();
    await indexing;
    server.close();
    server.closeAllConnections();
    await api.close();
    await database.drop();
    await pocket.stop();
  };
  const apiUrl = `http://127.0.0.1:${port}`;
  return { pocket, client: createClient({ baseUrl: apiUrl, accessKey: key }), apiUrl, accessKey: key, stop };
}

async function untilIndexed(db: Parameters<typeof listChainStates>[0], pocket: Pocket): Promise<void> {
  for (;;) {
    const states = await listChainStates(db);
    if (states.filter(({ balances }) => balances !== undefined).length === Object.keys(pocket.chains).length) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
