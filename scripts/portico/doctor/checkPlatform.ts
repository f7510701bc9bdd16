import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { getAnvilBinary } from "@portico/devnet/getAnvilBinary";
import { findPostgresBinary } from "@portico/store";
import { root } from "../../stateFolder.ts";
import type { Shell } from "../shell.ts";
import { broken, type Finding, ok } from "./finding.ts";

const NODE_VERSION = [24, 18] as const;
const README = 'see "Platforms" in README.md';

/** Whether this platform has the bundled programs: Node, and PostgreSQL and anvil if they are needed. */
export async function checkPlatform({
  env,
  platform = `${process.platform}-${process.arch}`,
}: PlatformShell): Promise<Finding[]> {
  const isReal = Object.keys(env).some((name) => name.startsWith("PORTICO_RPC_") && env[name]);
  const postgres = { what: "postgresql", find: () => findPostgresBinary(platform), isNeeded: !env["DATABASE_URL"] };
  const anvil = { what: "anvil", find: () => getAnvilBinary(platform), isNeeded: !isReal };
  return [
    checkNode(platform),
    await checkProgram({ ...postgres, advice: `set DATABASE_URL to a PostgreSQL of your own; ${README}` }),
    await checkProgram({
      ...anvil,
      advice: `set PORTICO_RPC_<ID> to a node, or PORTICO_ANVIL to an anvil of your own; ${README}`,
    }),
  ];
}

export type PlatformShell = Pick<Shell, "env"> & {
  /** `linux-x64`; default: the current platform. */
  readonly platform?: string;
};

function checkNode(platform: string): Finding {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    optionalDependencies: Record<string, string>;
  };
  const bundled = optionalDependencies[`node-${platform}`];
  const comesAlong = bundled === undefined ? `none is bundled for ${platform}` : `${bundled} is bundled`;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isRecent = major > NODE_VERSION[0] || (major === NODE_VERSION[0] && minor >= NODE_VERSION[1]);
  const text = `${process.versions.node} runs this; ${comesAlong}`;
  return isRecent
    ? ok("node", text)
    : broken("node", text, `install Node ${NODE_VERSION.join(".")} or later; ${README}`);
}

interface Program {
  readonly what: string;
  /** @throws Error with the reason if there is none. */
  readonly find: () => string;
  readonly isNeeded: boolean;
  readonly advice: string;
}

async function checkProgram({ what, find, isNeeded, advice }: Program): Promise<Finding> {
  if (!isNeeded) return ok(what, "the bundled one is not used");
  try {
    const { stdout } = await promisify(execFile)(find(), ["--version"], { timeout: 30_000 });
    return ok(what, `${stdout.split("\n")[0]?.trim()} is bundled`);
  } catch (error) {
    return broken(what, (error as Error).message.split("\n")[0] ?? "", advice);
  }
}
