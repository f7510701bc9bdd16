import { createFallbackRates, LIMIT_LIFETIME_MS, RATE_RULES, WrongChainError } from "@portico/evm";
import {
  closeDatabase,
  createEndpointProfiles,
  createRpcRates,
  DevnetDatabaseError,
  DistributionError,
  migrate,
  MigrationError,
  openDatabase,
  OtherChainError,
  RebuildRequiredError,
  type Store,
} from "@portico/store";
import { addOperatorCatalogue } from "@portico/protocols";
import { startMetricsServer } from "@portico/server/metrics";
import type { MetricsServer } from "@portico/server/metrics";
import { destination, pino } from "pino";
import { ConfigError, readConfig } from "./config.ts";
import type { IndexerConfig } from "./config.ts";
import { LEASE_ANSWER_MS } from "./leases/leaseSharing.ts";
import { createMetrics } from "./status/metrics.ts";
import type { Metrics } from "./status/metrics.ts";
import { untilMigrated } from "./untilMigrated.ts";
import { runIndexer } from "./runIndexer.ts";
import { createSideJobs } from "./sideJobs.ts";
import { listenForInitialScans } from "./initialScanListener.ts";
import type { InitialScanListener } from "./initialScanListener.ts";
import { listTokenSources, loadTokenLists } from "./tokenLists/loadTokenLists.ts";
import { createReadinessReport, type ReadinessReport } from "./status/readiness.ts";
import { createProgressLines, createProgressLog } from "./status/terminal.ts";

const HELP = `Indexes chains into Portico's database: balances by owner and block.

  DATABASE_URL           postgresql://user:password@host:5432/portico   (required)
  DATABASE_DIRECT_URL    the same database without a pooler in between, if DATABASE_URL is one: the indexer needs
                         session connections   (default: DATABASE_URL)
  PORTICO_MIGRATE        off: the database is migrated by pnpm portico migrate, and the indexer waits for it   (default: on)
  PORTICO_RPC_<SLUG>     RPC URLs of a chain, separated by commas: PORTICO_RPC_ETH=https://…   (at least one chain)
  PORTICO_RPC_<SLUG>_RPS, PORTICO_RPC_<SLUG>_BATCH
                         maximum calls per second to each of them, and calls per batch   (default: as many as they accept; 100)
  PORTICO_START_<SLUG>   the first block to read, 0 = all   (default: 7,200 before the head; fixed at the first start)
  PORTICO_RECEIPTS_<SLUG>, PORTICO_TRACES_<SLUG>
                         on, off, or auto: if the RPC supports them   (default: auto). Both off: events only
  PORTICO_IPFS_GATEWAY   where NFT metadata on IPFS is read   (default: https://ipfs.io/ipfs/)
  PORTICO_PRICE_DAYS     days before the first block for which prices are read, 0 = none   (default: 365)
  PORTICO_PRICE_URL      URL of a server for prices that are not available on chain, see README.md   (default: none)
  PORTICO_PRICE_URL_SECONDS, PORTICO_PRICE_URL_PRIVATE
                         interval of its requests; on: allows http, and private addresses   (default: 60, off)
  PORTICO_INDEX_<ID>     owners = index only the owners that are requested, full = everything; changing it deletes what is
                         stored of others, see apps/docs/operating.md   (default: as before; of a new chain PORTICO_INDEX)
  PORTICO_INDEX          the same for chains that are new to the database   (default: full)
  PORTICO_KEEP_BLOCKS, PORTICO_KEEP_BLOCKS_<ID>
                         newest blocks that are kept of all chains, or of one, at least 512; all = all; earlier ones are deleted,
                         see apps/docs/operating.md   (default: all)
  PORTICO_KEEP_PARTITIONS  on = store what is deleted with blocks in ranges that are dropped as a whole   (default: off)
  PORTICO_EXPLORER_<ID>, PORTICO_PORTAL_<ID>
                         where the past transactions of such owners are found: an Etherscan-compatible API, and a dataset of
                         an SQD portal, see apps/docs/real-chain.md   (default: none)
  PORTICO_EXPLORER_KEY_<ID>
                         the API's key, if it is not in the URL as apikey   (default: none)
  PORTICO_FOLLOW_DAYS    days since its last request after which such an owner is no longer followed, or in a full
                         index its history from before the first block is deleted   (default: 30)
  PORTICO_HISTORY_TRANSACTIONS  past transactions collected of an owner, the newest    (default: 200000)
  PORTICO_POLL_MS        interval of polling for a new block   (default: 1000)
  PORTICO_MAX_RANGE_BLOCKS, PORTICO_MAX_BALANCE_PAGE
                         maximum blocks and balances read and stored at once   (default: 2000, 20000)
  PORTICO_INDEXER_METRICS_PORT, PORTICO_INDEXER_HOST
                         port and address of GET /metrics (for Prometheus), /healthz and /readyz   (default: none; 127.0.0.1)
  PORTICO_TOKEN_LISTS    lists of trusted tokens: files or https URLs in the format of tokenlists.org, separated by commas;
                         default = the bundled lists, none = no lists   (default: default)
  PORTICO_CATALOGUE      JSON file of your own rows of the catalogue of protocols, see apps/docs/protocols.md   (default: none)
  PORTICO_LOG_LEVEL      trace, debug, info, warn, error   (default: info)

It resumes where it stopped, even after a crash. Several processes on one database share the chains evenly; if one dies,
the others take over its chains within seconds. On a terminal it shows a line per chain, elsewhere it logs JSON.
`;

function addCatalogue(): void {
  try {
    addOperatorCatalogue(process.env);
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

/** Calls to nodes wait for it; after that they are sent at this process's own rate. */
const RATE_ANSWER_MS = 2_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  addCatalogue();
  const isTerminal = process.stdout.isTTY;
  const log = pino({ level: isTerminal ? "warn" : config.logLevel }, destination(isTerminal ? 2 : 1));
  const showProgress = isTerminal ? createProgressLines(process.stdout) : createProgressLog(log);
  const stop = stopOnSignal();
  const metrics = createMetrics();
  let migrated: Store | undefined;
  const readiness = createReadinessReport(() => migrated);
  const server = await serveMetrics(metrics, readiness, config);
  if (server !== undefined) log.info({ url: `${server.url}/metrics` }, "serving metrics");
  const db = openDatabase(config.directUrl);
  const leaseDb = openDatabase(config.directUrl, { max: 2, answerMs: LEASE_ANSWER_MS });
  const rateDb = openDatabase(config.directUrl, { max: 1, answerMs: RATE_ANSWER_MS });
  let scanListener: InitialScanListener | undefined;
  try {
    await (config.migrates ? migrate(db) : untilMigrated(db, log, stop.signal));
    migrated = leaseDb;
    scanListener = await listenForInitialScans(config.directUrl, {
      notifyUrl: config.databaseUrl,
      onReceiving: readiness.setReceiving,
      onError: (error) => log.warn({ err: error }, "database notifications are interrupted; reconnecting"),
    });
    const sources = listTokenSources(config.tokenLists);
    const lists = sources && loadTokenLists(sources, log);
    await runIndexer({
      db,
      leaseDb,
      rates: createFallbackRates(createRpcRates(rateDb, RATE_RULES)),
      profiles: createEndpointProfiles(rateDb, { lifetimeMs: LIMIT_LIFETIME_MS }),
      metrics,
      woken: scanListener.woken,
      lists,
      sideJobs: createSideJobs(config.nfts, lists, { ...config, onDropped: metrics.countDropped }),
      chains: config.chains,
      log,
      signal: stop.signal,
      limits: config.limits,
      onProgress: (progress) => {
        readiness.show(progress);
        showProgress(progress);
      },
      ...(config.pollMs === undefined ? {} : { pollMs: config.pollMs }),
    });
  } finally {
    await Promise.all([
      scanListener?.stop(),
      closeDatabase(db),
      closeDatabase(leaseDb),
      closeDatabase(rateDb),
      server?.stop(),
    ]);
    if (isTerminal) process.stdout.write("\n");
  }
}

async function serveMetrics(
  { registry }: Metrics,
  { read: readReadiness }: ReadinessReport,
  { metrics }: IndexerConfig,
): Promise<MetricsServer | undefined> {
  if (metrics === undefined) return undefined;
  return await startMetricsServer(registry, { ...metrics, readReadiness }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`Listening on PORTICO_INDEXER_METRICS_PORT=${metrics.port} failed: ${reason}`);
  });
}

/** The first signal completes the current write and aborts calls to nodes; the second ends the process. */
function stopOnSignal(): AbortController {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(130);
      stop.abort();
    });
  }
  return stop;
}

const isExpected = (error: Error): boolean =>
  [
    ConfigError,
    WrongChainError,
    OtherChainError,
    DevnetDatabaseError,
    DistributionError,
    MigrationError,
    RebuildRequiredError,
  ].some((kind) => error instanceof kind);

if (process.argv.includes("--help") || process.argv.includes("-h")) {
  process.stdout.write(HELP);
} else {
  await main().catch((error: unknown) => {
    const text = error instanceof Error ? (isExpected(error) ? error.message : error.stack) : String(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  });
}
