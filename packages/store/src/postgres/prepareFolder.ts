import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, link, lstat, mkdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { hasCode } from "../database/errorCode.ts";
import { canEnter } from "./account.ts";
import type { Account } from "./account.ts";

/** Accessible to unprivileged users, and persistent across reboots. */
export const SHARED_FOLDER = "/var/tmp";

export type FolderOptions = {
  /** The absolute path of `dataDir` before it was moved. */
  readonly formerDataDir?: string | undefined;
  readonly log: (line: string) => void;
};

/**
 * Creates the folder for a database: `dataDir`, or, if the server's account can't enter that (root's home, a folder of
 * mode 700), a folder in `/var/tmp` that is the same at every start, until `dataDir` is removed or moved. A folder there
 * that has the data of `dataDir`, or of `formerDataDir`, stays in use, even if the account can enter `dataDir` now.
 */
export async function prepareFolder(
  dataDir: string,
  account: Account,
  { formerDataDir, log }: FolderOptions,
): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const wanted = await realpath(dataDir);
  if (account.uid === undefined) return wanted;

  await chmod(wanted, 0o711);
  const isEnterable = await canEnter(account, wanted);
  if (isEnterable && (existsSync(join(wanted, "cluster")) || !existsSync(join(wanted, "id")))) return wanted;

  const id = await readId(wanted);
  const folder = nameSharedFolder(wanted, id);
  if (formerDataDir !== undefined) {
    await adopt(nameSharedFolder(resolve(wanted, relative(dataDir, formerDataDir)), id), folder);
  }
  if (isEnterable && !existsSync(folder)) return wanted;
  await mkdir(folder, { mode: 0o711 }).catch(ignoreExisting);
  await isOurFolder(folder);
  await chmod(folder, 0o711);
  log(`PostgreSQL doesn't run as root and its user can't access ${wanted}: the database is in ${folder}`);
  return folder;
}

function nameSharedFolder(dataDir: string, id: string): string {
  const hash = createHash("sha256").update(`${dataDir}\n${id}`).digest("hex");
  return join(SHARED_FOLDER, `portico-${hash.slice(0, 12)}`);
}

/** Renames the folder in `/var/tmp` of a database whose `dataDir` was moved. */
async function adopt(former: string, folder: string): Promise<void> {
  if (former !== folder && !existsSync(folder) && (await isOurFolder(former))) await rename(former, folder);
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
