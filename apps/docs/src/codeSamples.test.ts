import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderCodeSamples, type CodeSample } from "./codeSamples.ts";
import { dereference } from "./dereference.ts";
import { METHODS, sampleRequest, type ApiDocument } from "./sampleRequest.ts";

const run = promisify(execFile);
const here = import.meta.dirname;
const contract = dereference(
  JSON.parse(
    await readFile(fileURLToPath(import.meta.resolve("@portico/contract/openapi.json")), "utf8"),
  ) as ApiDocument,
);
const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
  METHODS.filter((method) => method in item).map((method) => ({ path, method })),
);
const samples = operations.map(({ path, method }) => renderCodeSamples(sampleRequest(contract, path, method)));

let folder: string;
beforeAll(async () => {
  // inside the package, so that its dependencies are found
  await mkdir(join(here, "..", "node_modules", ".cache"), { recursive: true });
  folder = await mkdtemp(join(here, "..", "node_modules", ".cache", "samples-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes each operation's sample in one language into a file of its own. */
async function writeSamples(label: CodeSample["label"], ending: string): Promise<string[]> {
  const sources = samples.map((sample) => sample.find((one) => one.label === label)?.source ?? "");
  const files = sources.map((_source, index) => join(folder, `${operations[index]?.method}-${index}.${ending}`));
  await Promise.all(files.map((file, index) => writeFile(file, `${sources[index]}\n`)));
  return files;
}

test("every operation of the contract has samples, and none lacks a value", () => {
  expect(samples.length).toBeGreaterThan(42);
  for (const { source } of samples.flat()) expect(source).not.toMatch(/undefined|\[object Object\]|=&/);
});

test("every TypeScript sample compiles against the client", async () => {
  await writeSamples("TypeScript", "ts");
  const compilerOptions = { types: ["node"], lib: ["es2024", "dom"], noPropertyAccessFromIndexSignature: false };
  const config = {
    extends: join(here, "../../../tsconfig.base.json"),
    compilerOptions: { ...compilerOptions, moduleDetection: "force" },
    include: ["*.ts"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  const { stdout } = await run("pnpm", ["-w", "exec", "tsc", "-p", folder], { cwd: here }).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe("");
});

test("every shell sample is a shell command", async () => {
  const files = await writeSamples("curl", "sh");
  const checks = files.map((file) => run("sh", ["-n", file]));
  expect((await Promise.all(checks)).map(({ stderr }) => stderr).join("")).toBe("");
});

const hasPython = await run("python3", ["--version"]).then(
  () => true,
  () => false,
);

test.skipIf(!hasPython)(
  "every Python sample is a Python program (skipped where python3 is not installed)",
  async () => {
    const files = await writeSamples("Python", "py");
    const check = "import ast, sys\nfor name in sys.argv[1:]: ast.parse(open(name).read(), name)";
    expect((await run("python3", ["-c", check, ...files])).stderr).toBe("");
  },
);
