import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Makes a folder hold these files and nothing else, while others read it: each file is there whole at any moment, and what is
 * no longer one of them is deleted last.
 * @param files - Text by name; a name has no folder in it.
 */
export async function writeFolder(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all(
    [...files].map(async ([name, text]) => {
      const draft = join(folder, `${name}.${process.pid}.new`);
      await writeFile(draft, text);
      await rename(draft, join(folder, name));
    }),
  );
  const old = (await readdir(folder)).filter((name) => !files.has(name));
  await Promise.all(old.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}
