import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changelog } from "./changelog.ts";
import type { SiteOperation } from "./listOperations.ts";
import { siteLinks } from "./siteLinks.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..", "..");
const page = { name: "units", path: "apps/docs/units.md", markdown: "" };
const readme = { name: "apps-docs", path: "apps/docs/README.md", markdown: "" };
const operation = { method: "GET", path: "/v1/chain", url: "reference.html#/chain/getchain" } as SiteOperation;

const linksOf = () =>
  siteLinks({ root: ROOT, pages: [page, readme], files: ["openapi.json"], operations: [operation] });

test("a link resolves to the page of its file in the repository", () => {
  const { resolverOf, problems } = linksOf();
  const resolve = resolverOf(page);
  expect(resolve("README.md#tests")).toBe("apps-docs.html#tests");
  expect(resolve("../docs")).toBe("apps-docs.html");
  expect(resolve("openapi.json")).toBe("openapi.json");
  expect(resolve("#part")).toBe("#part");
  expect(resolve("https://eips.ethereum.org")).toBe("https://eips.ethereum.org");
  expect(resolve("../../package.json")).toBeUndefined();
  expect(problems).toEqual([]);
});

test("a link to a missing file or outside of the repository is a problem, and so is an operation that isn't in the contract", () => {
  const { resolverOf, finderOf, problems } = linksOf();
  for (const href of ["nothing.md", "../../../../etc/passwd", "units.html"]) resolverOf(page)(href);
  expect(finderOf(page)("GET /v1/chain?id=eth")).toBe(operation.url);
  for (const code of ["GET /v1/chian", "GET /else", "get"]) finderOf(page)(code);
  expect(problems).toEqual([
    "apps/docs/units.md: nothing.md is a broken link",
    "apps/docs/units.md: ../../../../etc/passwd is a broken link",
    "apps/docs/units.md: units.html is a broken link",
    "apps/docs/units.md: the contract has no GET /v1/chian",
  ]);
});

test("the changelog lists pending changes, then released ones, one level lower", async () => {
  const root = await mkdtemp(join(tmpdir(), "portico-docs-changelog-"));
  await Promise.all([".changeset", "packages/client"].map((name) => mkdir(join(root, name), { recursive: true })));
  await writeFile(
    join(root, ".changeset/a.md"),
    `---\n"@portico/contract": minor\n"@portico/client": patch\n---\n\nNew.\nMore.\n`,
  );
  await writeFile(join(root, ".changeset/README.md"), "# Not a change\n");
  await writeFile(
    join(root, "packages/client/CHANGELOG.md"),
    "# @portico/client\n\n## 1.1.0\n\n### Minor Changes\n\n- Old.\n",
  );
  const { markdown } = await changelog(root);
  await rm(root, { recursive: true });
  expect(markdown.slice(markdown.indexOf("## Unreleased"))).toBe(
    "## Unreleased\n\n- **minor**, contract and client: New.\n  More.\n\n## client\n\n### 1.1.0\n\n#### Minor Changes\n\n- Old.\n",
  );
});
