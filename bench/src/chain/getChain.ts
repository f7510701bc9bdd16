import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type ChainInfo, type ChainShape, recordChain } from "./recordChain.ts";

const ROOT = join(import.meta.dirname, "../../..");
const RECORDED = join(ROOT, ".portico/bench-chains");
/** The recorded blocks depend on these paths. */
const SOURCES = ["bench/src/chain", "packages/devnet/src", "packages/devnet/contracts", "pnpm-lock.yaml"];

export interface RecordedChain {
  readonly folder: string;
  readonly info: ChainInfo;
}

/** A long chain for backfills. */
const LONG: ChainShape = { transactions: 100_000, perBlock: 150, hasPastBalances: false };

/**
 * The recorded chain, created if there is none for this version of the code; recordings of other versions are deleted.
 */
export async function getChain(log: (line: string) => void, shape = LONG): Promise<RecordedChain> {
  const version = hashSources();
  const { transactions, perBlock, hasPastBalances } = shape;
  const folder = join(RECORDED, `chain-${version}-${transactions}-${perBlock}${hasPastBalances ? "-past" : ""}`);
  if (!existsSync(folder)) {
    mkdirSync(RECORDED, { recursive: true });
    const others = readdirSync(RECORDED).filter((name) => !name.startsWith(`chain-${version}-`));
    for (const name of others) rmSync(join(RECORDED, name), { recursive: true });
    const draft = mkdtempSync(join(RECORDED, "draft-"));
    const began = performance.now();
    await recordChain(draft, shape, log);
    renameSync(draft, folder);
    log(`recorded a chain in ${Math.round((performance.now() - began) / 1000)} s`);
  }
  return { folder, info: JSON.parse(readFileSync(join(folder, "facts.json"), "utf8")) as ChainInfo };
}

function hashSources(): string {
  const hash = createHash("sha256");
  for (const path of SOURCES.flatMap(listFiles)) hash.update(`${path}\n`).update(readFileSync(join(ROOT, path)));
  return hash.digest("hex").slice(0, 16);
}

function listFiles(path: string): string[] {
  if (path.endsWith(".yaml")) return [path];
  const names = readdirSync(join(ROOT, path), { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /\.(sol|ts)$/.test(name) && !name.endsWith(".test.ts"))
    .toSorted()
    .map((name) => join(path, name));
}
