import { execFileSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { ScaffoldError } from "./scaffoldProtocol.ts";

const root = join(import.meta.dirname, "..");
const template = join(root, "examples/own-server");
/** Our packages that the server and its test depend on. */
const PACKED = ["contract", "client"] as const;

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
const writeJson = (path: string, content: unknown): void =>
  writeFileSync(path, `${JSON.stringify(content, undefined, 2)}\n`);

function buildPackages(): void {
  const filters = PACKED.map((name) => `--filter=@portico/${name}`);
  const options = { cwd: root, encoding: "utf8" } as const; // the error contains turbo's output
  execFileSync("turbo", ["run", "build", ...filters, "--output-logs=errors-only"], options);
}

/** Packs our built packages as they would be published. @returns the path of each, relative to `folder`, by name. */
function packPackages(folder: string): ReadonlyMap<string, string> {
  const target = join(folder, "packages");
  mkdirSync(target, { recursive: true });
  return new Map(
    PACKED.map((name) => {
      execFileSync("pnpm", ["pack", "--config.ignore-scripts=true", "--pack-destination", target], {
        cwd: join(root, "packages", name),
      });
      const [file = ""] = globSync(`portico-${name}-*.tgz`, { cwd: target });
      return [`@portico/${name}`, `file:packages/${file}`];
    }),
  );
}

/** The template's manifest with versions that any package manager understands. */
function manifestOf(name: string, packed: ReadonlyMap<string, string>): object {
  const { catalog } = parse(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")) as {
    readonly catalog: Readonly<Record<string, string>>;
  };
  const resolve = (dependencies: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(dependencies).map(([id, version]) => [id, packed.get(id) ?? catalog[id] ?? version]),
    );
  const manifest = readJson(join(template, "package.json")) as Manifest;
  const { dependencies, devDependencies } = manifest;
  return {
    ...manifest,
    name,
    scripts: { start: "node src/main.ts", check: "tsc -p .", test: "vitest run" },
    dependencies: resolve(dependencies),
    devDependencies: resolve(devDependencies),
    engines: { node: ">=24" },
  };
}

/** A valid npm package name. */
const nameOf = (folder: string): string =>
  basename(folder)
    .toLowerCase()
    .replaceAll(/[^\w.-]+/g, "-")
    .replace(/^[-._]+/, "") || "own-server";

/** Removes the end of the README and the info strings of its samples, which refer to this repository. */
const readmeOf = (readme: string): string =>
  readme
    .replace(/\n## Outside of this repository\n[\s\S]*$/, "")
    .replaceAll("examples/own-server/", "")
    .replaceAll(/^(```\w+) .+$/gm, "$1");

const isEmpty = (folder: string): boolean => statSync(folder).isDirectory() && readdirSync(folder).length === 0;

/**
 * Writes examples/own-server as an independent project that needs nothing of this repository.
 * @param folder - Absolute; missing or empty.
 * @returns the files written, relative to `folder`. @throws ScaffoldError.
 */
export function scaffoldServer(folder: string): string[] {
  if (existsSync(folder) && !isEmpty(folder)) throw new ScaffoldError(`${folder} exists and is not empty`);
  buildPackages();
  const packed = packPackages(folder);
  cpSync(join(template, "src"), join(folder, "src"), {
    recursive: true,
    filter: (source) => basename(source) !== "readme.test.ts", // tests this repository's sample only; the user changes both
  });
  writeFileSync(join(folder, "README.md"), readmeOf(readFileSync(join(template, "README.md"), "utf8")));
  writeJson(join(folder, "package.json"), manifestOf(nameOf(folder), packed));
  const { compilerOptions } = readJson(join(root, "tsconfig.base.json")) as { readonly compilerOptions: object };
  writeJson(join(folder, "tsconfig.json"), { compilerOptions, include: ["src"] });
  writeFileSync(join(folder, ".gitignore"), "node_modules\n*.tsbuildinfo\n");
  return globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
