import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, realpath, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { packTo } from "./packTo.ts";

const run = promisify(execFile);
const clientFolder = fileURLToPath(new URL("../..", import.meta.url));
const contractFolder = fileURLToPath(new URL("../../../contract", import.meta.url));

/** A folder with the packed client installed, as from a registry. */
export type Installed = AsyncDisposable & { readonly folder: string };

/**
 * Builds and packs the client and the contract into a new folder's node_modules, with their dependencies.
 * Writes nothing into the packages' own folders.
 */
export async function installPacked(): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), "portico-packed-"));
  const dependencies = ["oauth4webapi", "openapi-fetch"].map((name) => copyDependency(name, clientFolder, folder));
  await Promise.all([
    install(clientFolder, "@portico/client", folder),
    install(contractFolder, "@portico/contract", folder),
    ...dependencies,
    copyDependency(
      "openapi-typescript-helpers",
      await realpath(join(clientFolder, "node_modules/openapi-fetch")),
      folder,
    ),
  ]);
  await writeFile(join(folder, "package.json"), `{"type":"module"}`);
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

async function install(source: string, name: string, folder: string): Promise<void> {
  const target = join(folder, "node_modules", name);
  await mkdir(target, { recursive: true });
  const [tarball] = await Promise.all([
    packTo(join(folder, "tarballs", name), source),
    compile(source, `${target}.dist`),
  ]);
  await run("tar", ["-xzf", tarball, "--strip-components=1", "-C", target]);
  await rm(join(target, "dist"), { recursive: true, force: true }); // left by an earlier build
  await rename(`${target}.dist`, join(target, "dist"));
}

const compile = (source: string, outDir: string) =>
  run("tsc", ["-p", join(source, "tsconfig.build.json"), "--outDir", outDir], {
    cwd: source,
    env: { ...process.env, PATH: [join(clientFolder, "node_modules/.bin"), process.env["PATH"]].join(delimiter) },
  });

/** Copies a dependency of `from`. */
async function copyDependency(name: string, from: string, folder: string): Promise<void> {
  const beside = join(dirname(from), name);
  const source = await realpath(join(from, "node_modules", name)).catch(() => realpath(beside));
  await cp(source, join(folder, "node_modules", name), { recursive: true });
}
