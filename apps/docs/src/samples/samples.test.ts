import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderCodeSamples, type CodeSample } from "../reference/codeSamples.ts";
import { dereference } from "../reference/dereference.ts";
import { METHODS, sampleRequest, type ApiDocument } from "../reference/sampleRequest.ts";
import { extractSamples, isChecked, needsServerParts, type Sample } from "./extractSamples.ts";
import { readSamples } from "./readSamples.ts";
import { addressesOf, runSamples, unlikeTheText } from "./runSamples.ts";
import { compileSamples, createSampleFolder, writeSample, type SampleFolder } from "./sampleFolder.ts";
import { startMock } from "./startMock.ts";

const run = promisify(execFile);
const contract = dereference(
  JSON.parse(
    await readFile(fileURLToPath(import.meta.resolve("@portico/contract/openapi.json")), "utf8"),
  ) as ApiDocument,
);
const ofOperations = Object.entries(contract.paths).flatMap(([path, item]) =>
  METHODS.filter((method) => method in item).map((method) => ({
    name: `${method}-${path.replaceAll(/\W+/g, "-")}`,
    samples: renderCodeSamples(sampleRequest(contract, path, method)),
  })),
);

/** Of the reference: every sixth operation, in the long tests all. The same few functions generate all of them. */
const shown = ofOperations.filter((_, index) => process.env["PORTICO_TEST_LONG"] === "1" || index % 6 === 0);

let folder: SampleFolder;
let samples: readonly Sample[];
let problems: readonly string[];
beforeAll(async () => {
  [folder, { samples, problems }] = await Promise.all([createSampleFolder(), readSamples()]);
});
afterAll(() => folder?.remove());

/** Writes the samples of one language, including the reference's, into a file each. */
async function writeAll(language: string, label: CodeSample["label"]): Promise<string[]> {
  const guides = samples.filter((one) => one.language === language && isChecked(one) && !needsServerParts(one));
  return Promise.all([
    ...guides.map((sample) => writeSample(folder, sample)),
    ...shown.map(({ name, samples: rendered }) =>
      folder.write(`${name}.${language}`, `${rendered.find((one) => one.label === label)?.source ?? ""}\n`),
    ),
  ]);
}

test("every operation of the contract has samples, and none lacks a value", () => {
  expect(ofOperations.length).toBeGreaterThan(42);
  for (const { source } of ofOperations.flatMap((one) => one.samples))
    expect(source).not.toMatch(/undefined|\[object Object\]|=&/);
});

/** Of `pnpm start` and of the mock. */
const DEMO_OWNER = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";

test("the reference's samples about an owner are about one that holds something here", () => {
  const sources = ofOperations
    .filter(({ name }) => name.startsWith("get--v1-user-"))
    .map((one) => one.samples[0]?.source ?? "");
  expect(sources.length).toBeGreaterThan(20);
  expect(sources.filter((source) => !source.includes(DEMO_OWNER))).toEqual([]);
});

test("every TypeScript sample that needs no part of the server compiles (samples.long.test.ts compiles the others)", async () => {
  await writeAll("ts", "TypeScript");
  expect(await compileSamples(folder)).toBe("");
});

test("every shell sample is valid shell", async () => {
  const files = await writeAll("sh", "curl");
  const { stderr } = await run("sh", ["-c", `for file; do sh -n "$file"; done`, "sh", ...files]);
  expect(stderr).toBe("");
});

const hasPython = await run("python3", ["--version"]).then(
  () => true,
  () => false,
);

test.skipIf(!hasPython)("every Python sample is valid Python (skipped if python3 is not installed)", async () => {
  const files = await writeAll("py", "Python");
  const check = "import ast, sys\nfor name in sys.argv[1:]: ast.parse(open(name).read(), name)";
  expect((await run("python3", ["-c", check, ...files])).stderr).toBe("");
});

test("every JSON sample is valid JSON, except for ellipses", () => {
  const texts = samples.filter(({ language, source }) => language === "json" && !source.includes("…"));
  for (const { source } of texts) expect(() => JSON.parse(source) as unknown).not.toThrow();
});

test("every sample without another mode runs against the mock, and prints the documented output", async () => {
  const mock = await startMock();
  try {
    const runnable = samples.filter(
      ({ mode, language }) => (mode === "run" || mode === "fails") && (language !== "py" || hasPython),
    );
    const runs = await runSamples(folder, runnable, {
      addresses: addressesOf({ api: mock.url, connect: mock.url, mock: mock.url }),
      env: { PORTICO_ACCESS_KEY: "any", PORTICO_CLIENT_SECRET: "any" },
    });
    const failed = runs.filter(({ sample, error }) => (error !== undefined) !== (sample.mode === "fails"));
    expect(failed.map(({ sample, error }) => `${sample.path}:${sample.line}\n${error ?? "did not fail"}`)).toEqual([]);
    expect(runs.length).toBe(runnable.length);
    expect(unlikeTheText(runs)).toEqual([]);
    expect(
      runs.filter(({ printed, sample }) => printed === "" && /console.log|print\(|curl/.test(sample.source)),
    ).toEqual([]);
  } finally {
    mock.stop();
  }
});

test("every fence has a valid mode; one that can't run gives a reason, and few are skipped", () => {
  expect(problems).toEqual([]);
  const counts = Object.fromEntries(
    Object.entries(Object.groupBy(samples, ({ mode }) => mode)).map(([mode, all]) => [mode, all?.length ?? 0]),
  );
  const { run: ran = 0, stack = 0, skip = 0 } = counts;
  expect(ran + stack).toBeGreaterThan(20);
  expect(skip).toBeLessThanOrEqual(3);
});

test("a fence without a valid mode is reported", () => {
  expect(() => extractSamples("x.md", "```\nls\n```")).toThrow("x.md:1");
  expect(() => extractSamples("x.md", "```sh skip\nls\n```")).toThrow("state why");
  expect(() => extractSamples("x.md", "```rust\nfn main() {}\n```")).toThrow("rust is not checked");
  const [sample] = extractSamples("x.md", "text\n\n```ts check given db, log: a part\n1\n```");
  expect(sample).toMatchObject({ line: 3, mode: "check", given: ["db", "log"], reason: "a part" });
});
