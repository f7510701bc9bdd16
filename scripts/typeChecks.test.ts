/** What `pnpm check` leaves to the linter: it checks the types of a file in one project only, the innermost. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "..");
const run = promisify(execFile);
const env = { ...process.env, GOGC: "off" }; // no collections of garbage

interface Project {
  readonly file: string;
  /** Those of this repository. */
  readonly sources: readonly string[];
  readonly options: Options;
}

interface Options {
  readonly lib: readonly string[];
  readonly types: readonly string[];
  readonly moduleResolution: string;
}

interface Config {
  readonly extends?: string;
  readonly compilerOptions?: Partial<Options>;
  readonly references?: readonly { readonly path: string }[];
}

const readConfig = (file: string): Config =>
  parse(readFileSync(join(root, file), "utf8").replaceAll(/^\/\/.*$/gm, "")) as Config;

function readOptions(file: string): Options {
  const config = readConfig(file);
  const inherited = config.extends === undefined ? undefined : readOptions(join(dirname(file), config.extends));
  return { lib: [], types: [], moduleResolution: "", ...inherited, ...config.compilerOptions };
}

async function readProject(file: string): Promise<Project> {
  const { stdout } = await run("tsc", ["--project", file, "--listFilesOnly"], { cwd: root, env, maxBuffer: 2 ** 26 });
  const sources = stdout
    .split("\n")
    .filter((path) => path.startsWith(root) && !/\/node_modules\/|\/generated\//.test(path))
    .map((path) => relative(root, path));
  return { file, sources, options: readOptions(file) };
}

async function readProjects(solution: string): Promise<Project[]> {
  const { references = [] } = readConfig(solution);
  const files = references.map(({ path }) => (path.endsWith(".json") ? path : join(path, "tsconfig.json")));
  return await Promise.all(files.map(readProject));
}

/** Of the project in which the linter checks a source's types. */
function innermost(source: string): string {
  for (let folder = dirname(source); folder !== "."; folder = dirname(folder)) {
    const file = join(folder, "tsconfig.json");
    if (existsSync(join(root, file))) return file;
  }
  return "tsconfig.json";
}

/** Whether a module that passes with `narrow` has no more to use with `wide`. */
const isIn = (narrow: Options, wide: Options): boolean =>
  narrow.moduleResolution === wide.moduleResolution &&
  narrow.lib.every((name) => wide.lib.includes(name)) &&
  narrow.types.every((name) => wide.types.includes(name));

test("a module that pages and Node share is checked with the options of both", async () => {
  const [node, browsers, crossings] = await Promise.all([
    readProject("tsconfig.node.json"),
    readProjects("tsconfig.browsers.json"),
    readProjects("tsconfig.crossings.json"),
  ]);
  const projects = [node, ...browsers];
  const linted = new Set(projects.flatMap(({ sources }) => sources).map(innermost));
  const options = new Map(Array.from(linted, (file) => [file, readOptions(file)]));
  const unchecked = projects.flatMap((project) => {
    const covering = crossings.filter((crossing) => isIn(crossing.options, project.options));
    const covered = new Set(covering.flatMap(({ sources }) => sources));
    return project.sources
      .filter((source) => {
        const own = options.get(innermost(source));
        return own === undefined || !isIn(own, project.options);
      })
      .filter((source) => !covered.has(source))
      .map((source) => `${source} in ${project.file}`);
  });
  expect(projects.length).toBeGreaterThan(5);
  expect(unchecked).toEqual([]);
});
