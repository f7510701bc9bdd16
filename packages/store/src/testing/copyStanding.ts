import { execFile } from "node:child_process";
import { chown, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";

const run = promisify(execFile);

/**
 * Copies a running server's data folder, as an online backup, so that a server of the same version that is started on it is its streaming
 * replica.
 * @param primaryUrl - Of a superuser who may replicate.
 * @param pgdata - The copy, which doesn't exist yet.
 * @returns the data folder of the primary.
 */
export async function copyStanding(primaryUrl: string, pgdata: string): Promise<string> {
  const client = new Client({ connectionString: primaryUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ source: string }>(
      "select current_setting('data_directory') as source from pg_backup_start('replica', fast => true)",
    );
    const source = rows[0]!.source;
    const owner = await stat(source);
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
    return source;
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
