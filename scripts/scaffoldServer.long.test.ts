import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ScaffoldError } from "./scaffoldProtocol.ts";
import { scaffoldServer } from "./scaffoldServer.ts";

const root = join(import.meta.dirname, "..");
const scratch = mkdtempSync(join(tmpdir(), "portico-server-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

type Versions = Readonly<Record<string, string>>;
const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    dependencies: Versions;
    devDependencies: Versions;
  };

/**
 * Installs a package into `folder`: from the archive that the version names, otherwise by a link to the one that
 * `owner` has.
 */
function installOne(folder: string, [name, version]: readonly [string, string], owner: string): void {
  const target = join(folder, "node_modules", name);
  mkdirSync(dirname(target), { recursive: true });
  if (!version.startsWith("file:")) return symlinkSync(join(root, owner, "node_modules", name), target);
  mkdirSync(target);
  execFileSync("tar", ["-xzf", join(folder, version.slice("file:".length)), "-C", target, "--strip-components=1"]);
}

/** As npm would, but from local packages. */
function install(folder: string): void {
  const { dependencies, devDependencies } = readManifest(folder);
  for (const one of Object.entries({ ...dependencies, ...devDependencies }))
    installOne(folder, one, "examples/own-server");
  const client = join(folder, "node_modules/@portico/client");
  for (const one of Object.entries(readManifest(client).dependencies)) {
    if (!one[0].startsWith("@portico/")) installOne(client, one, "packages/client");
  }
}

test("a scaffolded server compiles and passes its tests outside of the repository", () => {
  const folder = join(scratch, "My Server");
  const files = scaffoldServer(folder);
  expect(files).toContain(join(folder, "src/createApp.ts"));
  const manifest = readFileSync(join(folder, "package.json"), "utf8");
  expect(manifest).not.toMatch(/workspace:|catalog:/);
  expect(manifest).toContain(`"name": "my-server"`);
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  expect(readme).toContain("node src/main.ts");
  expect(readme).not.toMatch(/scaffold|^```\w+ /m);

  install(folder);
  const env = { ...process.env, VITEST: undefined, PORTICO_TEST_LONG: undefined };
  execFileSync("tsc", ["-p", "."], { cwd: folder, env, stdio: "inherit" });
  execFileSync("vitest", ["run"], { cwd: folder, env, stdio: "inherit" }); // throws if a test fails
});

test("nothing is overwritten", () => {
  const folder = join(scratch, "full");
  mkdirSync(folder);
  writeFileSync(join(folder, "mine.txt"), "mine");
  expect(() => scaffoldServer(folder)).toThrow(ScaffoldError);
  expect(() => scaffoldServer(join(folder, "mine.txt"))).toThrow(ScaffoldError);
});
