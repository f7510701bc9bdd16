import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");

/** An installed copy of the project that can be edited: the working tree and caches remain unchanged. */
export interface Checkout {
  readonly folder: string;
  /** The environment in which the copy's own tools are found first. */
  readonly env: NodeJS.ProcessEnv;
  /** Runs a command in the copy. @throws Error with its complete output if it fails. */
  readonly run: (command: string, args: readonly string[]) => void;
}

/** Copies all files that git tracks or would track to `folder`, and installs from the lockfile. */
export function checkOut(folder: string): Checkout {
  const list = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const path of list.split("\n").filter((name) => name !== "" && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  const env = { ...process.env, PATH: `${join(folder, "node_modules/.bin")}${delimiter}${process.env["PATH"] ?? ""}` };
  const run = (command: string, args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: "utf8" });
    if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`);
  };
  run("git", ["init", "-q"]);
  run("git", ["add", "-A"]);
  run("pnpm", ["install", "--frozen-lockfile", "--prefer-offline"]);
  return { folder, env, run };
}
