import { readdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

const MARK = /^(.+)\.used-(\d+)$/;

/** Marks a folder as used until this process ends, in a file beside it. */
export const markUsed = (folder: string): Promise<void> => writeFile(`${folder}.used-${process.pid}`, "");

/** Deletes the other folders of an artefact that no running process has marked, and the marks of processes that ended. */
export async function deleteUnused(cache: string, name: string, current: string): Promise<void> {
  const names = await readdir(cache);
  const used = new Set([basename(current)]);
  for (const file of names) {
    const [, folder, pid] = MARK.exec(file) ?? [];
    if (folder === undefined) continue;
    if (isRunning(Number(pid))) used.add(folder);
    else await rm(join(cache, file), { force: true });
  }
  const isFolder = new RegExp(`^${name}-[0-9a-f]+$`);
  for (const folder of names.filter((one) => isFolder.test(one) && !used.has(one)))
    await rm(join(cache, folder), { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
