import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { installApart } from "@portico/scripts/installApart";
import type { Address } from "viem";
import { PACKAGES, toAppFiles, VERSION } from "./hyperindexApp.ts";

const run = promisify(execFile);

export interface HyperindexBuild {
  /** Becomes part of the code. */
  readonly rpcUrl: string;
  readonly tokens: readonly Address[];
  readonly log: (line: string) => void;
}

/** Generates and compiles the app in a new folder, which the caller removes. @returns the folder. */
export async function buildHyperindex({ rpcUrl, tokens, log }: HyperindexBuild): Promise<string> {
  const installed = await installApart(`envio-${VERSION}`, PACKAGES, log);
  const folder = mkdtempSync(join(tmpdir(), "portico-bench-hyperindex-"));
  for (const [name, text] of Object.entries(toAppFiles(rpcUrl, tokens))) write(join(folder, name), text);
  const modules = join(installed, "node_modules");
  symlinkSync(modules, join(folder, "node_modules"));
  mkdirSync(join(folder, "src/node_modules"));
  symlinkSync(join(folder, "generated"), join(folder, "src/node_modules/generated"));

  // the command installs the generated code's packages with pnpm, which are already installed
  const pnpm = join(folder, "bin/pnpm");
  write(pnpm, "#!/bin/sh\n");
  chmodSync(pnpm, 0o755);
  const PATH = [dirname(pnpm), dirname(process.execPath), process.env["PATH"]].join(delimiter);
  const env = { ...process.env, PATH };
  await run(join(modules, ".bin/envio"), ["codegen"], { cwd: folder, env });
  await run(join(modules, ".bin/rescript"), [], { cwd: join(folder, "generated"), env });
  return folder;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
