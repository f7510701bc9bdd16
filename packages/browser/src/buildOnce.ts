import { globSync, statSync } from "node:fs";
import { mkdir, mkdtemp } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { replaceFolder } from "./replaceFolder.ts";

export interface BuildOnce {
  /** Where the pages are to be; its index.html tells how old they are. */
  readonly folder: string;
  /** What they are made of, as globs from `cwd`. */
  readonly sources: readonly string[];
  readonly cwd: string;
  /** Builds them into another folder. */
  readonly build: (folder: string) => Promise<void>;
}

/** Builds pages before tests, unless what is built is newer than its sources. */
export async function buildOnce({ folder, sources, cwd, build }: BuildOnce): Promise<void> {
  const files = globSync([...sources], { cwd }).map((file) => statSync(join(cwd, file)).mtimeMs);
  const builtAt = statSync(join(folder, "index.html"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (builtAt >= Math.max(...files)) return;
  await mkdir(dirname(folder), { recursive: true });
  const staging = await mkdtemp(join(dirname(folder), `${basename(folder)}-`));
  await build(staging);
  await replaceFolder(staging, folder); // others may run tests at the same time
}
