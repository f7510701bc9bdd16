import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { COPIED, RUNTIME_FILES } from "./artefacts.ts";
import { asciiScripts } from "./asciiScripts.ts";
import { ownLocation, usesOwnLocation } from "./ownLocation.ts";

export interface Bundle {
  /** The modules of which it has code: absolute paths. */
  readonly modules: readonly string[];
  /** All files that were read for it: absolute paths. */
  readonly read: readonly string[];
  /** The packages of COPIED that it imports. */
  readonly packages: readonly string[];
}

/** The module of an artefact that `main.js` imports. */
export const APP_FILE = "app.js";
/** Required in a `try`: there is a fallback. */
const OPTIONAL = ["pg-native"];

/** Its CommonJS variant requires through a parameter, which no bundler sees. */
const ALIASES = { "jsonc-parser": "jsonc-parser/lib/esm/main.js" };

/**
 * Bundles a module into a folder: `app.js`, shared chunks, the modules that it starts as processes, and source maps that
 * name the sources by their paths in the repository.
 * @throws Error if an import can't be resolved, or a module that uses its own location is not in RUNTIME_FILES.
 */
export async function bundle(root: string, entry: string, out: string): Promise<Bundle> {
  const { rolldown } = await import("rolldown"); // loaded only here: most processes find their artefacts built
  const build = await rolldown({
    cwd: root,
    input: join(root, entry),
    platform: "node",
    tsconfig: false,
    resolve: { alias: ALIASES },
    external: [...OPTIONAL, ...Object.keys(COPIED)],
    plugins: [ownLocation(root), asciiScripts],
    onLog: (_level, { code, message }) => {
      if (code === "UNRESOLVED_IMPORT") throw new Error(message);
    },
  });
  try {
    const { output } = await build.write({
      dir: out,
      format: "esm",
      sourcemap: true,
      sourcemapExcludeSources: true,
      sourcemapPathTransform: (source, map) => relative(root, resolve(dirname(map), source)),
      entryFileNames: APP_FILE,
      chunkFileNames: "[name]-[hash].js",
    });
    const chunks = output.filter((one) => one.type === "chunk");
    const modules = chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => !id.startsWith("\0"));
    assertListed(root, modules);
    const imports = new Set(chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports]));
    return { modules, read: await build.watchFiles, packages: Object.keys(COPIED).filter((name) => imports.has(name)) };
  } finally {
    await build.close();
  }
}

function assertListed(root: string, modules: readonly string[]): void {
  const missing = modules
    .map((id) => relative(root, id).split(sep).join("/"))
    .filter((path) => /\.tsx?$/.test(path) && !path.includes("node_modules/") && !(path in RUNTIME_FILES))
    .filter((path) => usesOwnLocation(readFileSync(join(root, path), "utf8")));
  if (missing.length > 0)
    throw new Error(`Add to RUNTIME_FILES of packages/artefacts what these read at run time: ${missing.join(", ")}`);
}
