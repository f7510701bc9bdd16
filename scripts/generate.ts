import { spawn } from "node:child_process";
import { once } from "node:events";
import { root } from "./stateFolder.ts";

const PAGES = ["@portico/docs", "@portico/connect", "@portico/dashboard", "@portico/explorer"];

/**
 * Generates what depends on the contract, and builds docs and pages, unless they are up to date.
 * @throws Error if that fails; the reason is printed.
 */
export async function generate(): Promise<void> {
  const filters = PAGES.map((name) => `--filter=${name}`);
  const child = spawn("turbo", ["run", "generate", "build", ...filters, "--output-logs=errors-only"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [status] = (await once(child, "close")) as [number | null];
  if (status !== 0) throw new Error("Generating from spec/ failed: see above, or run `pnpm generate`");
}
