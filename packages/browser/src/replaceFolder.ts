import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The page that is read first and refers to the other files. */
const ENTRY = "index.html";

/**
 * Moves the files of `from` to `to`, where others may be reading: each file is complete at any time, `index.html` is
 * moved last, after all files that it refers to, and obsolete files are deleted after that.
 */
export async function replaceFolder(from: string, to: string): Promise<void> {
  const files = await listFiles(from);
  for (const file of files.toSorted((a, b) => Number(a === ENTRY) - Number(b === ENTRY))) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    await rename(join(from, file), join(to, file));
  }
  const isNew = new Set(files);
  const old = (await listFiles(to)).filter((file) => !isNew.has(file));
  await Promise.all(old.map((file) => rm(join(to, file), { force: true })));
  await rm(from, { recursive: true, force: true });
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
}
