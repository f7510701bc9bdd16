import { execFile } from "node:child_process";
import { chmod, chown, copyFile, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { findPostmaster } from "../postgres/postmaster.ts";
import { freePort } from "../postgres/freePort.ts";
import { startPostgres, type Postgres } from "../postgres/startPostgres.ts";
import { makeMemoryFolder } from "./memoryFolder.ts";

const run = promisify(execFile);

export interface TestReplica {
  /** Of the same database as the primary's URL. */
  readonly url: string;
  /** Ends it as a crash does. */
  readonly kill: () => Promise<void>;
  /** Starts it again at the same port. */
  readonly restart: () => Promise<void>;
  /** Stops it and deletes its files. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a streaming replica of an embedded server: with a copy of its folder, which the server allows as an online
 * backup. Resolves when it accepts reads.
 * @param primaryUrl - Of a superuser, on a server of startTestPostgres.
 */
export async function startReplica(primaryUrl: string): Promise<TestReplica> {
  const folder = await makeMemoryFolder();
  const port = await freePort();
  const pgdata = await copyServer(primaryUrl, folder);
  const start = () => startPostgres({ dataDir: folder, port, durable: false, log: () => undefined });
  const servers: Postgres[] = [await start()];
  const url = new URL(primaryUrl);
  url.port = String(port);
  return {
    url: url.href,
    kill: async () => {
      const ended = servers.at(-1)?.untilEnded();
      const { pid } = (await findPostmaster(pgdata)) ?? {};
      if (pid !== undefined) process.kill(pid, "SIGKILL");
      await ended;
    },
    restart: async () => void servers.push(await start()),
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @returns the copy's data folder, `folder/cluster/pgdata`. */
async function copyServer(primaryUrl: string, folder: string): Promise<string> {
  const client = new Client({ connectionString: primaryUrl });
  await client.connect();
  const cluster = join(folder, "cluster");
  const pgdata = join(cluster, "pgdata");
  try {
    const { rows } = await client.query<{ source: string }>(
      "select current_setting('data_directory') as source from pg_backup_start('replica', fast => true)",
    );
    const source = rows[0]!.source;
    const owner = await stat(source);
    await chmod(folder, 0o711);
    await mkdir(cluster, { mode: 0o711 });
    await run("cp", ["-a", source, pgdata]).catch(ignoreVanished);
    const { rows: stopped } = await client.query<{ labelfile: string; spcmapfile: string }>(
      "select labelfile, spcmapfile from pg_backup_stop(wait_for_archive => false)",
    );
    for (const name of ["postmaster.pid", "postmaster.opts"]) await rm(join(pgdata, name), { force: true });
    await run("sh", ["-c", 'rm -rf "$1"/pg_wal/* "$1"/pg_replslot/*', "sh", pgdata]);
    const write = async (name: string, text: string) => {
      await writeFile(join(pgdata, name), text, { mode: 0o600 });
      await chown(join(pgdata, name), owner.uid, owner.gid);
    };
    await write("backup_label", stopped[0]!.labelfile);
    if (stopped[0]!.spcmapfile !== "") await write("tablespace_map", stopped[0]!.spcmapfile);
    await write("standby.signal", "");
    const auto = await readFile(join(pgdata, "postgresql.auto.conf"), "utf8");
    await write("postgresql.auto.conf", `${auto}primary_conninfo = '${toConnectionInfo(primaryUrl)}'\n`);
    await copyFile(join(source, "..", "password"), join(cluster, "password"));
    await run("mkfifo", ["-m", "600", join(cluster, "holders")]);
    return pgdata;
  } finally {
    await client.end();
  }
}

/** Files that the running server removes meanwhile: the log has their removal. */
function ignoreVanished(error: unknown): void {
  const text = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
  const lines = text.split("\n").filter((line) => line !== "" && !line.includes("No such file or directory"));
  if (text === "" || lines.length > 0) throw error;
}

function toConnectionInfo(primaryUrl: string): string {
  const { hostname, port, username, password } = new URL(primaryUrl);
  return `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)} application_name=replica`;
}
