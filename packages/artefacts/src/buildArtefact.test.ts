import { hash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { startProcess } from "@portico/server/testing";
import { createAccessKey } from "@portico/store";
import { createTestDatabase, freePort } from "@portico/store/testing";
import { afterAll, expect, test } from "vitest";
import { billOfMaterials } from "./billOfMaterials.ts";
import { buildArtefact } from "./buildArtefact.ts";
import { ensureArtefact } from "./ensureArtefact.ts";
import { packagesOf } from "./packagesOf.ts";
import { createTestRoot } from "./testing/createTestRoot.ts";

const ROOT = join(import.meta.dirname, "../../..");
const temporary = mkdtempSync(join(tmpdir(), "portico-artefact-"));
afterAll(() => rmSync(temporary, { recursive: true }));

/** Of all files of a folder, by path. */
const digestFiles = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [relative(folder, path), hash("sha256", readFileSync(path))]),
  );

test("the API's artefact responds from an empty folder, with access to no other file and no write access", async () => {
  const [built, database] = await Promise.all([ensureArtefact("api"), createTestDatabase()]);
  const folder = join(temporary, "api");
  cpSync(dirname(built), folder, { recursive: true });
  const empty = mkdtempSync(join(temporary, "empty-"));
  const env = { NODE_OPTIONS: `--permission --allow-fs-read=${folder}/`, NODE_COMPILE_CACHE: "" };
  const { key } = await createAccessKey(database.db, { name: "test", isUnlimited: true });
  const port = await freePort();
  const settings = { ...env, DATABASE_URL: database.url, PORTICO_API_PORT: String(port) };
  const api = startProcess(join(folder, "main.js"), [], settings, empty);
  const url = await api.url();
  const request = (path: string, headers = {}) => fetch(url + path, { headers });
  const chains = await (await request("/v1/chain/list", { AccessKey: key })).json();
  expect(chains).toContainEqual(expect.objectContaining({ id: "eth", is_served: false }));
  expect(await (await request("/v1/user/total_balance?id=none", { AccessKey: key })).json()).toMatchObject({
    status: 400,
  });
  expect((await request("/v1/chain/list")).status).toBe(401);
  api.child.kill();
  expect(await api.end).toBe(0);
  expect(readdirSync(empty)).toEqual([]);
  await database.drop();
});

test("an artefact is built the same again, and names the packages in it with their licenses", async () => {
  const main = await ensureArtefact("indexer");
  const { folder } = await buildArtefact(ROOT, "indexer", join(temporary, "again"));
  expect(digestFiles(folder)).toEqual(digestFiles(dirname(main)));
  expect(readFileSync(join(folder, "app.js"), "utf8")).toMatch(/^[\0-\x7F]*$/);
  const notices = readFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), "utf8");
  expect(notices).toMatch(/^ {2}viem \S+: MIT$/m); // bundled
  expect(notices).toMatch(/^ {2}pg \S+: MIT$/m); // copied
  expect(notices).toMatch(/^-+\npg \S+ \(MIT\)\n\nMIT License/m);
  const sbom = readFileSync(join(folder, "sbom.cdx.json"), "utf8");
  expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(sbom)).toBeNull();
  const { components } = JSON.parse(sbom) as { components: { group?: string; name: string; version: string }[] };
  const titles = components.map(
    ({ group, name, version }) => `${group === undefined ? "" : `${group}/`}${name} ${version}`,
  );
  const inNotices = Array.from(notices.matchAll(/^ {2}(\S+ \S+): /gm), ([, title = ""]) => title);
  expect(titles.toSorted()).toEqual(inNotices.toSorted());
  expect(components).toContainEqual(
    expect.objectContaining({
      name: "pg",
      purl: expect.stringMatching(/^pkg:npm\/pg@8/),
      licenses: [{ license: { id: "MIT" } }],
    }),
  );
});

test("an SBOM has packages of built pages, licenses in each form, and scopes in purls", async () => {
  const folder = mkdtempSync(join(temporary, "packages-"));
  const addPackage = (name: string, license: unknown): string => {
    const path = join(folder, "node_modules", name, "package.json");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify({ name, version: "1.0.0", license }));
    return path;
  };
  const list = join(folder, "licenses.md");
  writeFileSync(list, "# Licenses\n\n## react - 19.0.0 (MIT)\n\n## @a/one - 1.0.0 (MIT)\n");
  const paths = [
    addPackage("@a/one", "(MIT OR Apache-2.0)"),
    addPackage("old", { type: "BSD-3-Clause" }),
    addPackage("odd", "Our own (see text)"),
  ];
  const sbom = await billOfMaterials("api", "1.2.3", packagesOf(paths, [list]));
  expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(sbom)).toBeNull();
  expect(sbom).toBe(await billOfMaterials("api", "1.2.3", packagesOf(paths.toReversed(), [list])));
  expect(JSON.parse(sbom)).toMatchObject({
    bomFormat: "CycloneDX",
    metadata: { component: { name: "portico-api", version: "1.2.3" } },
    components: [
      { group: "@a", name: "one", purl: "pkg:npm/%40a/one@1.0.0", licenses: [{ expression: "(MIT OR Apache-2.0)" }] },
      { name: "odd", licenses: [{ license: { name: "Our own (see text)" } }] },
      { name: "old", licenses: [{ license: { id: "BSD-3-Clause" } }] },
      { name: "react", version: "19.0.0", purl: "pkg:npm/react@19.0.0", licenses: [{ license: { id: "MIT" } }] },
    ],
  });
  writeFileSync(list, "# Licenses\n");
  expect(packagesOf([], [list])).toEqual([]); // pages without packages
  writeFileSync(list, "# Licenses\n\n## react@19.0.0\n");
  expect(() => packagesOf([], [list])).toThrow("licenses.md has no package's title: ## react@19.0.0");
});

test("stack traces name the sources by their paths in the repository", async () => {
  const root = createTestRoot(temporary);
  writeFileSync(
    join(root, "apps/docs/src/one.ts"),
    `interface One {}\n\nexport const one = fail();\n\nfunction fail(): One {\n  throw new Error("no one");\n}`,
  );
  const { folder } = await buildArtefact(root, "docs", join(root, "out"));
  const docs = startProcess(join(folder, "main.js"), [], {});
  expect(await docs.end).toBe(1);
  expect(docs.output()).toContain("/apps/docs/src/one.ts:6:9)");
});

test("a folder that is not an artefact is never replaced, and an earlier artefact is", async () => {
  const root = createTestRoot(temporary);
  const out = join(root, "out");
  mkdirSync(out);
  writeFileSync(join(out, "precious"), "");
  await expect(buildArtefact(root, "docs", out)).rejects.toThrow(`${out} exists and is not an artefact`);
  expect(readdirSync(out)).toEqual(["precious"]);
  await buildArtefact(root, "docs", join(root, "new"));
  writeFileSync(join(root, "new", "old.js"), "");
  await buildArtefact(root, "docs", join(root, "new"));
  expect(statSync(join(root, "new")).mode & 0o777).toBe(0o755); // for the user of a service
  expect(readdirSync(join(root, "new")).toSorted()).toEqual([
    "LICENSE",
    "THIRD-PARTY-NOTICES.txt",
    "app.js",
    "app.js.map",
    "main.js",
    "package.json",
    "sbom.cdx.json",
  ]);
  expect(readdirSync(root).filter((name) => name.startsWith("."))).toEqual([]); // no draft is left
});

test("a module that reads files which are not listed, and an import that is not found, are errors that name it", async () => {
  const root = createTestRoot(temporary);
  const main = join(root, "apps/docs/src/serveMain.ts");
  writeFileSync(main, `console.log(import.meta.dirname);`);
  await expect(buildArtefact(root, "docs", join(root, "out"))).rejects.toThrow(
    "read at run time: apps/docs/src/serveMain.ts",
  );
  writeFileSync(main, `import "./missing.ts";`);
  await expect(buildArtefact(root, "docs", join(root, "out"))).rejects.toThrow("missing.ts");
  writeFileSync(main, `import { SITE_FOLDER } from "./siteFolder.ts"; console.log(SITE_FOLDER);`);
  writeFileSync(join(root, "apps/docs/src/siteFolder.ts"), `export const SITE_FOLDER = import.meta.dirname;`);
  await expect(buildArtefact(root, "docs", join(root, "out"))).rejects.toThrow("apps/docs/dist/* is missing: run pnpm");
  expect(readdirSync(root)).not.toContain("out");
});
