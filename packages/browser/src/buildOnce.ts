import { globSync, statSync } from "node:fs";
import { mkdir, mkdtemp } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { replaceFolder } from "./replaceFolder.ts";

export interface BuildOnce {
  /** Output folder; its index.html shows the age of the build. */
  readonly folder: string;
  /** The sources, as globs from `cwd`. */
  readonly sources: readonly string[];
  readonly cwd: string;
  /** Builds the pages into another folder. */
  readonly build: (folder: string) => Promise<void>;
}

/** Builds pages before tests, unless the build is newer than its sources. */
export async function buildOnce({ folder, sources, cwd, build }: BuildOnce): Promise<void> {
  const files = globSync([...sources], { cwd }).map((file) => statSync(join(cwd, file)).mtimeMs);
  const builtAt = statSync(join(folder, "index.html"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (builtAt >= Math.max(...files)) return;
  await mkdir(dirname(folder), { recursive: true });
  const staging = await mkdtemp(join(dirname(folder), `${basename(folder)}-`));
  await build(staging);
  await replaceFolder(staging, folder); // other test runs may be reading
}
