import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { createApi, createHttpServer } from "@portico/api";
import { createClient, type PorticoClient } from "@portico/client";
import {
  backfillOwnerPrices,
  collectHistories,
  type IndexedChain,
  type IndexerOptions,
  syncPools,
  syncPricePoints,
  syncProtocols,
  syncTokenMetadata,
  runIndexer,
} from "@portico/indexer";
import { type Devnet, type DevnetChain, startDevnet, type ScenarioSize } from "@portico/devnet";
import {
  createAccessKey,
  findPriceClock,
  listChainStates,
  listUnclassified,
  listUndescribedTokens,
  listUntracedTokens,
  type Store,
} from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { pino } from "pino";
import type { Address } from "viem";
import { createChainReader } from "./chainReader.ts";

export interface RunningService {
  readonly devnet: Devnet;
  readonly client: PorticoClient;
  readonly apiUrl: string;
  readonly accessKey: string;
  readonly db: Store;
  /** Resolves when responses are based on every chain's newest block, by its hash. */
  readonly catchUp: () => Promise<void>;
  /**
   * Resolves when the token metadata that is read outside block indexing, such as which tokens are receipts, is
   * complete.
   */
  readonly waitForTokenMetadata: () => Promise<void>;
  /** Resolves when historical prices are written up to every chain's newest block. */
  readonly writePoints: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface ServiceOptions {
  /** Default: eth and base. */
  readonly chains?: readonly DevnetChain[];
  /** The indexer's RPC URLs for a chain, such as a proxy. Default: the chain itself. */
  readonly listRpcUrls?: (chain: string, rpcUrl: string) => Promise<readonly string[]>;
  /** The API's RPC URLs for reading positions of a chain. Default: none, and totals exclude positions. */
  readonly listPositionUrls?: (chain: string, rpcUrl: string) => Promise<readonly string[]>;
  /** Whether the devnet records the intended actions of transactions. Default: no. */
  readonly recordActions?: boolean;
  /** The indexer's delays after failures; default: as in production. */
  readonly waits?: NonNullable<IndexerOptions["waits"]>;
  /** Rates of the indexer's calls; default: as in production. */
  readonly rates?: IndexerOptions["rates"];
  /** Where the database is created outside of vitest: see createTestDatabase. */
  readonly databaseFrom?: { readonly serverUrl?: string; readonly template?: string };
  /** Token lists, whose tokens are verified. Default: none, and only tokens are that this repository names. */
  readonly loadLists?: (devnet: Devnet) => NonNullable<IndexerOptions["lists"]>;
  /** The indexer's log level; default: silent. */
  readonly logLevel?: string;
  /** A running one, which the caller stops; default: one of its own. */
  readonly devnet?: Devnet;
  /** Only owners are indexed, since their first request, and their histories are collected; default: everything is. */
  readonly owners?: { readonly history?: IndexedChain["history"] };
}

/** Days before the index for which past prices are read, where only owners are indexed. */
export const PAST_PRICE_DAYS = 9;
const POLL_MS = 50;
const MAX_HISTORY = 100_000;
/** As fast as the node allows. */
const PAST_PRICES = { days: PAST_PRICE_DAYS, pollMs: 50, searchMs: 50, maxRate: Number.POSITIVE_INFINITY };
const METADATA_POLL_MS = 200;
const POINTS_POLL_MS = 50;
const CATCH_UP_LIMIT_MS = 600_000;
/**
 * In memory, more than the depth of any fork: anvil loses a state that it has written to disk when it goes back to it.
 */
const MAX_PERSISTED_STATES = 2_000;

/** The whole of Portico on a devnet: chains, indexer, API over HTTP, and the client. */
export async function runService(
  seed: number,
  size: Partial<ScenarioSize>,
  {
    chains: names = ["eth", "base"],
    listRpcUrls = async (_chain, rpcUrl) => [rpcUrl],
    listPositionUrls,
    recordActions = false,
    waits = {},
    rates,
    databaseFrom = {},
    loadLists,
    logLevel = "silent",
    devnet: given,
    owners,
  }: ServiceOptions = {},
): Promise<RunningService> {
  const log = pino({ level: logLevel });
  const [devnet, database] = await Promise.all([
    given ?? startDevnet({ seed, size, chains: names, maxPersistedStates: MAX_PERSISTED_STATES, recordActions }),
    createTestDatabase(databaseFrom),
  ]);
  const ending = new AbortController();
  const chains = await Promise.all(
    Object.entries(devnet.chains).map(async ([chain, { rpcUrl }]) => ({
      chain,
      rpcUrls: await listRpcUrls(chain, rpcUrl),
      ...(owners === undefined ? { startBlock: 0n } : { mode: "owners" as const, history: owners.history }),
    })),
  );
  const sideJobs = [
    (work: Parameters<typeof syncTokenMetadata>[0]) => syncTokenMetadata({ ...work, pollMs: METADATA_POLL_MS }),
    (work: Parameters<typeof syncPricePoints>[0]) => syncPricePoints({ ...work, pollMs: POINTS_POLL_MS }),
    (work: Parameters<typeof syncProtocols>[0]) =>
      syncProtocols({ ...work, pollMs: METADATA_POLL_MS, pagePauseMs: METADATA_POLL_MS }),
    ...(listPositionUrls === undefined ? [] : [syncPools]),
    ...(owners === undefined
      ? []
      : [
          (work: Parameters<typeof collectHistories>[0]) =>
            collectHistories(work, { ...work.history, maxTransactions: MAX_HISTORY, pollMs: POLL_MS }),
          (work: Parameters<typeof collectHistories>[0]) => backfillOwnerPrices({ ...work, ...PAST_PRICES }),
        ]),
  ];
  const { signal } = ending;
  const indexing = runIndexer({
    db: database.db,
    chains,
    log,
    signal,
    pollMs: POLL_MS,
    sideJobs,
    waits,
    ...(rates && { rates }),
    ...(loadLists && { lists: loadLists(devnet) }),
  });
  indexing.catch(() => {}); // thrown by catchUp and stop

  const { key } = await createAccessKey(database.db, { name: "truth", isWalletEnabled: true, isUnlimited: true });
  const rpcUrls = new Map<string, readonly string[]>();
  for (const [chain, { rpcUrl }] of Object.entries(devnet.chains)) {
    if (listPositionUrls !== undefined) rpcUrls.set(chain, await listPositionUrls(chain, rpcUrl));
  }
  const api = await createApi({ databaseUrl: database.url, log, checkReplies: true, rpcUrls });
  const server = createHttpServer(api.app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  const catchUp = () => Promise.race([untilCaughtUp(database.db, devnet), indexing.then(failEarly)]);
  const waitForTokenMetadata = () =>
    Promise.race([untilTokenMetadataSynced(database.db, devnet), indexing.then(failEarly)]);
  const writePoints = () => Promise.race([untilPointsWritten(database.db, devnet), indexing.then(failEarly)]);
  const stop = async () => {
    ending.abort();
    await indexing;
    server.close();
    server.closeAllConnections();
    await api.close();
    await database.drop();
    if (given === undefined) await devnet.stop();
  };
  const apiUrl = `http://127.0.0.1:${port}`;
  const client = createClient({ baseUrl: apiUrl, accessKey: key });
  await catchUp();
  return { devnet, client, apiUrl, accessKey: key, db: database.db, catchUp, waitForTokenMetadata, writePoints, stop };
}

function failEarly(): never {
  throw new Error("The indexer has ended");
}

async function untilCaughtUp(db: Store, devnet: Devnet): Promise<void> {
  const readers = Object.entries(devnet.chains).map(
    ([chain, { rpcUrl }]) => [chain, createChainReader(rpcUrl)] as const,
  );
  const endsAt = performance.now() + CATCH_UP_LIMIT_MS;
  for (;;) {
    const states = new Map((await listChainStates(db)).map((state) => [state.chain, state]));
    const behind: string[] = [];
    for (const [chain, reader] of readers) {
      const head = await reader.request<{ hash: string; number: string }>("eth_getBlockByNumber", ["latest", false]);
      const at = states.get(chain)?.balances;
      if (at?.hash !== head.hash) behind.push(`${chain} is at ${at?.blockNumber}, its head is ${Number(head.number)}`);
    }
    if (behind.length === 0) return;
    if (performance.now() > endsAt) throw new Error(`Not caught up: ${behind.join(", ")}`);
    await wait(POLL_MS);
  }
}

async function untilTokenMetadataSynced(db: Store, devnet: Devnet): Promise<void> {
  const endsAt = performance.now() + CATCH_UP_LIMIT_MS;
  for (;;) {
    const missing: Address[] = [];
    // in the order in which a token passes them: none is in the next queue, unseen, after the last was empty
    for (const list of [listUndescribedTokens, listUntracedTokens, listUnclassified]) {
      for (const chain of Object.keys(devnet.chains)) missing.push(...(await list(db, chain, 1)));
    }
    if (missing.length === 0) return;
    if (performance.now() > endsAt)
      throw new Error(`Not described, not traced or not classified: ${missing.join(", ")}`);
    await wait(POLL_MS);
  }
}

/** Seconds between two points. */
const MARK = 300;

async function untilPointsWritten(db: Store, devnet: Devnet): Promise<void> {
  const endsAt = performance.now() + CATCH_UP_LIMIT_MS;
  for (;;) {
    const states = await listChainStates(db);
    const chains = states.filter(({ chain }) => chain in devnet.chains);
    const clocks = await Promise.all(chains.map(({ chain }) => findPriceClock(db, chain)));
    const isBehind = chains.map(
      ({ balances }, index) => balances === undefined || (clocks[index]?.timeAt ?? 0) < balances.timeAt - MARK,
    );
    if (!isBehind.includes(true)) return;
    if (performance.now() > endsAt) throw new Error("Past prices are not stored");
    await wait(POLL_MS);
  }
}
