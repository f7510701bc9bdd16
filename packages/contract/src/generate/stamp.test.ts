import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hashInputs, isStamped, writeStamp } from "./stamp.ts";

async function makeRepository() {
  const root = await mkdtemp(path.join(tmpdir(), "portico-stamp-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(path.join(root, path.dirname(file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  };
  for (const file of ["pnpm-lock.yaml", "redocly.yaml", "spec/openapi.yaml", "packages/contract/package.json"])
    await write(file, `${file}\n`);
  await write("spec/schemas/Token.yaml", "type: object\n");
  await write("packages/contract/src/generate/bundle.ts", "export {};\n");
  await write("packages/contract/generated/openapi.json", "{}");
  await write("packages/contract/generated/wire.ts", "export {};\n");
  const out = path.join(root, "packages/contract/generated");
  await writeStamp(out, await hashInputs(root));
  return { root, write, isCurrent: async () => await isStamped(out, await hashInputs(root)) };
}

test.each([
  "pnpm-lock.yaml",
  "redocly.yaml",
  "spec/schemas/Token.yaml",
  "spec/schemas/Pool.yaml", // new
  "packages/contract/package.json",
  "packages/contract/src/generate/bundle.ts",
  "packages/contract/generated/wire.ts",
])("generated files are current until %s changes", async (file) => {
  const { write, isCurrent } = await makeRepository();
  expect(await isCurrent()).toBe(true);
  await write(file, "changed\n");
  expect(await isCurrent()).toBe(false);
});

test("a missing file, or a missing stamp, is not current", async () => {
  const { root, isCurrent } = await makeRepository();
  await rm(path.join(root, "packages/contract/generated/openapi.json"));
  expect(await isCurrent()).toBe(false);
  const other = await makeRepository();
  await rm(path.join(other.root, "packages/contract/generated/inputs.sha256"));
  expect(await other.isCurrent()).toBe(false);
});
