import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { checkOut } from "./checkout.ts";
import { readApprovals, withoutExamples } from "./released.ts";

const scratch = mkdtempSync(join(tmpdir(), "portico-release-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test("a release in a copy: one version for contract and client, the changelogs, and the contract becomes the released one", () => {
  const { folder, run } = checkOut(join(scratch, "project"));
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  const versionOf = (name: string) =>
    (JSON.parse(read(`packages/${name}/package.json`)) as { version: string }).version;
  const before = versionOf("contract");
  const isPending = globSync(".changeset/*.md", { cwd: folder }).some((file) => !file.endsWith("README.md"));

  run("pnpm", ["run", "release"]);

  expect(versionOf("client")).toBe(versionOf("contract"));
  expect(versionOf("contract") !== before).toBe(isPending);
  expect(globSync(".changeset/*.md", { cwd: folder }).filter((file) => !file.endsWith("README.md"))).toEqual([]);
  for (const name of isPending ? ["contract", "client"] : []) {
    expect(read(`packages/${name}/CHANGELOG.md`)).toContain(`## ${versionOf(name)}`);
  }
  const current: unknown = JSON.parse(read("packages/contract/generated/openapi.json"));
  expect(JSON.parse(read("spec/released.json"))).toEqual(withoutExamples(current));
  expect(readApprovals(join(folder, ".changeset/approved-breaks.yaml"))).toEqual([]);

  run("turbo", ["run", "check:contract", "check:package"]); // nothing is announced, nothing is broken, and both can be packed
  expect(existsSync(join(folder, "packages/contract/dist/src/index.d.ts"))).toBe(true);
});
