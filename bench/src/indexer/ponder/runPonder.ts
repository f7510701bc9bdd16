import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { Client } from "pg";
import type { Address } from "viem";
import { endProcess } from "../../endProcess.ts";
import { type PeerProcess, startPeer } from "../startPeer.ts";
import { type PonderVersion, toAppFiles } from "./ponderApp.ts";

export interface PonderOptions {
  readonly version: PonderVersion;
  /** Folder of installPonder. */
  readonly installed: string;
  readonly databaseUrl: string;
  readonly rpcUrl: string;
  readonly tokens: readonly Address[];
}

const SCHEMA = "app";
const WAIT_MS = 20;

/**
 * @returns milliseconds from the start of its process until it reports that all finalised events can be queried, and
 * their number.
 */
export async function runPonder(options: PonderOptions): Promise<{ ms: number; events: number }> {
  const folder = makeApp(options);
  const port = await getPort();
  const began = performance.now();
  const ponder = startPonder(options, folder, port);
  try {
    await untilReady(ponder, port);
    const ms = performance.now() - began;
    return { ms, events: await countEvents(options.databaseUrl) };
  } finally {
    await endProcess(ponder.child);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A separate folder, so that nothing remains of the previous round. */
function makeApp({ version, installed, tokens }: PonderOptions): string {
  const folder = mkdtempSync(join(tmpdir(), "portico-bench-ponder-app-"));
  cpSync(join(installed, "package.json"), join(folder, "package.json"));
  symlinkSync(join(installed, "node_modules"), join(folder, "node_modules"));
  for (const [name, text] of Object.entries(toAppFiles(version, tokens))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function startPonder({ databaseUrl, rpcUrl }: PonderOptions, folder: string, port: number): PeerProcess {
  const main = join(folder, "node_modules/ponder/dist/esm/bin/ponder.js");
  return startPeer([main, "start", "--schema", SCHEMA, "-p", String(port), "--log-format", "json"], folder, {
    DATABASE_URL: databaseUrl,
    RPC_URL: rpcUrl,
    PONDER_TELEMETRY_DISABLED: "true",
    CI: "1",
  });
}

async function untilReady({ child, output }: PeerProcess, port: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`Ponder ended with ${child.exitCode}: ${output()}`);
    const isReady = await fetch(`http://127.0.0.1:${port}/ready`).then(
      async (response) => (await response.text(), response.status === 200),
      () => false,
    );
    if (isReady) return;
    await sleep(WAIT_MS);
  }
}

async function countEvents(connectionString: string): Promise<number> {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM "${SCHEMA}".transfer_event`);
  await client.end();
  return Number(rows[0]?.count ?? 0);
}
