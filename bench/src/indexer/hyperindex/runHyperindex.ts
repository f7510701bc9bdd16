import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { Client } from "pg";
import { endProcess } from "../../endProcess.ts";
import { type PeerProcess, startPeer } from "../startPeer.ts";

export interface HyperindexOptions {
  /** Folder of buildHyperindex. */
  readonly folder: string;
  readonly databaseUrl: string;
  readonly headBlock: number;
}

const WAIT_MS = 20;

/** @returns milliseconds from the start of its process until the head's events are stored, and their number. */
export async function runHyperindex(options: HyperindexOptions): Promise<{ ms: number; events: number }> {
  const client = new Client({ connectionString: options.databaseUrl });
  await client.connect();
  const port = await getPort();
  const began = performance.now();
  const indexer = startHyperindex(options, port);
  try {
    while (!(await isStored(client, options.headBlock))) {
      if (indexer.child.exitCode !== null) throw new Error(`HyperIndex ended: ${indexer.output()}`);
      await sleep(WAIT_MS);
    }
    const ms = performance.now() - began;
    const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM "TransferEvent"`);
    return { ms, events: Number(rows[0]?.count ?? 0) };
  } finally {
    await endProcess(indexer.child);
    await client.end();
  }
}

/** What `envio start` runs, without that command's own start. */
function startHyperindex({ folder, databaseUrl }: HyperindexOptions, port: number): PeerProcess {
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
  return startPeer(["src/Index.res.js"], join(folder, "generated"), {
    ENVIO_PG_HOST: hostname,
    ENVIO_PG_PORT: databasePort,
    ENVIO_PG_USER: decodeURIComponent(username),
    ENVIO_PG_PASSWORD: decodeURIComponent(password),
    ENVIO_PG_DATABASE: pathname.slice(1),
    ENVIO_INDEXER_PORT: String(port),
    ENVIO_HASURA: "false",
    TUI_OFF: "true",
    LOG_STRATEGY: "console-raw",
    LOG_LEVEL: "warn",
  });
}

async function isStored(client: Client, headBlock: number): Promise<boolean> {
  const { rows: tables } = await client.query<{ name: string | null }>("SELECT to_regclass('envio_chains') AS name");
  if (tables[0]?.name === null) return false;
  const { rows } = await client.query<{ block: string }>("SELECT progress_block AS block FROM envio_chains");
  return Number(rows[0]?.block ?? -1) >= headBlock;
}
