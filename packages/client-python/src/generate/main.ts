#!/usr/bin/env node
/** Writes portico/generated from the contract. Unchanged files keep their time. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readContract } from "./contract.ts";
import { renderPackage } from "./renderPackage.ts";

const root = join(import.meta.dirname, "../..");
const { values } = parseArgs({ options: { out: { type: "string", default: join(root, "portico/generated") } } });
const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };

await mkdir(values.out, { recursive: true });
for (const [name, text] of Object.entries(renderPackage(readContract(), version))) {
  const file = join(values.out, name);
  if ((await readFile(file, "utf8").catch(() => undefined)) !== text) await writeFile(file, text);
}
