import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findInPackage } from "../contracts/artifact.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const FOLDERS = ["contracts", "src/anvil", "src/contracts", "src/scenario"];

/** Changes with anything that affects the blocks of a seed: our code, our contracts, versions of packages. */
export function hashScenarioCode(): string {
  const hash = createHash("sha256");
  for (const file of ["src/chains.ts", ...FOLDERS.flatMap(listSources)]) {
    hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  }
  for (const name of listDependencies()) hash.update(`${name} ${getVersion(name)}\n`);
  return hash.digest("hex").slice(0, 16);
}

function listSources(folder: string): string[] {
  const paths = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return paths
    .filter((path) => /\.(ts|sol)$/.test(path) && !path.endsWith(".test.ts"))
    .toSorted()
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`);
}

function listDependencies(): string[] {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { dependencies: object };
  return Object.keys(manifest.dependencies).toSorted();
}

const getVersion = (name: string): string =>
  (JSON.parse(readFileSync(findInPackage(name, "package.json"), "utf8")) as { version: string }).version;
