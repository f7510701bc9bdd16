import { spawnSync } from "node:child_process";
import { root } from "./stateFolder.ts";

const PAGES = ["@portico/docs", "@portico/connect", "@portico/dashboard", "@portico/explorer"];

/**
 * Generates what depends on the contract, and builds docs and pages, unless they are up to date.
 * @throws Error if that fails; the reason is printed.
 */
export function generate(): void {
  const filters = PAGES.map((name) => `--filter=${name}`);
  const { status } = spawnSync("turbo", ["run", "generate", "build", ...filters, "--output-logs=errors-only"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error("Generating from spec/ failed: see above, or run `pnpm generate`");
}
