import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { type Alias, build, type PluginOption, type Rolldown } from "vite";
import { NONCE_PLACEHOLDER } from "../server/noncePlaceholder.ts";

export interface PageBuild {
  /** The folder of the sources, with index.html. */
  readonly root: string;
  /** Emptied before the build. */
  readonly folder: string;
  readonly plugins?: PluginOption[];
  /** Constants, as source text. */
  readonly define?: Readonly<Record<string, string>>;
  readonly groups?: Rolldown.CodeSplittingGroup[];
  /** The entry of a service worker, which becomes worker.js. */
  readonly worker?: string;
  /** Modules that take the place of others. */
  readonly alias?: readonly Alias[];
}

/**
 * Browsers with light-dark(). For older ones it would be compiled to variables that follow rules of style sheets for
 * `color-scheme` alone, and not a choice that a script makes. The scripts need newer browsers anyway (URL.parse).
 */
const CSS_TARGET = ["chrome123", "firefox120", "safari17.5"];

/**
 * Builds an app's pages: index.html, and assets with hashes in their names, each also compressed by brotli (`….br`). The HTML
 * has a placeholder for the nonce of the Content-Security-Policy.
 */
export async function buildPages({
  root,
  folder,
  plugins = [],
  define = {},
  groups,
  alias = [],
  worker,
}: PageBuild): Promise<void> {
  const { NODE_ENV } = process.env;
  process.env["NODE_ENV"] = "production"; // a test runner's would make a development build
  try {
    await build({
      configFile: false,
      root,
      logLevel: "warn",
      plugins,
      html: { cspNonce: NONCE_PLACEHOLDER },
      define: { ...define },
      resolve: { alias: [...alias] },
      // fonts, relative to their style sheet: the sign-in service may have a path of its own
      experimental: { renderBuiltUrl: (_file, { hostType }) => (hostType === "css" ? { relative: true } : undefined) },
      build: {
        outDir: folder,
        emptyOutDir: true,
        target: "es2022",
        cssTarget: CSS_TARGET,
        assetsInlineLimit: 0,
        manifest: "files.json", // beside the assets: not served
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        license: { fileName: "licenses.md" }, // beside the assets: not served
        ...(groups && { rolldownOptions: { output: { codeSplitting: { groups } } } }),
      },
    });
    if (worker !== undefined) await buildWorker(worker, folder);
  } finally {
    if (NODE_ENV === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = NODE_ENV;
  }
  compressAssets(join(folder, "assets"));
  addFontLicense(join(folder, "licenses.md"));
}

/** The bundler lists the packages of scripts alone. */
function addFontLicense(list: string): void {
  const manifest = fileURLToPath(import.meta.resolve("@fontsource-variable/inter/package.json"));
  const { name, version, license } = JSON.parse(readFileSync(manifest, "utf8")) as Record<string, string>;
  const text = readFileSync(join(dirname(manifest), "LICENSE"), "utf8");
  appendFileSync(list, `\n## ${name} - ${version} (${license})\n\n${text}`);
}

/** Writes all files at once: under `pnpm dev` each change restarts the server. */
function compressAssets(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => !name.endsWith(".woff2")) // compressed already
    .map((name) => join(folder, name));
  const compressed = files.map((file) => [`${file}.br`, brotliCompressSync(readFileSync(file))] as const);
  for (const [file, body] of compressed) writeFileSync(file, body);
}

const buildWorker = async (input: string, outDir: string): Promise<unknown> =>
  build({
    configFile: false,
    logLevel: "warn",
    build: {
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: "es2022",
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { input, output: { format: "iife", entryFileNames: "worker.js" } },
    },
  });
