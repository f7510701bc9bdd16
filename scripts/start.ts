/** `pnpm start`: database, chains, indexer, API, sign-in, dashboard, explorer, docs, mock and MCP server, until Ctrl-C. What runs where is in run.json of its state folder. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { closeDatabase, isFullyIndexed, openDatabase, type Store } from "@portico/store";
import { isOk } from "./apps.ts";
import { checkOperators } from "./checkOperators.ts";
import { signInLink } from "./demoClient.ts";
import { generate } from "./generate.ts";
import { type AppPorts, appPorts, type AppUrls, appUrls } from "./ports.ts";
import { deleteRunFile, explorerPageUrl, runFile, writeRunFile } from "./runFile.ts";
import { type IndexingProgress, indexingProgress, type Stack, startStack, stateFolder } from "./stack.ts";
import { type AppMains, buildApps, startApps } from "./startApps.ts";
import { lockState } from "./stateLock.ts";

const help = `pnpm start     starts Portico: database, chains, indexer, API, sign-in, dashboard, explorer, docs, mock and MCP server, until Ctrl-C

  --allow-devnet-database   prepares a database that was used by a devnet for real chains: disables its demo key, its
                            accounts of wallets with published private keys, its clients and operators, and deletes its indexed data

Settings (environment):
  PORTICO_RPC_<ID>      JSON-RPC of a chain, e.g. PORTICO_RPC_ETH; several by commas fail over. None: a devnet
  PORTICO_RPC_<ID>_RPS, PORTICO_RPC_<ID>_BATCH
                        maximum calls per second to each, and maximum batch size (default: what they accept, 100)
  PORTICO_START_<ID>    first block to index (default: head - 7200; where only owners are indexed: the head)
  PORTICO_INDEX_<ID>    owners: index only the owners that are requested; full: index everything (default: as before).
                        See apps/docs/real-chain.md
  PORTICO_INDEX         the same for chains that are new to the database (default: full of the devnet, and of a chain with
                        PORTICO_START_<ID>; owners of others)
  PORTICO_KEEP_BLOCKS, PORTICO_KEEP_BLOCKS_<ID>
                        newest blocks that are kept of all chains, or of one; earlier ones are deleted, see
                        apps/docs/operating.md (default: all)
  PORTICO_KEEP_PARTITIONS  on: what is deleted is stored in partitions that are dropped as a whole (default: off)
  PORTICO_EXPLORER_<ID>, PORTICO_PORTAL_<ID>
                        where the past transactions of followed owners are found: an Etherscan-compatible API, and a
                        dataset of an SQD portal, see apps/docs/real-chain.md (default: none)
  PORTICO_EXPLORER_KEY_<ID>
                        the API's key, if it is not in the URL as apikey (default: none)
  PORTICO_FOLLOW_DAYS   days since its last request after which an owner is no longer followed, or in a full index its
                        history from before the first block is deleted (default 30)
  PORTICO_HISTORY_TRANSACTIONS  past transactions that are collected of an owner, the newest (default 200000)
  PORTICO_TOKEN_LISTS   token lists whose tokens are verified: absolute paths or https URLs, by commas (default: bundled ones)
  PORTICO_CONTRACT_NAMES
                        JSON file of your own names of contracts, an absolute path, see apps/docs/names.md (default: none)
  PORTICO_CATALOGUE     JSON file of your own rows of the catalogue of protocols, an absolute path, see
                        apps/docs/protocols.md (default: none)
  PORTICO_IPFS_GATEWAY  gateway for metadata and images of NFTs on IPFS (default https://ipfs.io/ipfs/)
  PORTICO_PRICE_DAYS    days of prices before the first block, 0 = none (default 365)
  PORTICO_PRICE_URL     a server of yours for prices that are not on chain, see apps/docs/prices.md (default: none)
  PORTICO_PRICE_URL_SECONDS, PORTICO_PRICE_URL_PRIVATE
                        polling interval; on: allows http and private addresses (default 60, off)
  PORTICO_MESSAGE_DAYS  days that messages to users are stored, 0 = forever (default 365)
  PORTICO_MESSAGE_WEBHOOK
                        https URL that receives messages to users, see apps/docs/messages.md (default: none)
  PORTICO_EVENT_DAYS, PORTICO_EVENTS_PER_OWNER
                        how long, and how many of an owner's events are kept, see apps/docs/events.md (default 7, 100000)
  DATABASE_URL          PostgreSQL 15 or later (default: the bundled one, data in .portico/)
  DATABASE_DIRECT_URL   the same database without a pooler, if DATABASE_URL is one (default: DATABASE_URL)
  DATABASE_READ_URL     replicas of DATABASE_URL's database, which the API reads from, see apps/docs/operating.md (default: none)
  PORTICO_API_PORT      data API (default 4000)
  PORTICO_CONNECT_PORT  sign-in service (default 4001)
  PORTICO_CONNECT_URL   its public URL: https://host of a reverse proxy (default http://127.0.0.1:<port>);
                        its other settings: node apps/connect/src/main.ts --help
  PORTICO_DASHBOARD_PORT
                        dashboard (default 4002)
  PORTICO_DASHBOARD_URL its public URL: https://host of a reverse proxy (default http://127.0.0.1:<port>);
                        its other settings: node apps/dashboard/src/main.ts --help
  PORTICO_EXPLORER_PORT explorer (default 4006)
  PORTICO_EXPLORER_URL  its public URL, as above; its other settings: node apps/explorer/src/main.ts --help
  PORTICO_OPERATORS     operators of the dashboard, by commas: addresses that sign with their own key, contracts such as a Safe with
                        their chain ID, eip155:1:0x… (default: the demo owner of a devnet, else none).
                        Required, with PORTICO_VALIDATION_PRIVATE=off, on a devnet that is reachable from other
                        computers (PORTICO_DASHBOARD_URL or _HOST)
  PORTICO_DOCS_PORT     docs (default 4003)
  PORTICO_MOCK_PORT     mock of the API (default 4004)
  PORTICO_MCP_PORT      server of the Model Context Protocol, for agents (default 4008)
  PORTICO_MCP_URL       its public URL, as above; its other settings: node apps/mcp/src/main.ts --help
  PORTICO_DEMO_PORT     example application, to try signing in (default 4005)
  PORTICO_INDEXER_METRICS_PORT, PORTICO_API_METRICS_PORT, PORTICO_CONNECT_METRICS_PORT, PORTICO_DASHBOARD_METRICS_PORT,
  PORTICO_EXPLORER_METRICS_PORT
                        ports of their Prometheus metrics (default: none)
  REDIS_URL             Redis that shares rate limits between processes: redis://host:6379 (default: each process counts separately)
  PORTICO_STATE_DIR     folder of data and logs (default .portico)
  PORTICO_LOG_LEVEL, PORTICO_LOG_ADDRESSES, PORTICO_TRUSTED_PROXIES and other settings of single apps:
                        node apps/<name>/src/main.ts --help
Chains can also be set in portico.config.ts, see README.md.`;

const began = performance.now();
const print = (line: string): void =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`);
/** Maximum time to wait for indexing. */
const TIMEOUT_MS = 60_000;
/** Maximum time to wait for a devnet's historical prices; a real chain's take too long to wait for. */
const HISTORY_TIMEOUT_MS = 10_000;

interface Running {
  readonly stack: Stack;
  readonly urls: AppUrls;
}

/** Reports operators whose entries make it impossible for them to sign in. */
async function explainOperators({ chains }: Stack): Promise<void> {
  const urls = Object.entries(chains).map(([chain, { rpcUrl }]) => ({ chain, urls: [rpcUrl] }));
  for (const { state, text, advice } of await checkOperators(process.env["PORTICO_OPERATORS"], urls)) {
    if (state !== "ok") print(`PORTICO_OPERATORS: ${text}; ${advice}`);
  }
}

/**
 * Waits until every chain can serve requests, but not for a long backfill: that continues, and the API reports each
 * chain's status.
 */
async function untilIndexed({ apiUrl }: AppUrls, stack: Stack, signal: AbortSignal): Promise<void> {
  const { databaseUrl, chains } = stack;
  await until(signal, () => isOk(`${apiUrl}/readyz`));
  const waitingSince = performance.now();
  let shownAt = waitingSince;
  let progress: IndexingProgress[] = [];
  const listed = () => progress.map(({ chain, text }) => `${chain} ${text}`).join(", ");
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    await until(signal, async () => {
      progress = await indexingProgress(db, Object.keys(chains));
      if (progress.every(({ isDone }) => isDone)) return true;
      if (performance.now() - shownAt >= 5_000) {
        shownAt = performance.now();
        print(`indexing: ${listed()}`);
      }
      return performance.now() - waitingSince > TIMEOUT_MS;
    });
    print(
      progress.every(({ isDone }) => isDone)
        ? `indexed: ${listed()}`
        : `still indexing, continuing in the background: ${listed()}`,
    );
    if (isDevnet(stack)) await untilFullyIndexed(db, Object.keys(chains), signal);
  } finally {
    await closeDatabase(db);
  }
}

async function until(signal: AbortSignal, isReady: () => Promise<boolean>): Promise<void> {
  while (!(await isReady())) {
    signal.throwIfAborted();
    await sleep(200);
  }
}

const isDevnet = ({ demoOwner }: Stack): boolean => demoOwner !== null;

/** Gives the demo owner its positions and a curve from the start. */
async function untilFullyIndexed(db: Store, chains: readonly string[], signal: AbortSignal): Promise<void> {
  const endsAt = performance.now() + HISTORY_TIMEOUT_MS;
  let isComplete = false;
  await until(signal, async () => {
    isComplete = await isFullyIndexed(db, chains);
    return isComplete || performance.now() > endsAt;
  });
  print(
    isComplete
      ? "prices and protocols: up to date"
      : "prices and protocols: still reading past data, continuing in the background",
  );
}

function announce({ stack, urls }: Running): void {
  const { accessKey, demoOwner, demoClient } = stack;
  writeRunFile(stack, urls);
  const owner = demoOwner ?? "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
  console.log(`
Portico is ready.

  API        ${urls.apiUrl}
  sign-in    ${urls.connectUrl}
  dashboard  ${urls.dashboardUrl}
  explorer   ${explorerPageUrl(stack, urls)}
  docs       ${urls.docsUrl}
  mock       ${urls.mockUrl}
  agents     ${urls.mcpUrl}/mcp (Model Context Protocol)
  key        ${accessKey}${demoOwner ? `\n  owner      ${demoOwner} (holds every kind of asset)` : ""}

Try:
  curl -H "AccessKey: ${accessKey}" "${urls.apiUrl}/v1/user/total_balance?id=${owner}"

Sign in, in a browser with a wallet (redirects to ${demoClient.redirectUri}):
  ${signInLink(urls.connectUrl, demoClient)}

This is also in ${runFile}; logs are in ${join(stateFolder, "logs")}. Ctrl-C stops everything.`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { help: { type: "boolean", short: "h" }, "allow-devnet-database": { type: "boolean", default: false } },
  });
  if (values.help) return console.log(help);

  const unlock = lockState(stateFolder);
  deleteRunFile();
  process.once("exit", deleteRunFile); // also after an uncaught error
  // a signal during the start must still stop everything already started
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => ending.abort());
  try {
    const ports = await appPorts(print); // a port in use is reported at once
    generate();
    print("contract: types, mock, docs and pages are up to date");
    const mains = await buildApps();
    print("apps: built");
    const { promise: failed, resolve: giveUp } = Promise.withResolvers<string>();
    const report = (line: string) => ending.signal.aborted || print(line); // a terminal's Ctrl-C ends the apps, too
    const stack = await startStack({ report, giveUp, ports, allowsDevnetDatabase: values["allow-devnet-database"] });
    await run({ stack, ports, mains, ending: ending.signal, failed, giveUp, report });
  } finally {
    unlock();
  }
}

interface Start {
  readonly stack: Stack;
  readonly ports: AppPorts;
  readonly mains: AppMains;
  /** Aborted by a signal to exit. */
  readonly ending: AbortSignal;
  /** Resolves with the reason when something has failed too often. */
  readonly failed: Promise<string>;
  readonly giveUp: (reason: string) => void;
  readonly report: (line: string) => void;
}

async function run({ stack, ports, mains, ending, failed, giveUp, report }: Start): Promise<void> {
  const stops = [stack.stop];
  const over = new AbortController();
  const failing = new AbortController();
  void failed.then((reason) => failing.abort(new Error(reason)));
  try {
    const apps = await startApps(stack, ports, { mains, report, signal: AbortSignal.any([ending, failing.signal]) });
    stops.unshift(apps.stop);
    print("apps: api, connect, dashboard and explorer are ready");
    await explainOperators(stack);
    ending.throwIfAborted();
    const urls = appUrls(ports);
    const signalled = new Promise<void>((resolve) => ending.addEventListener("abort", () => resolve(), { once: true }));
    const reported = apps.attempted.then(
      (areUp) => over.signal.aborted || !areUp || print("apps: docs and mock are started"),
    );
    const ready = Promise.all([untilIndexed(urls, stack, over.signal), reported]);
    await Promise.race([ready, signalled, failed.then(fail), apps.ended.then(fail)]);
    ending.throwIfAborted();
    apps.supervise(giveUp);
    announce({ stack, urls });
    await Promise.race([signalled, failed.then(fail)]);
  } catch (error) {
    if (!ending.aborted) throw error;
  } finally {
    over.abort();
    console.log("Stopping …");
    deleteRunFile();
    for (const stop of stops) await stop();
    print("stopped");
  }
}

function fail(reason: string): never {
  throw new Error(reason);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
