import { join } from "node:path";
import { closeDatabase, distribute, openDatabase } from "@portico/store";
import { createOnNodes, dropDatabase } from "@portico/store/testing";
import { Client } from "pg";
import { load } from "../api/load.ts";
import { fillBalances, type Filled, ownerOf } from "../growth/fillBalances.ts";
import { type Server, startServer } from "../startServer.ts";

/** An API and its database, on the servers of CITUS_URL. */
export interface CitusSide {
  readonly filled: Filled;
  readonly server: Server;
  readonly close: () => Promise<void>;
}

export interface CitusLayout {
  /** Servers that have shards: workers, and then the coordinator; 0: the database is not distributed. */
  readonly nodes: number;
  /** Whether the API reads owners from their nodes, instead of through the coordinator. */
  readonly isDirect: boolean;
}

/** The coordinator to measure on, or undefined, with a line that says so. */
export function readCitusUrl(log: (line: string) => void): string | undefined {
  const url = process.env["CITUS_URL"];
  if (url === undefined) log("skipped: set CITUS_URL to the coordinator of a Citus cluster with two workers");
  return url;
}

/** Fills a database of about this many balances, distributes it, and starts an API over it, without cached responses. */
export async function openCitusSide(serverUrl: string, balances: number, layout: CitusLayout): Promise<CitusSide> {
  const { nodes, isDirect } = layout;
  const name = `portico_bench_${nodes}${isDirect ? "_direct" : ""}`;
  await dropDatabase(serverUrl, name);
  const url = await createOnNodes(serverUrl, name, Math.min(nodes, WORKERS));
  const filled = await fillBalances(url, balances);
  const shardUrls = nodes === 0 ? [] : await distributeOver(url, nodes);
  const main = join(import.meta.dirname, "../../../apps/api/src/main.ts");
  const readUrls = isDirect ? { DATABASE_READ_URL: shardUrls.join(",") } : undefined;
  const server = await startServer(main, { DATABASE_URL: url, PORTICO_ANSWER_MB: "0", ...readUrls }, () => []);
  const close = async () => {
    await server.stop();
    await dropDatabase(serverUrl, name);
  };
  return { filled, server, close };
}

const WORKERS = 2;

/** @returns the URLs of the nodes that have shards. */
async function distributeOver(url: string, nodes: number): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  if (nodes > WORKERS) {
    await client.query(
      "select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', true) from pg_dist_node where groupid = 0",
    );
  }
  const { rows } = await client.query<{ host: string; port: number }>(
    "select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards order by groupid",
  );
  await client.end();
  const db = openDatabase(url, { max: 1 });
  await distribute(db);
  await closeDatabase(db);
  return rows.map(({ host, port }) => {
    const node = new URL(url);
    node.hostname = host;
    node.port = String(port);
    return node.href;
  });
}

const SECONDS = 3;
const CONNECTIONS = 16;

/** What is read of an owner, in equal shares. */
const PATHS = [
  "token_list?chain_id=eth",
  "total_balance?",
  "history_list?chain_id=eth",
  "token_authorized_list?chain_id=eth",
];

/** Requests per second. */
export async function measureReads({ server, filled: { accessKey, owners } }: CitusSide): Promise<number> {
  const requestOf = (n: number) => {
    const [operation, query] = PATHS[n % PATHS.length]!.split("?");
    return { path: `/v1/user/${operation}?${query}&id=${ownerOf((n * 7_919) % owners)}` };
  };
  const limits = { connections: CONNECTIONS, seconds: SECONDS, status: 200 };
  const { requestsPerSecond } = await load({ url: server.url, accessKey, requestOf, ...limits });
  return requestsPerSecond;
}

/** Measurements that set no new best by more than a twentieth, in a row, until a side is steady. */
const STEADY = 2;
const MAX_WARM_UPS = 40;

/**
 * Reads until the rate is steady: each node plans each statement for each of its shards, on each of their connections.
 * @returns the seconds that it took.
 */
export async function warmUp(side: CitusSide): Promise<number> {
  let best = 0;
  let unimproved = 0;
  let count = 0;
  for (; unimproved < STEADY && count < MAX_WARM_UPS; count++) {
    const rate = await measureReads(side);
    unimproved = rate > best * 1.05 ? 0 : unimproved + 1;
    best = Math.max(best, rate);
  }
  return count * SECONDS;
}
