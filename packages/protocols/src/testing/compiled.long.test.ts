import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeCompiled } from "@portico/devnet";
import { expect, test } from "vitest";
import { CONTRACTS } from "./contracts.ts";

test("compiled.json is what solc makes of the contracts", () => {
  const folder = mkdtempSync(join(tmpdir(), "portico-contracts-"));
  try {
    const compiled = join(folder, "compiled.json");
    writeCompiled({ ...CONTRACTS, compiled });
    expect(readFileSync(compiled, "utf8") === readFileSync(CONTRACTS.compiled, "utf8")).toBe(true); // no diff of a megabyte
  } finally {
    rmSync(folder, { recursive: true });
  }
});
