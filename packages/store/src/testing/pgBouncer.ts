import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "../postgres/freePort.ts";

export interface PgBouncer {
  /** The same database, through the pooler. */
  url: string;
  stop(): Promise<void>;
}

/** Whether PgBouncer is installed; if not, prints that tests are skipped. */
export function hasPgBouncer(): boolean {
  const { error } = spawnSync("pgbouncer", ["--version"]);
  if (error !== undefined)
    console.warn("PgBouncer is not installed, so its tests are SKIPPED: apt-get install -y pgbouncer");
  return error === undefined;
}

/**
 * Starts PgBouncer in transaction mode in front of a database. As root it runs as `nobody`, because it refuses to run
 * as root.
 */
export async function startPgBouncer(databaseUrl: string, { poolSize = 4 } = {}): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl);
  const folder = mkdtempSync(path.join(tmpdir(), "portico-pgbouncer-"));
  const port = await freePort();
  const name = pathname.slice(1);
  const file = (base: string, text: string): string => {
    const target = path.join(folder, base);
    writeFileSync(target, text, { mode: 0o600 });
    return target;
  };
  const users = file("users.txt", `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  const settings = file(
    "pgbouncer.ini",
    `[databases]
${name} = host=${hostname} port=${serverPort} dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
ignore_startup_parameters = extra_float_digits
`,
  );
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    for (const owned of [folder, users, settings]) chownSync(owned, NOBODY_UID, NOBODY_UID);
    chmodSync(folder, 0o700);
  }
  const child = spawn("pgbouncer", ["-q", settings], {
    stdio: ["ignore", "ignore", "pipe"],
    ...(isRoot && { uid: NOBODY_UID, gid: NOBODY_UID }),
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  await untilAnswers(url.href, child);
  return {
    url: url.href,
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const NOBODY_UID = 65_534;

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  while (child.exitCode === null) {
    const client = new Client({ connectionString: url });
    client.on("error", () => undefined);
    const isThere = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isThere) return;
    await sleep(50);
  }
  throw new Error(`PgBouncer ended: ${output}`);
}
