import { mkdtemp, readdir, rm, stat, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SHARED_MEMORY = "/dev/shm";
const TMPFS_MAGIC = 0x01_02_19_94;
/** Several times what a run of all tests holds at once. A container's default is 64 MB. */
const MIN_FREE_BYTES = 4e9;
const PREFIX = "portico-test-";
const ABANDONED_MS = 12 * 3_600_000;

/**
 * Makes a folder for a test's PostgreSQL: in memory on Linux if there is room, as creating a database copies about 900 files;
 * else among the temporary files. The caller deletes it.
 */
export async function makeMemoryFolder(): Promise<string> {
  return await mkdtemp(join((await hasMemory()) ? SHARED_MEMORY : tmpdir(), PREFIX));
}

async function hasMemory(): Promise<boolean> {
  const found = await statfs(SHARED_MEMORY).catch(() => undefined);
  return found?.type === TMPFS_MAGIC && found.bavail * found.bsize >= MIN_FREE_BYTES;
}

/** Deletes folders of killed runs, which would hold memory until the machine restarts. */
export async function deleteAbandonedFolders(folder = SHARED_MEMORY, now = Date.now()): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((it) => it.startsWith(PREFIX))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    // another user's cannot be deleted
    if (found && now - found.mtimeMs > ABANDONED_MS) await rm(path, { recursive: true }).catch(() => undefined);
  }
}
