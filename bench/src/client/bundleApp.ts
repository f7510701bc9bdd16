import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { App } from "./apps/app.ts";

export interface BundledApp {
  /** Minified and gzipped, in units of 1000 bytes. */
  readonly kilobytes: number;
  readonly createApp: App;
}

/** Bundles an app for browsers, minified, and imports that bundle. */
export async function bundleApp(bundler: string, entry: string, folder: string, name: string): Promise<BundledApp> {
  const file = join(folder, `${name}.mjs`);
  const how = ["--bundle", "--minify", "--format=esm", "--target=es2022", "--log-level=warning"];
  execFileSync(bundler, [entry, ...how, `--outfile=${file}`], { stdio: ["ignore", "ignore", "inherit"] });
  const { createApp } = (await import(pathToFileURL(file).href)) as { createApp: App };
  return { kilobytes: gzipSync(readFileSync(file), { level: 9 }).length / 1000, createApp };
}
