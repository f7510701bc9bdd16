import { hash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { startProcess } from "@portico/server/testing";
import { createAccessKey } from "@portico/store";
import { createTestDatabase, freePort } from "@portico/store/testing";
import { afterAll, expect, test } from "vitest";
import { buildArtefact } from "./buildArtefact.ts";
import { ensureArtefact } from "./ensureArtefact.ts";
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
  const notices = readFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), "utf8");
  expect(notices).toMatch(/^ {2}viem \S+: MIT$/m); // bundled
  expect(notices).toMatch(/^ {2}pg \S+: MIT$/m); // copied
  expect(notices).toMatch(/^-+\npg \S+ \(MIT\)\n\nMIT License/m);
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
  expect(readdirSync(join(root, "new")).toSorted()).toEqual([
    "LICENSE",
    "THIRD-PARTY-NOTICES.txt",
    "app.js",
    "app.js.map",
    "main.js",
    "package.json",
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
