import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { decorate } from "./decorate.ts";
import type { ApiDocument } from "./sampleRequest.ts";

const run = promisify(execFile);
const REDOC_OPTIONS = {
  disableTelemetry: true,
  downloadUrls: [
    { title: "openapi.json", url: "openapi.json" },
    { title: "openapi.yaml", url: "openapi.yaml" },
  ],
  // Redoc shows only samples whose language is listed here
  codeSamples: { languages: ["curl", "TypeScript", "Python", "Payload"].map((lang) => ({ lang, label: lang })) },
};

/** Renders the contract as one page with Redocly, in a separate process; takes about a second. */
export async function renderReference(contract: ApiDocument): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), "portico-docs-"));
  try {
    await writeFile(join(scratch, "openapi.json"), JSON.stringify(decorate(contract)));
    await writeFile(join(scratch, "redocly.yaml"), JSON.stringify({ telemetry: "off", openapi: REDOC_OPTIONS }));
    const cli = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin", "cli.js");
    const flags = ["--config", "redocly.yaml", "--inlineBundle", "--title", "Portico API", "-o", "index.html"];
    await run(process.execPath, [cli, "build-docs", "openapi.json", ...flags], {
      cwd: scratch,
      env: { ...process.env, REDOCLY_TELEMETRY: "off" },
    });
    return await readFile(join(scratch, "index.html"), "utf8");
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
