import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ModuleRun } from "./runModules.ts";
import type { Sample } from "./extractSamples.ts";
import { sampleFile, type SampleFolder } from "./sampleFolder.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "..", "..", "..", "..");

/** The environment of samples. */
export type SampleWorld = {
  /** URLs in samples, and their replacements. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
};

/** The URLs of `pnpm start` in samples, and their replacements. */
export const addressesOf = (urls: Readonly<Record<"api" | "connect" | "mock", string>>): Record<string, string> => ({
  "http://127.0.0.1:4000": urls.api,
  "http://127.0.0.1:4001": urls.connect,
  "http://127.0.0.1:4004": urls.mock,
});

export type SampleRun = { readonly sample: Sample; readonly printed: string; readonly error?: string };

/** Samples whose output differs from the documented one. */
export const unlikeTheText = (runs: readonly SampleRun[]): { readonly sample: string; readonly printed: string }[] =>
  runs
    .filter(({ sample: { output }, printed }) => output !== undefined && output.trim() !== printed.trim())
    .map(({ sample: { path, line }, printed }) => ({ sample: `${path}:${line}`, printed }));

/**
 * Runs samples: all TypeScript in one process, all Python in one, each shell sample in its own, in which curl fails on
 * HTTP errors.
 */
export async function runSamples(
  folder: SampleFolder,
  samples: readonly Sample[],
  world: SampleWorld,
): Promise<SampleRun[]> {
  const files = new Map<string, Sample>();
  for (const sample of samples) files.set(await writeProgram(folder, sample, world), sample);
  const listOf = (language: string) =>
    [...files].filter(([, sample]) => sample.language === language).map(([file]) => file);
  const env = { ...process.env, PYTHONPATH: join(ROOT, "packages/client-python"), ...world.env };
  const runs = [
    runAll(process.execPath, [MODULES, ...listOf("ts")], env),
    runAll("python3", ["-c", PYTHON, ...listOf("py")], env),
  ];
  const shells = listOf("sh").map((file) => runShell(file, env));
  return (await Promise.all([...runs, ...shells])).flat().map(({ file, ...outcome }) => {
    const sample = files.get(file);
    if (sample === undefined) throw new Error(`${file} is not one of the samples`);
    return { sample, ...outcome };
  });
}

const MODULES = join(import.meta.dirname, "runModules.ts");
const PYTHON = `
import contextlib, io, json, runpy, sys, traceback
for file in sys.argv[1:]:
    out, error = io.StringIO(), None
    try:
        with contextlib.redirect_stdout(out): runpy.run_path(file, run_name="__main__")
    except BaseException: error = traceback.format_exc()
    print(json.dumps({"file": file, "printed": out.getvalue(), **({"error": error} if error else {})}))
`;
const TIMEOUT_MS = 50_000;
const SHELL = `curl() { command curl --fail-with-body --show-error "$@"; }\n`;

const writeProgram = (folder: SampleFolder, sample: Sample, { addresses }: SampleWorld) =>
  folder.write(
    sampleFile(sample),
    Object.entries(addresses).reduce((text, [from, to]) => text.replaceAll(from, to), sample.source),
  );

async function runAll(program: string, parameters: string[], env: NodeJS.ProcessEnv): Promise<ModuleRun[]> {
  const { stdout } = await run(program, parameters, { env, maxBuffer: 2 ** 26, timeout: 5 * TIMEOUT_MS });
  return stdout.split("\n").flatMap((line) => (line === "" ? [] : (JSON.parse(line) as ModuleRun)));
}

async function runShell(file: string, env: NodeJS.ProcessEnv): Promise<ModuleRun[]> {
  const script = `${SHELL}set -e\n. "${file}"`;
  return run("sh", ["-c", script], { cwd: ROOT, env, maxBuffer: 2 ** 26, timeout: TIMEOUT_MS }).then(
    ({ stdout }) => [{ file, printed: stdout }],
    ({ stdout, stderr }: { stdout: string; stderr: string }) => [
      { file, printed: stdout, error: `${stdout}${stderr}` || "timed out" }, // curl prints the body of an HTTP error
    ],
  );
}
