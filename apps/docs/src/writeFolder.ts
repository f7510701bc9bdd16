import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Replaces a folder's content by these files while others read it: every file is complete at any time, and obsolete
 * files are deleted last.
 * @param files - Content by name; names have no folders.
 */
export async function writeFolder(folder: string, files: ReadonlyMap<string, Buffer | string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all(
    [...files].map(async ([name, content]) => {
      const draft = join(folder, `${name}.${process.pid}.new`);
      await writeFile(draft, content);
      await rename(draft, join(folder, name));
    }),
  );
  const old = (await readdir(folder)).filter((name) => !files.has(name));
  await Promise.all(old.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}
