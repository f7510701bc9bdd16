/** `pnpm start`: database, chains, indexer, API, sign-in, dashboard, explorer, docs, mock and MCP server, until Ctrl-C. What runs where is in run.json of its state folder. */
import { enableCompileCache } from "node:module";
import { parseArgs } from "node:util";
import { compileCache } from "./compileCache.ts";
import { generate } from "./generate.ts";
import { appPorts } from "./ports.ts";
import { deleteRunFile } from "./runFile.ts";
import { stateFolder } from "./stateFolder.ts";
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
    const generated = generate();
    generated.catch(() => undefined); // thrown when it is awaited
    enableCompileCache(compileCache);
    const { startServices } = await import("./startServices.ts"); // seconds on a new machine, in which the rest is generated
    const allowsDevnetDatabase = values["allow-devnet-database"];
    await startServices({ ports, generated, ending: ending.signal, allowsDevnetDatabase, print });
  } finally {
    unlock();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
