import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { decorate } from "./decorate.ts";
import type { ApiDocument } from "./sampleRequest.ts";
import { securePage } from "./securePage.ts";

const run = promisify(execFile);
const REDOC_OPTIONS = {
  disableTelemetry: true,
  downloadUrls: [{ title: "openapi.json", url: "openapi.json" }],
  // Redoc shows only the samples whose language is listed here
  codeSamples: { languages: ["curl", "TypeScript", "Python", "Payload"].map((lang) => ({ lang, label: lang })) },
};

/** Builds the reference into a folder: index.html, which needs no other file, and openapi.json, the contract as it is. */
export async function buildDocs(out: string): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), "portico-docs-"));
  try {
    const contract = JSON.parse(await readFile(contractFile, "utf8")) as ApiDocument;
    await writeFile(join(scratch, "openapi.json"), JSON.stringify(decorate(contract)));
    const page = await renderPage(scratch);
    await mkdir(out, { recursive: true });
    await writeFile(join(out, "index.html"), securePage(page).html);
    await copyFile(contractFile, join(out, "openapi.json"));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const contractFile = fileURLToPath(import.meta.resolve("@portico/contract/openapi.json"));

async function renderPage(scratch: string): Promise<string> {
  await writeFile(join(scratch, "redocly.yaml"), JSON.stringify({ telemetry: "off", openapi: REDOC_OPTIONS }));
  const cli = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin", "cli.js");
  const flags = ["--config", "redocly.yaml", "--inlineBundle", "--title", "Portico API", "-o", "index.html"];
  await run(process.execPath, [cli, "build-docs", "openapi.json", ...flags], {
    cwd: scratch,
    env: { ...process.env, REDOCLY_TELEMETRY: "off" },
  });
  return readFile(join(scratch, "index.html"), "utf8");
}
