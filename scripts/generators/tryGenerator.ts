import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { installApart } from "../installApart.ts";
import type { Generator } from "./generator.ts";

const run = promisify(execFile);

/** What type-checks, bundles and runs the checks. */
const CHECKING = { esbuild: "0.28.2", "@types/node": "24.0.0", typescript: "5.9.3" };
const COMPILER = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: "es2023",
    lib: ["es2023", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    moduleDetection: "force",
    types: ["node"],
    // some generators import with the extension
    allowImportingTsExtensions: true,
  },
  include: ["check.ts", "generated/**/*.ts"],
};

/**
 * Runs a generator in a temporary folder and uses what it generates.
 * @param contract - The served contract as JSON, whose first server is at `url`.
 * @returns errors and warnings of the tool, of the type check and of the use; empty if there are none.
 */
export async function tryGenerator(generator: Generator, contract: string, url: string): Promise<readonly string[]> {
  const { name, packages, overrides, files = {}, commands, check } = generator;
  const manifest = { private: true, type: "module", dependencies: { ...CHECKING, ...packages }, overrides };
  const installed = await installApart(name.replaceAll(/[^\w.-]/g, ""), manifest, console.log);
  const folder = await mkdtemp(join(tmpdir(), "portico-generator-"));
  try {
    await symlink(join(installed, "node_modules"), join(folder, "node_modules"));
    await mkdir(join(folder, "generated"));
    const all = { ...files, "package.json": `{"type":"module"}`, "openapi.json": contract };
    for (const [file, text] of Object.entries(all)) await writeFile(join(folder, file), text.replaceAll("{url}", url));
    const errors = await runCommands(generator, commands, { folder, url });
    return errors.length > 0 || check === undefined ? errors : await useGenerated(check, { folder, url });
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Place {
  readonly folder: string;
  readonly url: string;
}

async function runCommands(
  { complaint }: Pick<Generator, "complaint">,
  commands: Generator["commands"],
  { folder, url }: Place,
): Promise<readonly string[]> {
  for (const [command, ...parameters] of commands) {
    const { failed, output } = await execute(folder, command, ...parameters.map((one) => one.replaceAll("{url}", url)));
    const lines = output.split("\n").filter((line) => line.trim() !== "");
    if (failed) return lines.length > 0 ? lines : [`${command} failed`];
    const complaints = complaint === undefined ? [] : lines.filter((line) => complaint.test(line));
    if (complaints.length > 0) return complaints;
  }
  return [];
}

async function useGenerated(check: string, place: Place): Promise<readonly string[]> {
  const { folder, url } = place;
  await writeFile(join(folder, "check.ts"), check);
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(COMPILER));
  const bundling = [
    "check.ts",
    "--bundle",
    "--packages=external",
    "--platform=node",
    "--format=esm",
    "--outfile=check.mjs",
  ];
  return await runCommands(
    {},
    [
      ["tsc", "-p", "tsconfig.json"],
      ["esbuild", ...bundling, "--log-level=error"],
      ["node", "check.mjs", url],
    ],
    place,
  );
}

/** A command of the installed packages, or `node`. */
async function execute(folder: string, command: string, ...parameters: readonly string[]) {
  const path = command === "node" ? process.execPath : join(folder, "node_modules", ".bin", command);
  const env = { ...process.env, NO_COLOR: "1", CI: "1", REDOCLY_TELEMETRY: "off", NODE_OPTIONS: "" };
  try {
    const { stdout, stderr } = await run(path, parameters, { cwd: folder, env, maxBuffer: 64 << 20 });
    return { failed: false, output: stripVTControlCharacters(stdout + stderr) };
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as { stdout?: string; stderr?: string; message: string };
    return { failed: true, output: stripVTControlCharacters(stdout + stderr) || message };
  }
}
