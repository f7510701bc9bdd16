/**
 * Writes `packages/signatures/src/signatures.bin`: the signatures of the functions that transactions call. Reads ABIs in
 * JSON, JavaScript and TypeScript, and Solidity, of the sources in `signatureFacts/sources.json`: public repositories at
 * a commit, and npm packages of a version. A signature is a fact of a contract's interface, which its bytecode repeats as
 * selectors: nothing else of a source is taken, so that its licence, which the file names, doesn't matter. Each source is
 * unpacked into a folder named by its `id`:
 *
 *     mkdir -p facts/ID && git -C REPOSITORY archive COMMIT | tar x -C facts/ID
 *     npm pack NAME@VERSION && mkdir facts/ID && tar xzf FILE.tgz -C facts/ID --strip-components=1
 *     node scripts/signatureFacts.ts facts
 *
 * Reads (view, pure) are left out: transactions don't call them. Takes some ten minutes.
 */
import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { packSignatures } from "@portico/signatures";
import { readSignature } from "@portico/transactions";
import { isMinedName } from "./signatureFacts/isMinedName.ts";
import { listSourceSignatures } from "./signatureFacts/listSourceSignatures.ts";
import sourceList from "./signatureFacts/sources.json" with { type: "json" };

interface Source {
  /** Name of its folder. */
  id: string;
  /** `github:OWNER/NAME@COMMIT` or `npm:NAME@VERSION`. */
  source: string;
  /** SPDX expression, or "per file"; of the repository, if some of its files have another one. */
  licence: string;
  /** Each Solidity file contains all that it imports. */
  flattened?: boolean;
}
const sources: readonly Source[] = sourceList;

const { positionals } = parseArgs({ allowPositionals: true });
const folder = resolve(positionals[0] ?? "facts");
const target = join(import.meta.dirname, "../packages/signatures/src/signatures.bin");
const LENGTH_MAX = 600;

const missing = sources.filter(({ id }) => !existsSync(join(folder, id)));
if (missing.length > 0) throw new Error(`'${folder}' lacks ${missing.map(({ id }) => id).join(", ")}`);

const signatures = new Set<string>();
let dropped = 0;
for (const { id, flattened: isFlattened = false } of sources) {
  const found = listSourceSignatures(join(folder, id), isFlattened);
  const before = signatures.size;
  for (const text of found) {
    const signature = readSignature(text)?.signature ?? "";
    if (signature !== "" && signature.length <= LENGTH_MAX && !isMinedName(signature)) signatures.add(signature);
    else dropped++;
  }
  console.log(`${id}: ${found.size} found, ${signatures.size - before} new`);
}
const table = packSignatures(signatures);
writeFileSync(target, table);
console.log(`${signatures.size} signatures, ${dropped} dropped, ${table.length} bytes`);
