import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const REDOCLY = path.resolve(import.meta.dirname, "../../../../node_modules/@redocly/cli/bin/cli.js");

const run = promisify(execFile);

/**
 * Bundles the spec into one JSON text with shared objects under components. Redocly starts at once, so the caller can
 * work meanwhile. Rejects with Redocly's output.
 */
export async function bundle(config: string): Promise<string> {
  const scratch = mkdtempSync(path.join(tmpdir(), "portico-contract-"));
  const output = path.join(scratch, "openapi.json");
  const args = ["bundle", "main", "--config", config, "--ext", "json", "--output", output];
  try {
    await run(process.execPath, [REDOCLY, ...args], {
      cwd: path.dirname(config),
      env: { ...process.env, REDOCLY_TELEMETRY: "off", NO_COLOR: "1" },
    });
    return await readFile(output, "utf8");
  } catch (error) {
    const stderr = (error as { stderr?: string }).stderr?.trim();
    throw new Error(`redocly ${args.join(" ")}\n${stderr ?? ""}`, { cause: error });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
