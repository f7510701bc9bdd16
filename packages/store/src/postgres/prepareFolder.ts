import { createHash, randomUUID } from "node:crypto";
import { chmod, link, lstat, mkdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "../database/errorCode.ts";
import { canEnter } from "./account.ts";
import type { Account } from "./account.ts";

/** Accessible to unprivileged users, and persistent across reboots. */
export const SHARED_FOLDER = "/var/tmp";

/**
 * Creates the folder for a database: `dataDir`, or, if the server's account can't enter that (root's home, a folder of
 * mode 700), a folder in `/var/tmp` that is the same at every start, until `dataDir` is removed or moved.
 */
export async function prepareFolder(dataDir: string, account: Account, log: (line: string) => void): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const wanted = await realpath(dataDir);
  if (account.uid === undefined) return wanted;

  await chmod(wanted, 0o711);
  if (await canEnter(account, wanted)) return wanted;

  const hash = createHash("sha256")
    .update(`${wanted}\n${await readId(wanted)}`)
    .digest("hex");
  const folder = join(SHARED_FOLDER, `portico-${hash.slice(0, 12)}`);
  await mkdir(folder, { mode: 0o711 }).catch(ignoreExisting);
  await isOurFolder(folder);
  await chmod(folder, 0o711);
  log(`PostgreSQL doesn't run as root and its user can't enter ${wanted}: the database lies in ${folder}`);
  return folder;
}

/** An id stored in the folder: a new folder at the same path must not find the old one's data. */
async function readId(dataDir: string): Promise<string> {
  const file = join(dataDir, "id");
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, randomUUID());
  await link(draft, file).catch(ignoreExisting); // the first of concurrent starts wins, with a complete file
  await rm(draft);
  return await readFile(file, "utf8");
}

function ignoreExisting(error: unknown): void {
  if (!hasCode(error, "EEXIST")) throw error;
}

/**
 * Whether the folder exists and is ours. In a world-writable folder, another user's folder of that name is an error.
 */
export async function isOurFolder(path: string): Promise<boolean> {
  const entry = await lstat(path).catch(() => undefined);
  if (!entry) return false;
  const isOurs = entry.isDirectory() && entry.uid === process.getuid?.() && (entry.mode & 0o022) === 0;
  if (!isOurs)
    throw new Error(`${path} belongs to another user, or others may write in it: remove it and start again.`);
  return true;
}
